package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CategoriesTest {
  /** Strings of one hash code are easy to make, and a sender may choose all his values so. */
  @Test
  void shouldNotSlowDownForValuesOfOneHashCode() {
    int values = 1 << 17;
    Categories categories = new Categories(NONE, values);

    assertTimeout(
        Duration.ofSeconds(30),
        () -> {
          for (int i = 0; i < values; i++) {
            StringBuilder value = new StringBuilder();
            for (int bit = 0; bit < 17; bit++) {
              value.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            assertThat(categories.open(value.toString())).isEqualTo(i);
            categories.hold(i);
          }
        });
  }

  private static final String[] NONE = {};

  @Test
  void shouldKnowWhatIsDeclared() {
    Categories categories = new Categories(new String[] {"low", "high"}, 10);
    assertThat(categories.known()).isEqualTo(2);
    assertThat(categories.isKnown(categories.find("high"))).isTrue();
    assertThat(categories.isKnown(categories.find("medium"))).isFalse();
    assertThat(categories.value(categories.find("low"))).isEqualTo("low");
  }

  @Test
  void shouldKnowAValueWhileSomeClassHoldsIt() {
    Categories categories = new Categories(NONE, 10);
    int code = categories.open("red");
    assertThat(categories.isKnown(code)).isFalse();
    categories.hold(code);
    categories.hold(code);
    assertThat(categories.known()).isEqualTo(1);
    categories.release(code);
    assertThat(categories.isKnown(code)).isTrue();
    categories.release(code);
    assertThat(categories.isKnown(code)).isFalse();
    assertThat(categories.known()).isZero();
  }

  @Test
  void shouldKnowDeclaredValuesThatNoClassHolds() {
    Categories categories = new Categories(new String[] {"red"}, 10);
    categories.hold(0);
    categories.release(0);
    assertThat(categories.isKnown(0)).isTrue();
    assertThat(categories.known()).isEqualTo(1);
  }

  @Test
  void shouldRefuseValuesBeyondTheLimit() {
    Categories categories = new Categories(NONE, 2);
    categories.hold(categories.open("a"));
    categories.hold(categories.open("b"));
    assertThat(categories.open("c")).isEqualTo(-1);
    assertThat(categories.open("a")).isEqualTo(categories.find("a"));
  }

  @Test
  void shouldTakeEveryDeclaredValueWhateverTheLimit() {
    Categories categories = new Categories(new String[] {"a", "b", "c"}, 1);
    assertThat(categories.known()).isEqualTo(3);
    assertThat(categories.open("d")).isEqualTo(-1);
  }

  @Test
  void shouldGiveTheRoomOfAReleasedValueToAnother() {
    Categories categories = new Categories(NONE, 2);
    categories.hold(categories.open("a"));
    int b = categories.open("b");
    categories.hold(b);
    categories.release(b);
    int c = categories.open("c");
    categories.hold(c);
    assertThat(categories.value(c)).isEqualTo("c");
    assertThat(categories.find("b")).isEqualTo(-1);
    assertThat(categories.value(categories.find("a"))).isEqualTo("a");
    assertThat(categories.known()).isEqualTo(2);
    assertThat(categories.open("b")).isEqualTo(-1);
  }

  /* Against a map of values to holders, over strings of which many have the same hash. */
  @Test
  void shouldCountHoldersLikeAMap() {
    forAll(
        300,
        random -> {
          int limit = random.nextInt(1, 20);
          Categories categories = new Categories(NONE, limit);
          Map<String, Integer> held = new HashMap<>();
          for (int i = 0; i < 200; i++) {
            String value = (random.nextBoolean() ? "Aa" : "BB") + "Aa".repeat(random.nextInt(20));
            int code = random.nextBoolean() ? categories.open(value) : categories.find(value);
            assertThat(categories.isKnown(code)).isEqualTo(held.containsKey(value));
            if (code >= 0 && random.nextInt(3) > 0) {
              categories.hold(code);
              held.merge(value, 1, Integer::sum);
            } else if (categories.isKnown(code)) {
              categories.release(code);
              held.computeIfPresent(value, (v, n) -> n == 1 ? null : n - 1);
            }
            assertThat(categories.known()).isEqualTo(held.size()).isLessThanOrEqualTo(limit);
          }
        });
  }
}
