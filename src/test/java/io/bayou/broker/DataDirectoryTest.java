package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path temporary;

  @Test
  void shouldFormatADirectoryOnceAndKeepItsIdentity() throws IOException {
    Path path = temporary.resolve("deep/below");
    DataDirectory.open(path).close();
    String identity = identity(path);

    DataDirectory.open(path).close();

    assertThat(identity).contains("cluster.id=");
    assertThat(identity(path)).isEqualTo(identity);
  }

  @Test
  void shouldFormatAgainWhenACrashCutTheFormatShort() throws IOException {
    Files.createDirectories(temporary.resolve("kafka.new"));
    Files.writeString(temporary.resolve("kafka.new/meta.properties"), "half");

    DataDirectory.open(temporary).close();

    assertThat(identity(temporary)).contains("cluster.id=");
    assertThat(temporary.resolve("kafka.new")).doesNotExist();
  }

  @Test
  void shouldLockADirectoryUntilItIsClosed() {
    try (DataDirectory owner = DataDirectory.open(temporary)) {
      assertThatThrownBy(() -> DataDirectory.open(owner.path()))
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining("is in use by the broker of this process");
      assertThatThrownBy(
              () -> DataDirectory.open(temporary.resolve("../" + temporary.getFileName())))
          .isInstanceOf(BrokerException.class);
    }

    DataDirectory.open(temporary).close();
  }

  @Test
  void shouldRefuseAFileInPlaceOfADirectory() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");

    assertThatThrownBy(() -> DataDirectory.open(file))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "cannot use data directory %s (%s is not a directory);"
                + " choose a directory that you may write to",
            file, file);
  }

  @Test
  void shouldRefuseADirectoryWithoutItsIdentity() throws IOException {
    Files.createDirectory(temporary.resolve("kafka"));

    assertDamaged("kafka/meta.properties is missing");
  }

  @Test
  void shouldRefuseTopicsWithoutMetadata() throws IOException {
    DataDirectory.open(temporary).close();
    Files.createDirectory(temporary.resolve("kafka/topic-0"));

    assertDamaged("kafka/__cluster_metadata-0 is missing");
  }

  @Test
  void shouldRefuseAMetadataLogThatKafkaWouldCut() throws IOException {
    DataDirectory.open(temporary).close();
    Path log = temporary.resolve("kafka/__cluster_metadata-0/00000000000000000000.log");
    Files.createDirectory(log.getParent());
    Files.writeString(log, "this is garbage, not a log");

    assertDamaged("kafka/__cluster_metadata-0/00000000000000000000.log is not readable at byte 0");
  }

  @Test
  @EnabledOnOs(OS.LINUX) // whose /proc never has a byte to spare
  void shouldRefuseAFullDisk() {
    assertThatThrownBy(() -> DataDirectory.open(Path.of("/proc")))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "the disk of data directory /proc is full: 0.0 MB free, the broker needs 32.0 MB;"
                + " free some space or choose another directory");
  }

  private void assertDamaged(String reason) {
    assertThatThrownBy(() -> DataDirectory.open(temporary))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "data directory %s is damaged: %s;"
                + " restore it from a copy, or remove it to start with an empty broker",
            temporary, reason);
  }

  private static String identity(Path path) throws IOException {
    return Files.readString(path.resolve("kafka/meta.properties"));
  }
}
