package io.bayou.codec.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A registry that answers as told: with schemas, errors, slowly, or not at all. */
public final class TestRegistry implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile String notFound = "{\"error_code\":40403,\"message\":\"Schema not found\"}";
  private volatile String authorization;
  private volatile int failure;
  private volatile boolean hangs;

  public TestRegistry() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public RegistryOptions options(RegistryOptions.Type type) {
    return new RegistryOptions(
        List.of(url()),
        type,
        RegistryOptions.Numbers.AUTO,
        Optional.ofNullable(authorization),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(5));
  }

  /** Answers requests for a path, with its query. */
  public TestRegistry put(String path, String answer) {
    answers.put(path, answer);
    return this;
  }

  /** A schema in Confluent's API. */
  public TestRegistry putSchema(int id, String type, String schema) {
    return put("/schemas/ids/" + id, confluent(type, schema, "[]"));
  }

  static String confluent(String type, String schema, String references) {
    String quoted = schema.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return "{\"schemaType\":\"%s\",\"schema\":\"%s\",\"references\":%s}"
        .formatted(type, quoted, references);
  }

  public void requireAuthorization(String header) {
    authorization = header;
  }

  /** Answers every request with this status; 0: as usual. */
  public void failWith(int status) {
    failure = status;
  }

  public void sayNotFound(String body) {
    notFound = body;
  }

  /** Takes requests and does not answer them. */
  public void hang() {
    hangs = true;
  }

  public List<String> requests() {
    return requests;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    requests.add(path);
    if (hangs) {
      await();
    }
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (authorization != null && !authorization.equals(given)) {
      send(exchange, 401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
    } else if (failure != 0) {
      send(exchange, failure, "{\"error_code\":" + failure + "}");
    } else {
      String answer = answers.get(path);
      send(exchange, answer == null ? 404 : 200, answer == null ? notFound : answer);
    }
  }

  private void await() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Goes away; its port refuses connections. */
  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
