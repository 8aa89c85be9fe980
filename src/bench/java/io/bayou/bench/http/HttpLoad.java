package io.bayou.bench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Repeats one request on several connections, each as fast as it is answered. */
final class HttpLoad {
  /** Latencies in nanoseconds, sorted, and how long it took to collect them. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Result(long[] nanos, double seconds) {
    int requests() {
      return nanos.length;
    }

    double perSecond() {
      return nanos.length / seconds;
    }

    double p50Millis() {
      return quantile(0.5);
    }

    double p99Millis() {
      return quantile(0.99);
    }

    private double quantile(double q) {
      return nanos.length == 0 ? Double.NaN : nanos[(int) (q * (nanos.length - 1))] / 1e6;
    }
  }

  private final int port;
  private final byte[] request;

  HttpLoad(int port, String path, String json) {
    this.port = port;
    byte[] body = json.getBytes(UTF_8);
    String head =
        String.join(
            "\r\n",
            "POST " + path + " HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            "Content-Length: " + body.length,
            "",
            "");
    request = (head + json).getBytes(UTF_8);
  }

  Result run(int connections, Duration duration) {
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    List<CompletableFuture<long[]>> clients = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      CompletableFuture<long[]> latencies = new CompletableFuture<>();
      Thread client = new Thread(() -> complete(latencies, end), "load-" + i);
      client.setDaemon(true);
      client.start();
      clients.add(latencies);
    }
    long[] all =
        clients.stream().map(CompletableFuture::join).flatMapToLong(Arrays::stream).toArray();
    double seconds = (System.nanoTime() - start) / 1e9;
    Arrays.sort(all);
    return new Result(all, seconds);
  }

  private void complete(CompletableFuture<long[]> latencies, long end) {
    try {
      latencies.complete(client(end));
    } catch (IOException e) {
      latencies.completeExceptionally(new UncheckedIOException(e));
    }
  }

  private long[] client(long end) throws IOException {
    long[] nanos = new long[1 << 16];
    int count = 0;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      long before = System.nanoTime();
      while (before < end) {
        socket.getOutputStream().write(request);
        readResponse(in);
        long after = System.nanoTime();
        nanos = count == nanos.length ? Arrays.copyOf(nanos, 2 * count) : nanos;
        nanos[count++] = after - before;
        before = after;
      }
    }
    return Arrays.copyOf(nanos, count);
  }

  private static void readResponse(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("the server answered " + status);
    }
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).trim());
      }
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    byte[] line = new byte[512];
    int length = 0;
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server hung up");
      }
      if (b != '\r' && length < line.length) {
        line[length++] = (byte) b;
      }
    }
    return new String(line, 0, length, US_ASCII);
  }
}
