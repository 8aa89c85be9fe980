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
            new Workload(5_000, 3, 1, "", new TreeMap<>(), 7, 4, ModelSpec.defaults()),
            Map.of(Variant.PASS_THROUGH, 2000.0, Variant.LEARN, 1000.0),
            Map.of(Variant.PASS_THROUGH, 4.0, Variant.LEARN, 5.0),
            Map.of(Variant.PASS_THROUGH, 20.0, Variant.LEARN, 30.0),
            Map.of());
    StringWriter out = new StringWriter();

    StreamReport.print(result, new PrintWriter(out, true));

    assertThat(out.toString().lines().filter(line -> line.startsWith("learn")))
        .singleElement()
        .asString()
        .containsSubsequence("1,000", " 0.50 ", " - ", " 5.00 ", " 0.80 ", " 30.0 ", " - ");
    assertThat(out.toString()).doesNotContain("NaN");
  }
}
