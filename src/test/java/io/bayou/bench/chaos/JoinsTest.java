package io.bayou.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.bench.chaos.Ledger.Kind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the tool makes of orders and their labels. */
class JoinsTest {
  private final Joins joins = new Joins();

  @Test
  void shouldExpectTheLastLabelOfAnOrder() {
    patient(0, "kept");
    patient(1, "kept", "kept");
    patient(2, "returned", "kept");
    joins.asked(Kind.PATIENT, 3);
    joins.told(Kind.PATIENT, 4, "returned"); // its order was not acknowledged

    assertThat(joins.counts(0).get(Topics.PATIENT)).isEqualTo(Map.of("kept", 3L));
    assertThat(joins.unjoined()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      joins.joined("w" + i);
    }
    joins.joined("w2"); // the correction
    assertThat(joins.unjoined()).isZero();
    assertThat(joins.joinedTwice()).isZero();
  }

  @Test
  void shouldExpectTheDefaultWhereALabelWasRefused() {
    for (int i = 0; i < 5; i++) {
      joins.asked(Kind.HASTY, i);
    }
    joins.told(Kind.HASTY, 0, Joins.HASTY_LABEL);
    joins.told(Kind.HASTY, 1, Joins.HASTY_LABEL);

    assertThat(joins.counts(1).get(Topics.HASTY)).isEqualTo(Map.of("kept", 4L, "returned", 1L));
    assertThat(joins.counts(2).get(Topics.HASTY)).isEqualTo(Map.of("kept", 5L));
    assertThat(joins.unjoined()).isEqualTo(5);
  }

  @Test
  void shouldNoticeWhatWasJoinedTwice() {
    patient(0, "kept", "kept");
    joins.joined("w0");
    joins.joined("w0");
    assertThat(joins.joinedTwice()).isEqualTo(1);

    joins.asked(Kind.HASTY, 0);
    joins.joined("h0");
    joins.joined("h0");
    joins.joined("x7"); // of nothing that was sent
    joins.joined("");
    assertThat(joins.joinedTwice()).isEqualTo(4);
  }

  @Test
  void shouldNoticeAnExampleOfAnOrderWithoutALabel() {
    joins.asked(Kind.PATIENT, 0);
    joins.joined("w0");

    assertThat(joins.joinedTwice()).isEqualTo(1);
    assertThat(joins.counts(0).get(Topics.PATIENT)).isEqualTo(new TreeMap<>());
  }

  private void patient(int number, String... labels) {
    joins.asked(Kind.PATIENT, number);
    for (String label : labels) {
      joins.told(Kind.PATIENT, number, label);
    }
  }
}
