package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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

  @Test
  void shouldBeInTheSameOrderHoweverTokensCame() {
    Vocabulary one = new Vocabulary(List.of());
    Vocabulary other = new Vocabulary(List.of());
    for (int i = 0; i < 2_000; i++) {
      one.hold(one.open("t" + i));
      other.hold(other.open("t" + (1_999 - i)));
    }

    assertThat(inOrder(one)).isEqualTo(inOrder(other)).hasSize(2_000);
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
    assertThat(colliding.stream().map(Vocabulary::bucketOf).distinct())
        .hasSizeGreaterThan(Vocabulary.BUCKETS - 5);
  }

  /** Rows in stores and topics depend on it. */
  @Test
  void shouldHashTheSameForEver() {
    assertThat(TokenHash.stable("")).isEqualTo(-780787492076525413L);
    assertThat(TokenHash.stable("caf\u00e9 \uD83D\uDE00")).isEqualTo(-3997522895320174027L);
  }

  private static List<String> inOrder(Vocabulary vocabulary) {
    List<String> tokens = new ArrayList<>();
    for (int b = 0; b < Vocabulary.BUCKETS; b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        tokens.add(vocabulary.token(vocabulary.member(b, i)));
      }
    }
    return tokens;
  }
}
