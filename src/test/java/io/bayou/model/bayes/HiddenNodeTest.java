package io.bayou.model.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelSpec;
import io.bayou.model.Posterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks with nodes that events never have, against the networks that the events came from. */
class HiddenNodeTest {
  private static final int ROWS = 20_000;

  private static final String FIRE_ALARM =
      """
      learner: bayes-net
      class: %s
      network: {Tampering: [], Fire: [], Alarm: [Tampering, Fire], Smoke: [Fire], Leaving: [Alarm],
        Report: [Leaving]}
      tables:
        Fire: {"": {true: 0.01, false: 0.99}}
        Tampering: {"": {true: 0.02, false: 0.98}}
        Alarm:
          "Tampering=true,Fire=true": {true: 0.5, false: 0.5}
          "Tampering=true,Fire=false": {true: 0.85, false: 0.15}
          "Tampering=false,Fire=true": {true: 0.99, false: 0.01}
          "Tampering=false,Fire=false": {true: 0.0001, false: 0.9999}
        Smoke: {"Fire=true": {true: 0.9, false: 0.1}, "Fire=false": {true: 0.01, false: 0.99}}
        Leaving: {"Alarm=true": {true: 0.88, false: 0.12}, "Alarm=false": {true: 0.001, false: 0.999}}
        Report: {"Leaving=true": {true: 0.75, false: 0.25}, "Leaving=false": {true: 0.01, false: 0.99}}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"Fire", "Report", "Tampering", "Leaving"})
  void shouldLearnTheFireAlarmWithoutTheAlarm(String label) {
    SampledNetwork network = new SampledNetwork(FIRE_ALARM.formatted(label));
    Learner learned = network.learned(network.learnedWithout("Alarm"), ROWS, 4L);
    System.out.println(label + " " + network.excess(learned));
    assertThat(network.excess(learned)).isLessThan(1.02);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldLoseNothingAgainstCounting(long seed) {
    SampledNetwork network = new SampledNetwork(FIRE_ALARM.formatted("Fire"));
    ModelSpec counting =
        SpecCodec.read(
            "test",
            """
            learner: bayes-net
            class: Fire
            network: {Tampering: [], Smoke: [Fire], Leaving: [Tampering, Fire], Report: [Leaving]}
            features: {Tampering: bernoulli, Smoke: bernoulli, Leaving: bernoulli, Report: bernoulli}
            """);
    Learner learned = network.learned(network.learnedWithout("Alarm"), ROWS, seed);
    double counted = network.excess(network.learned(counting, ROWS, seed));
    System.out.println(seed + " " + network.excess(learned) + " " + counted);
    assertThat(network.excess(learned)).isLessThan(1.01 * counted);
  }
}
