package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void shouldTimeTheLearners() {
    try (Metrics metrics = new Metrics()) {
      metrics.learnedIn(5_000);
      metrics.learnedIn(2_000_000);
      metrics.predictedIn(700);

      assertThat(metrics.scrape())
          .contains("# TYPE bayou_learn_seconds histogram\n")
          .contains("bayou_learn_seconds_bucket{le=\"1.0E-6\"} 0\n")
          .contains("bayou_learn_seconds_bucket{le=\"1.0E-5\"} 1\n")
          .contains("bayou_learn_seconds_bucket{le=\"0.01\"} 2\n")
          .contains("bayou_learn_seconds_count 2\n", "bayou_learn_seconds_sum 0.002005\n")
          .contains("bayou_learn_seconds_max 0.002\n")
          .contains("bayou_predict_seconds_count 1\n", "bayou_predict_seconds_sum 7.0E-7\n");
    }
  }
}
