package io.bayou.broker;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Explains in one line why a broker failed. */
final class Diagnosis {
  /* Kafka stops at the first write that does not fit, which may leave some blocks free. */
  private static final long FULL_BELOW_BYTES = 1024L * 1024;

  private static final Logger log = LoggerFactory.getLogger(Diagnosis.class);

  private Diagnosis() {}

  /** The broker ran and had to stop. */
  static BrokerException stopped(Path directory, Throwable fault) {
    return of(
        directory,
        fault,
        "the broker on %s had to stop: %s; start it again".formatted(directory, message(fault)));
  }

  /** The broker did not start. */
  static BrokerException notStarted(Path directory, Throwable fault) {
    return of(
        directory,
        fault,
        ("the broker on %s could not start: %s;"
                + " if the directory is damaged, restore it from a copy or remove it")
            .formatted(directory, message(fault)));
  }

  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / (1024.0 * 1024.0));
  }

  /** The reason of a failed file operation, in words. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a directory";
    }
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " does not exist";
    }
    if (e instanceof FileSystemException failed && failed.getReason() != null) {
      return failed.getReason().toLowerCase(Locale.ROOT);
    }
    return String.valueOf(e.getMessage());
  }

  /** The message of a fault, in one line without a full stop. */
  static String message(Throwable fault) {
    Throwable cause = fault;
    while (isWrapper(cause) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause instanceof IOException io ? reason(io) : cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").replaceFirst("\\.$", "");
  }

  private static boolean isWrapper(Throwable fault) {
    return fault instanceof FaultHandlerException
        || fault instanceof CompletionException
        || fault instanceof ExecutionException
        || fault.getClass() == RuntimeException.class;
  }

  /* Kafka often only logs the cause and then ends the process, so the state of the directory tells
   * more. */
  private static BrokerException of(Path directory, Throwable fault, String otherwise) {
    if (DataDirectory.isLost(directory)) {
      return new BrokerException(
          "data directory %s has disappeared under the broker; bring it back and start again"
              .formatted(directory),
          fault);
    }
    long free = freeBytes(directory);
    String message =
        free < FULL_BELOW_BYTES
            ? "the disk of data directory %s is full (%s free); free some space, then start again"
                .formatted(directory, megabytes(free))
            : otherwise + " (-Dbayou.log.broker.level=error tells more)";
    return new BrokerException(message, fault);
  }

  private static long freeBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException e) {
      log.warn("cannot read the free space of {}", directory, e);
      return Long.MAX_VALUE;
    }
  }
}
