package io.bayou.broker;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * The directory of one broker, locked, formatted and verified: {@code broker.lock} and Kafka's own
 * files in {@code kafka/}.
 */
record DataDirectory(Path path, DirectoryLock lock) implements AutoCloseable {
  /* A new broker needs 0.1 MB; the rest is for a first session and a clean shutdown. */
  private static final long MIN_FREE_BYTES = 32L * 1024 * 1024;

  private static final String KAFKA = "kafka";
  private static final String UNFINISHED_FORMAT = "kafka.new";
  private static final String IDENTITY = "meta.properties";

  /**
   * Opens a directory, creating and formatting it on first use.
   *
   * @throws BrokerException if it cannot be written, is in use, on a full disk, or damaged
   */
  static DataDirectory open(Path path) {
    try {
      if (!Files.isDirectory(path)) { // createDirectories rejects a symbolic link on some Java 17
        Files.createDirectories(path);
      }
      requireSpace(path);
      DataDirectory directory = new DataDirectory(path, DirectoryLock.acquire(path));
      try {
        if (Files.exists(directory.kafka())) {
          directory.verify();
        } else {
          directory.format();
        }
        return directory;
      } catch (IOException | RuntimeException e) {
        directory.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BrokerException(
          "cannot use data directory %s (%s); choose a directory that you may write to"
              .formatted(path, Diagnosis.reason(e)),
          e);
    }
  }

  /** Whether the directory of a running broker is gone; Kafka may have created some of it again. */
  static boolean isLost(Path path) {
    return !Files.isDirectory(path)
        || (Files.isDirectory(path.resolve(KAFKA)) && !isFormatted(path.resolve(KAFKA)));
  }

  private static boolean isFormatted(Path kafka) {
    return Files.isRegularFile(kafka.resolve(IDENTITY));
  }

  /** Where Kafka keeps topics and metadata. */
  Path kafka() {
    return path.resolve(KAFKA);
  }

  BrokerException damaged(String reason, Throwable cause) {
    return new BrokerException(
        ("data directory %s is damaged: %s;"
                + " restore it from a copy, or remove it to start with an empty broker")
            .formatted(path, reason),
        cause);
  }

  @Override
  public void close() {
    lock.close();
  }

  private static void requireSpace(Path path) throws IOException {
    long free = Files.getFileStore(path).getUsableSpace();
    if (free < MIN_FREE_BYTES) {
      throw new BrokerException(
          ("the disk of data directory %s is full: %s free, the broker needs %s;"
                  + " free some space or choose another directory")
              .formatted(path, Diagnosis.megabytes(free), Diagnosis.megabytes(MIN_FREE_BYTES)));
    }
  }

  /* Kafka formats file by file; the final rename makes it atomic. */
  private void format() throws IOException {
    Path unfinished = path.resolve(UNFINISHED_FORMAT);
    Utils.delete(unfinished.toFile());
    Files.createDirectory(unfinished);
    try {
      new Formatter()
          .setNodeId(BrokerSettings.NODE_ID)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
          .setDirectories(List.of(unfinished.toString()))
          .setMetadataLogDirectory(unfinished.toString())
          .setHasDynamicQuorum(false)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Kafka's formatter failed", e);
    }
    Files.move(unfinished, kafka(), ATOMIC_MOVE);
  }

  private void verify() throws IOException {
    if (!isFormatted(kafka())) {
      throw damaged(KAFKA + "/" + IDENTITY + " is missing", null);
    }
    Path metadata = kafka().resolve(MetadataLog.DIRECTORY);
    try {
      if (Files.isDirectory(metadata)) {
        MetadataLog.verify(metadata);
      } else if (hasTopics()) {
        throw new CorruptRecordException(MetadataLog.DIRECTORY + " is missing");
      }
    } catch (CorruptRecordException e) {
      throw damaged(KAFKA + "/" + e.getMessage(), e);
    }
  }

  private boolean hasTopics() throws IOException {
    try (Stream<Path> content = Files.list(kafka())) {
      return content.anyMatch(Files::isDirectory);
    }
  }
}
