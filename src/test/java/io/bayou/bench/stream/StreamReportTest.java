package io.bayou.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StreamReportTest {
  @Test
  void shouldLeaveOutWhatWasNotMeasured() {
    StreamResult result =
        new StreamResult(
            new Workload(
                5_000, 3, 1, 100, "", new TreeMap<>(), 7, 4, 0, Shape.NATIVE, ModelSpec.defaults()),
            Map.of(
                Variant.PASS_THROUGH,
                new Measured(2000.0, 4.0, 0.5, 20e6, 0.0, 0.0),
                Variant.LEARN,
                new Measured(1000.0, 5.0, 1.5, 30e6, 1234.0, 17.5)),
            Map.of());
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
}
