package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.app.Cli;
import org.junit.jupiter.api.Test;

class BenchHttpCommandTest {
  @Test
  void shouldCompareWithAnEmptyHandler() throws Exception {
    JsonNode result =
        new ObjectMapper()
            .readTree(
                Cli.tools("bench", "http", "--rounds", "2", "--duration", "1s", "--json").out());

    assertThat(result.get("empty").get("requests").asInt()).isPositive();
    assertThat(result.get("predict").get("requests").asInt()).isPositive();
    assertThat(result.get("ratioToEmpty").asDouble()).isPositive();
    assertThat(result.get("predict").get("p99Millis").asDouble())
        .isGreaterThanOrEqualTo(result.get("predict").get("p50Millis").asDouble());
  }
}
