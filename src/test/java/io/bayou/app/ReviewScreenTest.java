package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** People answer what the stream asks them, and the labels take the way that the spec says. */
@Tag("broker")
@Tag("browser")
@EnabledIf(Browser.INSTALLED)
class ReviewScreenTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int QUESTIONS = 10;
  private static final String SPEC =
      """
      learner: naive-bayes
      labels: {topics: [returns], id: order.ref, label: {path: state, map: {R: returned, K: kept}}}
      review: {per-hour: 100, margin: 0.9}
      """;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;
  private Browser browser;

  @Test
  void shouldSendTheLabelsThroughTheJoin() throws Exception {
    try (BayouProcess stream =
            BayouProcess.start(
                directory,
                "run",
                "-Dkafka.bootstrap.servers=" + broker.bootstrapServers(),
                "-Dstate.dir=" + directory,
                "-Dhttp.port=0",
                "-Dtopic.partitions=1",
                "-Dlabels.topics=returns");
        Browser started = Browser.start()) {
      browser = started;
      stream.awaitLine("serving ");
      Matcher address = Pattern.compile("serving (http\\S+)").matcher(stream.out());
      assertThat(address.find()).as(stream.out() + stream.err()).isTrue();
      String url = address.group(1);
      create();
      for (int i = 0; i < 20; i++) {
        String label = i % 2 == 0 ? "returned" : "kept";
        String event = event("t" + i, i % 3, ",\"label\":\"" + label + "\"");
        await().atMost(Browser.PATIENCE).until(() -> post(url, event) == 202);
      }
      browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
      browser.open(url + "#/review/orders");
      await()
          .atMost(Browser.PATIENCE)
          .until(() -> browser.text("#screen").contains("at most 100 events per hour"));

      for (int i = 0; i < QUESTIONS; i++) {
        assertThat(post(url, event("q" + i, 1, ""))).isEqualTo(202);
      }
      await().atMost(Browser.PATIENCE).until(() -> tile(0).equals("" + QUESTIONS));
      ScreenCheck.check(browser, directory.resolve("images"), "review-budget");
      for (int given = 1; given <= QUESTIONS; given++) {
        browser.find(By.tagName("body")).sendKeys(given % 2 == 0 ? "1" : "2");
        String labeled = "" + given;
        await()
            .atMost(Browser.PATIENCE)
            .pollInterval(Duration.ofMillis(100))
            .until(() -> tile(1).equals(labeled));
      }

      await().atMost(Browser.PATIENCE).until(() -> tile(2).equals("" + (20 + QUESTIONS)));
      await()
          .atMost(Browser.PATIENCE)
          .until(
              () ->
                  get(url, "models/orders/reviews")
                      .equals("{\"model\":\"orders\",\"reviews\":[]}"));
      assertThat(get(url, "labels"))
          .contains("\"topics\":[\"returns\"]", "\"JOINED\":" + QUESTIONS);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /* Waiting, labeled here, learned by the model. */
  private String tile(int place) {
    List<String> tiles = browser.texts(".tile dd");
    return tiles.size() > place ? tiles.get(place) : "";
  }

  private void create() throws IOException {
    Path spec = Files.writeString(directory.resolve("orders.yaml"), SPEC);
    Cli create =
        Cli.bayou(
            "models",
            "create",
            "orders",
            "--spec",
            spec.toString(),
            "-Dlabels.topics=returns",
            "-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    assertThat(create.exitCode()).as(create.err()).isZero();
  }

  private static String event(String id, int x, String label) {
    return "{\"id\":\"%s\",\"model\":\"orders\",\"features\":{\"x\":%d}%s}".formatted(id, x, label);
  }

  private static int post(String url, String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "events"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return HTTP.send(request, BodyHandlers.ofString()).statusCode();
  }

  private static String get(String url, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }
}
