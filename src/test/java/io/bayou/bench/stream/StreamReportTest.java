package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Json;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StreamReportTest {
  private static StreamResult result(Map<Variant, List<Measured>> rounds) {
    return StreamResult.of(
        new Workload(
            5_000, 3, 1, 100, "", new TreeMap<>(), 7, 4, 0, Shape.NATIVE, ModelSpec.defaults()),
        rounds,
        Map.of());
  }

  @Test
  void shouldLeaveOutWhatWasNotMeasured() {
    StreamResult result =
        result(
            Map.of(
                Variant.PASS_THROUGH,
                List.of(new Measured(2000.0, 4.0, 0.5, 20e6, 0.0, 0.0)),
                Variant.LEARN,
                List.of(new Measured(1000.0, 5.0, 1.5, 30e6, 1234.0, 17.5))));
    StringWriter out = new StringWriter();

    StreamReport.print(result, new PrintWriter(out, true));

    assertThat(out.toString().lines().filter(line -> line.startsWith("learn")))
        .singleElement()
        .asString()
        .containsSubsequence(
            "1,000", " 0.50 ", " - ", " 5.00 ", " 0.80 ", " 1.50 ", " 30.0 ", " - ", " 1,234 ",
            " 17.5");
    assertThat(out.toString()).doesNotContain("NaN");
  }

  @Test
  void shouldTellTheMediansAndTheSpreadOfTheRounds() {
    StreamResult result =
        result(
            Map.of(
                Variant.PASS_THROUGH,
                List.of(measured(2_000, 4.0), measured(1_000, 2.0), measured(3_000, 3.0)),
                Variant.LEARN,
                List.of(measured(1_500, 5.0), measured(1_000, 4.0), measured(500, 6.0))));

    Map<String, Object> json =
        Json.object(
            new String(JsonObject.bytes(object -> StreamReport.write(object, result)), UTF_8));

    assertThat(Json.number(json, "recordsPerSecond", "learn")).isEqualTo(1_000.0);
    assertThat(Json.number(json, "spread", "recordsPerSecond", "learn", "min")).isEqualTo(500.0);
    assertThat(Json.number(json, "spread", "recordsPerSecond", "learn", "max")).isEqualTo(1_500.0);
    assertThat(Json.number(json, "cpuRatioToPassThrough", "learn")).isEqualTo(3.0 / 5.0);
    assertThat(Json.number(json, "spread", "cpuRatioToPassThrough", "learn", "min"))
        .as("in the rounds 4/5, 2/4 and 3/6")
        .isEqualTo(0.5);
    assertThat(Json.number(json, "spread", "cpuRatioToPassThrough", "learn", "max")).isEqualTo(0.8);
    assertThat(Json.number(json, "spread", "heapBytes", "learn", "max")).isEqualTo(20e6);
  }

  private static Measured measured(double recordsPerSecond, double cpuMicros) {
    return new Measured(recordsPerSecond, cpuMicros, 0.5, 20e6, 0.0, 0.0);
  }
}
