package io.bayou.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One {@code bayou run} in its own process, with its HTTP server on a free port. */
public final class BayouInstance {
  private static final String HEAP = "-Xmx512m";

  /** For instances that are measured. */
  public static final List<String> PLAIN_JVM = List.of(HEAP);

  /** For several on a machine that live for seconds: a second compiler would take their time. */
  public static final List<String> LIGHT_JVM =
      List.of(HEAP, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Pattern URL = Pattern.compile("serving (http://\\S+)");
  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(10);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build();

  private final ChildProcess process;

  private BayouInstance(ChildProcess process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param settings as {@code name=value}
   */
  public static BayouInstance start(
      String name, Path logs, List<String> jvm, String bootstrapServers, List<String> settings) {
    List<String> command = new ArrayList<>(List.of("io.bayou.app.Main", "run"));
    command.add("-Dkafka.bootstrap.servers=" + bootstrapServers);
    command.add("-Dhttp.port=0");
    settings.forEach(setting -> command.add("-D" + setting));
    return new BayouInstance(ChildProcess.start(name, logs, jvm, command));
  }

  public ChildProcess process() {
    return process;
  }

  /** True if it is alive and reports that it is ready. */
  public boolean isReady() {
    return process.isAlive() && url().isPresent();
  }

  /** The body of the response; empty without a response or after an error. */
  public Optional<String> get(String path) throws InterruptedException {
    Optional<String> url = url();
    if (url.isEmpty() || !process.isAlive()) {
      return Optional.empty();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url.get().replaceAll("/$", "") + path))
            .timeout(HTTP_TIMEOUT)
            .build();
    try {
      HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString(UTF_8));
      return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // it is on its way up or down
    }
  }

  private Optional<String> url() {
    Matcher matcher = URL.matcher(process.out());
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
