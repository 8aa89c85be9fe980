package io.bayou.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.utils.Utils;

/**
 * Keeps a second broker, in this process or another, out of a data directory. The operating system
 * releases it when the process ends, even in a crash.
 *
 * <p>Kafka has its own lock, but takes it only after it has opened, and perhaps truncated, the
 * metadata log.
 */
record DirectoryLock(Path directory, FileChannel channel) implements AutoCloseable {
  private static final String FILE = "broker.lock";

  /* Far behind the process id in the file: on Windows a locked byte cannot be read. */
  private static final long LOCKED_BYTE = 1L << 40;

  /* A POSIX lock belongs to the process, and closing any channel on the file releases it: a second
   * broker of this process must be rejected before it opens the file. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  /**
   * Locks an existing directory.
   *
   * @throws BrokerException if another broker has it
   */
  static DirectoryLock acquire(Path directory) throws IOException {
    Path real = directory.toRealPath();
    if (!HELD_HERE.add(real)) {
      throw inUse(directory, "this process");
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(real.resolve(FILE), CREATE, READ, WRITE);
      if (channel.tryLock(LOCKED_BYTE, 1, false) == null) {
        throw inUse(directory, owner(real.resolve(FILE)));
      }
      writeProcessId(channel);
      return new DirectoryLock(real, channel);
    } catch (IOException | RuntimeException e) {
      Utils.closeQuietly(channel, FILE);
      HELD_HERE.remove(real);
      throw e;
    }
  }

  @Override
  public void close() {
    Utils.closeQuietly(channel, FILE);
    HELD_HERE.remove(directory);
  }

  private static void writeProcessId(FileChannel channel) throws IOException {
    ByteBuffer id = US_ASCII.encode(ProcessHandle.current().pid() + "\n");
    channel.truncate(0);
    while (id.hasRemaining()) {
      channel.write(id, id.position());
    }
  }

  /* The file is empty until the owner has written its process id. */
  private static String owner(Path file) throws IOException {
    String id = Files.readString(file, US_ASCII).strip();
    return id.isEmpty() ? "another process" : "process " + id;
  }

  private static BrokerException inUse(Path directory, String owner) {
    return new BrokerException(
        "data directory %s is in use by the broker of %s; stop it or choose another directory"
            .formatted(directory, owner));
  }
}
