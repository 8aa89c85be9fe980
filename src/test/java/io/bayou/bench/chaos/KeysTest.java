package io.bayou.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the tool makes of customers and their events. */
class KeysTest {
  private final Keys keys = new Keys();

  @Test
  void shouldExpectEachLabelOfACustomerOnce() {
    keys.learned("ann", "buys");
    keys.learned("ann", "buys");
    keys.learned("ann", "leaves");
    keys.learned("bob", "leaves");

    assertThat(keys.byCustomer())
        .isEqualTo(Map.of("ann", Map.of("buys", 2L, "leaves", 1L), "bob", Map.of("leaves", 1L)));
    assertThat(keys.everybody()).isEqualTo(Map.of("buys", 2L, "leaves", 2L));
  }

  @Test
  void shouldExpectAnEventWithoutACustomerInEverybodysModelAlone() {
    keys.learned("", "buys");

    assertThat(keys.byCustomer()).isEmpty();
    assertThat(keys.everybody()).isEqualTo(Map.of("buys", 1L));
  }

  @Test
  void shouldNoticeAnAnswerForAnotherCustomer() {
    keys.asks(0, "ann");
    keys.asks(1, "");
    keys.answered(0, "ann");
    keys.answered(1, "");
    assertThat(keys.strangers()).isZero();

    keys.answered(0, "bob");
    keys.answered(0, ""); // everybody's model has answered for her
    keys.answered(1, "ann");
    keys.answered(2, "ann"); // nobody has asked
    assertThat(keys.strangers()).isEqualTo(4);
  }

  @Test
  void shouldNotTakeAQuestionForAnother() {
    keys.asks(0, "ann");

    assertThatThrownBy(() -> keys.asks(2, "bob")).hasMessageContaining("question 2 follows 0");
  }
}
