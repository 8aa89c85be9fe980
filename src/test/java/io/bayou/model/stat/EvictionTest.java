package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionTest {
  private final Vocabulary vocabulary = new Vocabulary(List.of());
  private final TokenCounts counts = new TokenCounts(vocabulary);

  private void add(String token, double w) {
    counts.add(vocabulary.open(token), w);
    counts.addTotal(w);
  }

  @Test
  void shouldForgetATokenInItsOldBucketWhenItComesBackInAnother() {
    add("a", 1.0);
    Eviction eviction = new Eviction(vocabulary, tokens("none"));
    TokenBucket moved = TokenBucket.read(TokenCountsTest.bucketOf("a", 3.0));

    eviction.giveUpMoved(5, moved);
    counts.replace(5, moved);

    assertThat(counts.held()).isEqualTo(1);
    assertThat(counts.held(0)).isZero();
    assertThat(counts.held(5)).isEqualTo(1);
    assertThat(counts.count(vocabulary.find("a"))).isEqualTo(3.0);
  }

  @Test
  void shouldGiveUpTheLightestTokens() {
    for (int i = 0; i < 40; i++) {
      add("t" + i, 1.0 + Math.floorDiv(i, 10));
    }
    Eviction eviction = new Eviction(vocabulary, tokens("t3"));

    assertThat(eviction.makeRoom(0, 40)).as("there is room").isZero();
    assertThat(eviction.cutBack(40)).isZero();
    assertThat(eviction.makeRoom(1, 40)).as("an eighth at once").isEqualTo(5);
    assertThat(counts.held()).isEqualTo(35);
    assertThat(eviction.cutBack(30)).isEqualTo(5);
    assertThat(vocabulary.find("t3")).as("what may not go stays").isNotNegative();
    for (int i = 20; i < 40; i++) {
      assertThat(vocabulary.find("t" + i)).as("the heavier ones stay").isNotNegative();
    }
    for (int i = 0; i < 10; i++) {
      assertThat(vocabulary.find("t" + i) >= 0).as("t%d", i).isEqualTo(i == 3);
    }
    assertThat(eviction.makeRoom(20, 30)).as("what is needed").isEqualTo(20);
    assertThat(counts.held()).isEqualTo(10);
  }

  /* A learner that was rebuilt from its rows must give up what the one that wrote them does. */
  @Test
  void shouldGiveUpTheSameTokensAfterTheRowsWereReadBack() {
    for (int i = 0; i < 64; i++) {
      add("t" + i, 1.0 + i % 3);
    }
    Vocabulary others = new Vocabulary(List.of());
    TokenCounts other = new TokenCounts(others);
    RowWriter writer = new RowWriter();
    other.readTotal(new RowReader(writer.encode(counts::writeTotal)));
    for (int b = vocabulary.buckets() - 1; b >= 0; b--) {
      int bucket = b;
      byte[] row = writer.encode(out -> counts.write(bucket, out));
      other.replace(bucket, TokenBucket.read(new RowReader(row)));
    }

    new Eviction(vocabulary, tokens("none")).cutBack(30);
    new Eviction(others, tokens(other, others, "none")).cutBack(30);

    for (int i = 0; i < 64; i++) {
      assertThat(vocabulary.find("t" + i) >= 0).isEqualTo(others.find("t" + i) >= 0);
      assertThat(vocabulary.find("t" + i) >= 0 || i % 3 < 2).isTrue();
    }
    assertThat(vocabulary.known()).isEqualTo(30);
  }

  @Test
  void shouldGiveUpNothingIfEverythingMustStay() {
    add("only", 1.0);

    assertThat(new Eviction(vocabulary, tokens("only")).cutBack(0)).isZero();
    assertThat(counts.held()).isEqualTo(1);
  }

  private Eviction.Tokens tokens(String kept) {
    return tokens(counts, vocabulary, kept);
  }

  private static Eviction.Tokens tokens(TokenCounts counts, Vocabulary vocabulary, String kept) {
    return new Eviction.Tokens() {
      @Override
      public boolean isEvictable(int id) {
        return !vocabulary.token(id).equals(kept);
      }

      @Override
      public double weight(int id) {
        return counts.count(id);
      }

      @Override
      public double counted() {
        return counts.total();
      }

      @Override
      public void evict(int id) {
        counts.evict(id);
      }
    };
  }
}
