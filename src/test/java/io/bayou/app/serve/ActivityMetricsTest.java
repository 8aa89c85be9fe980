package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.stream.CountedActivity;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

class ActivityMetricsTest {
  @Test
  void shouldCountWhatIsLeftOutByModelAndReason() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ActivityMetrics.bind(registry, CountedActivity.create());

    assertThat(registry.scrape())
        .contains("bayou_left_out_total{model=\"a\",reason=\"TOO_MANY_CLASSES\"} 5.0")
        .contains("bayou_left_out_total{model=\"b\",reason=\"TOO_MANY_TOKENS\"} 7.0")
        .contains("bayou_output_dropped_total{topic=\"predictions\"} 2.0")
        .contains("bayou_skipped_total 1.0")
        .contains("bayou_dead_letters_truncated_total 1.0");
  }
}
