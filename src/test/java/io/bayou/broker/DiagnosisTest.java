package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DiagnosisTest {
  @TempDir Path directory;

  @Test
  void shouldTellFileErrorsInWords() {
    assertThat(Diagnosis.reason(new AccessDeniedException("/data"))).isEqualTo("permission denied");
    assertThat(Diagnosis.reason(new NoSuchFileException("/data/x")))
        .isEqualTo("/data/x does not exist");
    assertThat(Diagnosis.reason(new FileSystemException("/data", null, "Read-only file system")))
        .isEqualTo("read-only file system");
    assertThat(Diagnosis.reason(new IOException("Input/output error")))
        .isEqualTo("Input/output error");
  }

  @Test
  void shouldLookBehindTheExceptionsThatOnlyWrap() {
    Throwable telling = new UncheckedIOException("cannot read x", new IOException("bad byte"));

    assertThat(
            Diagnosis.message(
                new FaultHandlerException("startup", new ExecutionException(telling))))
        .isEqualTo("cannot read x");
  }

  @Test
  void shouldTellTheFirstLineWithoutItsFullStop() {
    assertThat(Diagnosis.message(new IllegalStateException("no leader.\nTry later.")))
        .isEqualTo("no leader");
    assertThat(Diagnosis.message(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void shouldSayThatARunningBrokerHadToStop() {
    assertThat(Diagnosis.stopped(directory, new IllegalStateException("no leader.")))
        .hasMessage(
            "the broker on %s had to stop: no leader; start it again"
                + " (-Dbayou.log.broker.level=error tells more)",
            directory);
  }

  @Test
  void shouldSeeThatTheDirectoryIsGoneAlsoWhereKafkaCreatedSomeOfItAgain() throws IOException {
    Files.createDirectories(directory.resolve("kafka/topic-0"));

    assertThat(Diagnosis.stopped(directory, new IllegalStateException("gave up")))
        .hasMessage(
            "data directory %s has disappeared under the broker; bring it back and start again",
            directory);
  }

  @Test
  @EnabledOnOs(OS.LINUX) // whose /proc never has a byte to spare
  void shouldSeeAFullDiskBehindAnyFault() {
    assertThat(Diagnosis.stopped(Path.of("/proc"), new IllegalStateException("gave up")))
        .hasMessage(
            "the disk of data directory /proc is full (0.0 MB free);"
                + " free some space, then start again");
  }
}
