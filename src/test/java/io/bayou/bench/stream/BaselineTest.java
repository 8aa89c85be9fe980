package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.app.cli.CommandFailed;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
  private static final Workload WORKLOAD =
      new Workload(
          5_000,
          3,
          1,
          250,
          "at_least_once",
          new TreeMap<>(Map.of("producer.linger.ms", "0")),
          7,
          4,
          0,
          Shape.MAPPED_AVRO,
          ModelSpec.of(LearnerKind.LDA));

  @TempDir Path directory;

  @Test
  void shouldMeasureTheRecordedWorkloadAgain() throws IOException {
    assertThat(baseline(result(2.0, 4.0)).workload()).isEqualTo(WORKLOAD);
  }

  @Test
  void shouldLetAQuarterPass() throws IOException {
    assertThat(baseline(result(2.0, 4.0)).behind(result(2.0, 5.3))).isEmpty();
  }

  @Test
  void shouldSayWhichVariantHasFallenBehind() throws IOException {
    assertThat(baseline(result(2.0, 4.0)).behind(result(2.0, 5.4)))
        .singleElement()
        .asString()
        .startsWith("learn has fallen to 0.37")
        .contains("recorded is 0.50");
  }

  @Test
  void shouldBlameABusyMachineOnNobody() throws IOException {
    assertThat(baseline(result(2.0, 4.0)).behind(result(20.0, 40.0))).isEmpty();
  }

  @Test
  void shouldRefuseAFileWithoutRatios() throws IOException {
    Path file = Files.writeString(directory.resolve("other.json"), "{\"records\":1}");

    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("holds no cpuRatioToPassThrough");
  }

  @Test
  void shouldRefuseRatiosThatTheCompilersAreIn() throws IOException {
    byte[] json = JsonObject.bytes(object -> StreamReport.write(object, result(2.0, 4.0)));
    String former = new String(json, UTF_8).replace("compilerMicros", "other");
    Path file = Files.writeString(directory.resolve("former.json"), former);

    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("was recorded with the CPU time of the compilers");
  }

  private static StreamResult result(double passThrough, double learn) {
    return StreamResult.of(
        WORKLOAD,
        Map.of(
            Variant.PASS_THROUGH,
            List.of(new Measured(1e6 / passThrough, passThrough, 0.5, 20e6, 0.0, 0.0)),
            Variant.LEARN,
            List.of(new Measured(1e6 / learn, learn, 0.5, 30e6, 0.0, 0.0))),
        Map.of());
  }

  private Baseline baseline(StreamResult recorded) throws IOException {
    byte[] json = JsonObject.bytes(object -> StreamReport.write(object, recorded));
    return Baseline.read(Files.write(directory.resolve("baseline.json"), json));
  }
}
