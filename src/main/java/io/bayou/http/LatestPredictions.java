package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The latest predictions as JSON, bounded in number and bytes. Thread-safe. */
final class LatestPredictions {
  static final int MAX_BYTES = 4 << 20;

  private static final int MAX_COUNT = 200;
  private static final byte[] START = "{\"predictions\":[".getBytes(UTF_8);
  private static final byte[] END = "]}".getBytes(UTF_8);

  private final Deque<byte[]> latest = new ArrayDeque<>();
  private long bytes;

  synchronized void add(byte[] prediction) {
    latest.addFirst(prediction);
    bytes += prediction.length;
    while (latest.size() > MAX_COUNT || bytes > MAX_BYTES) {
      bytes -= latest.removeLast().length;
    }
  }

  /** The size of the kept predictions. */
  synchronized long bytes() {
    return bytes;
  }

  /** Writes them as a JSON object, the newest first, without copying them. */
  void writeTo(OutputStream out) throws IOException {
    List<byte[]> now;
    synchronized (this) {
      now = new ArrayList<>(latest);
    }
    out.write(START);
    for (int i = 0; i < now.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.write(now.get(i));
    }
    out.write(END);
  }
}
