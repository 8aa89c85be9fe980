package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Prediction;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The classes that a prior names are answered before any example of them has come. */
class GivenClassesTopologyTest {
  private static final String BAGS =
      """
      learner: average
      forgetting: 1
      members:
        - {name: h1, weight: 0.1, learner: majority, prior: {cherry: 1, lime: 0}}
        - {name: h2, weight: 0.2, learner: majority, prior: {cherry: 0.75, lime: 0.25}}
        - {name: h3, weight: 0.4, learner: majority, prior: {cherry: 0.5, lime: 0.5}}
        - {name: h4, weight: 0.2, learner: majority, prior: {cherry: 0.25, lime: 0.75}}
        - {name: h5, weight: 0.1, learner: majority, prior: {cherry: 0, lime: 1}}
      """;

  private final TestStream stream = new TestStream(Map.of(), SpecCodec.read("bags.yaml", BAGS));

  @AfterEach
  void stop() {
    stream.close();
  }

  /* Fractions by hand: the posterior of the bags after each lime, and the next candy. */
  @Test
  void shouldWeighCandyBagsFromTheFirstCandyOn() {
    double[] limes = {0.5, 13.0 / 20.0, 19.0 / 26.0, 121.0 / 152.0};
    double[] fifth = {0.1, 1.0 / 5.0, 4.0 / 13.0, 8.0 / 19.0};
    for (int seen = 0; seen < limes.length; seen++) {
      Prediction answer = stream.ask("{\"features\":{}}");
      assertThat(answer.posterior().get("lime")).isCloseTo(limes[seen], within(1e-12));
      assertThat(answer.hypotheses().get("h5")).isCloseTo(fifth[seen], within(1e-12));
      stream.learn("{\"features\":{},\"label\":\"lime\"}");
      stream.passInterval();
    }
  }
}
