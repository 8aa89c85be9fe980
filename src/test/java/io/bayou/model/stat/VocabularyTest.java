package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VocabularyTest {
  @Test
  void shouldKnowWhatIsHeld() {
    forAll(
        100,
        random -> {
          Vocabulary vocabulary = new Vocabulary(List.of("declared", "t3"));
          SortedMap<String, Integer> held = new TreeMap<>();
          for (int i = random.nextInt(400); i > 0; i--) {
            String token = "t" + random.nextInt(60);
            if (random.nextInt(5) < 3) {
              vocabulary.hold(vocabulary.open(token));
              held.merge(token, 1, Integer::sum);
            } else if (held.containsKey(token)) {
              vocabulary.release(vocabulary.find(token));
              held.computeIfPresent(token, (key, count) -> count == 1 ? null : count - 1);
            }
          }
          held.putIfAbsent("declared", 0);
          held.putIfAbsent("t3", 0);
          assertThat(vocabulary.known()).isEqualTo(held.size());
          for (int i = 0; i < 60; i++) {
            assertThat(vocabulary.find("t" + i) >= 0).isEqualTo(held.containsKey("t" + i));
          }
          assertThat(inOrder(vocabulary)).containsExactlyInAnyOrderElementsOf(held.keySet());
        });
  }

  /** Some tokens are found by their codes, others by hashes and their characters. */
  @Test
  void shouldFindEveryTokenByEveryWay() {
    forAll(
        60,
        random -> {
          Vocabulary vocabulary = new Vocabulary(List.of("declared", "Declared, too"));
          SortedMap<String, Integer> held = new TreeMap<>();
          for (int i = 0; i < 1_000; i++) {
            String token = anyToken(random, 150);
            if (held.containsKey(token) && random.nextInt(5) < 2) {
              vocabulary.release(held.remove(token));
            } else if (!held.containsKey(token)) {
              int id = vocabulary.open(CharBuffer.wrap(token));
              assertThat(vocabulary.find(token)).as("before it is held").isNegative();
              vocabulary.hold(id);
              held.put(token, id);
            }
            String other = anyToken(random, 150);
            int expected = held.getOrDefault(other, -1);
            assertThat(vocabulary.find(CharBuffer.wrap(other))).isEqualTo(expected);
            assertThat(vocabulary.find(other)).isEqualTo(expected);
            long code = WordCode.of(other);
            if (code != WordCode.NONE) {
              assertThat(WordCode.word(code)).isEqualTo(other);
              assertThat(vocabulary.find(code)).isEqualTo(expected);
            }
          }
        });
  }

  private static String anyToken(RandomGenerator random, int bound) {
    String[] starts = {"", "w", "don't", "W", "caf\u00e9", "a longer ", "thirteencharacters"};
    return starts[random.nextInt(starts.length)] + random.nextInt(bound);
  }

  @Test
  void shouldGiveCodesToShortPlainWordsOnly() {
    assertThat(WordCode.of("")).isEqualTo(WordCode.NONE);
    assertThat(WordCode.of("zzzzzzzzzzzzz")).isEqualTo(WordCode.NONE);
    assertThat(WordCode.of("Word")).isEqualTo(WordCode.NONE);
    assertThat(WordCode.of("caf\u00e9")).isEqualTo(WordCode.NONE);
    assertThat(WordCode.of("'".repeat(12))).isPositive(); // the largest
    assertThat(WordCode.of("a")).isEqualTo(1);
  }

  @Test
  void shouldPutNewTokensTogether() {
    Vocabulary vocabulary = new Vocabulary(List.of());
    for (int i = 0; i < 50_000; i++) {
      vocabulary.hold(vocabulary.open("t" + i));
    }
    SortedSet<Integer> buckets = new TreeSet<>();
    for (int i = 0; i < 200; i++) {
      int id = vocabulary.open("new" + i);
      vocabulary.hold(id);
      buckets.add(vocabulary.bucket(id));
    }

    assertThat(buckets).hasSizeLessThanOrEqualTo(4);
    assertThat(vocabulary.buckets()).isLessThan(1_500);
  }

  /** Whoever reads the rows must put the next token where the one who wrote them does. */
  @Test
  void shouldGoOnFromWhatTheBucketsHold() {
    forAll(
        100,
        random -> {
          Vocabulary original = new Vocabulary(List.of("declared"));
          change(original, random.nextInt(2_000), random);
          Vocabulary copy = new Vocabulary(List.of("declared"));
          List<Integer> order = new ArrayList<>();
          IntStream.range(0, original.buckets()).forEach(order::add);
          Collections.shuffle(order, new Random(random.nextLong()));
          for (int b : order) {
            for (int i = 0; i < original.size(b); i++) {
              String token = original.token(original.member(b, i));
              copy.hold(copy.open(token, b));
            }
          }
          assertThat(inBuckets(copy)).isEqualTo(inBuckets(original));
          long seed = random.nextLong();
          change(original, 500, new SplittableRandom(seed));
          change(copy, 500, new SplittableRandom(seed));
          assertThat(inBuckets(copy)).isEqualTo(inBuckets(original));
        });
  }

  /* Opens tokens that are not there and releases those that are. */
  private static void change(Vocabulary vocabulary, int times, RandomGenerator random) {
    for (int i = 0; i < times; i++) {
      String token = "t" + random.nextInt(1_500);
      int id = vocabulary.find(token);
      if (id < 0) {
        vocabulary.hold(vocabulary.open(token));
      } else {
        vocabulary.release(id);
      }
    }
  }

  @Test
  void shouldUseNumbersAgain() {
    Vocabulary vocabulary = new Vocabulary(List.of());
    for (int i = 0; i < 10_000; i++) {
      int id = vocabulary.open("t" + i);
      vocabulary.hold(id);
      vocabulary.release(id);
    }

    assertThat(vocabulary.capacity()).isEqualTo(16);
    assertThat(vocabulary.known()).isZero();
  }

  /** Strings that {@code hashCode} does not tell apart would make a table of them quadratic. */
  @Test
  void shouldTellTokensApartThatCollide() {
    List<String> colliding = new ArrayList<>(List.of(""));
    for (int i = 0; i < 12; i++) {
      List<String> longer = new ArrayList<>();
      colliding.forEach(start -> longer.addAll(List.of(start + "Aa", start + "BB")));
      colliding = longer;
    }

    assertThat(colliding.stream().map(String::hashCode).distinct()).hasSize(1);
    assertThat(colliding.stream().map(token -> (int) TokenHash.secret(token)).distinct())
        .hasSizeGreaterThan(4_090);
  }

  /** Rows of hashed features depend on it. */
  @Test
  void shouldHashTheSameForEver() {
    assertThat(TokenHash.stable("")).isEqualTo(-780787492076525413L);
    assertThat(TokenHash.stable("caf\u00e9 \uD83D\uDE00")).isEqualTo(-3997522895320174027L);
  }

  private static List<String> inOrder(Vocabulary vocabulary) {
    return inBuckets(vocabulary).stream().flatMap(List::stream).toList();
  }

  private static List<List<String>> inBuckets(Vocabulary vocabulary) {
    List<List<String>> buckets = new ArrayList<>();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      List<String> tokens = new ArrayList<>();
      for (int i = 0; i < vocabulary.size(b); i++) {
        tokens.add(vocabulary.token(vocabulary.member(b, i)));
      }
      assertThat(tokens).isSorted();
      buckets.add(tokens);
    }
    return buckets;
  }
}
