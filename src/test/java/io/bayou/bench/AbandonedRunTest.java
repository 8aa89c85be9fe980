package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.app.BayouProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a signal ends leaves no temporary directory behind, however far it has come. */
@Tag("broker")
class AbandonedRunTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "demo --port 0, starting Kafka",
    "demo --port 0, Ask it yourself",
    "bench replay --records 50000, loading",
    "bench stream --records 50000, loading",
  })
  void shouldRemoveItsTemporaryDirectory(String command, String when) throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    try (BayouProcess process =
        BayouProcess.start(
            directory, List.of("-Djava.io.tmpdir=" + temporary), command.split(" ", -1))) {
      await().atMost(PATIENCE).until(() -> (process.out() + process.err()).contains(when));
      assertThat(own(temporary)).as("before").hasSize(1);

      int exitCode = process.terminate();

      assertThat(own(temporary)).as(process.err()).isEmpty();
      assertThat(process.err()).doesNotContain("Exception");
      if (command.startsWith("demo")) {
        assertThat(exitCode).isZero();
      }
    }
  }

  private static List<Path> own(Path temporary) throws Exception {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("bayou-")).toList();
    }
  }
}
