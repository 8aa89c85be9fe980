package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The brokers are away for longer than any client waits for them. Here clients wait for seconds;
 * {@code bin/bayou chaos --plan outage} has their usual patience.
 */
@Tag("broker")
class OutageTest {
  private static final String[] SETTINGS = {
    "kafka.request.timeout.ms=2000",
    "kafka.default.api.timeout.ms=4000",
    "producer.delivery.timeout.ms=4000",
    "producer.max.block.ms=3000",
    "streams.task.timeout.ms=1000",
    "http.port=0"
  };

  private static final Pattern URL = Pattern.compile("serving (http://\\S+)");

  @TempDir Path directory;

  @Test
  void shouldSayThatNoBrokerIsThereAndGoOnWhenOneIsBack() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("broker")));
    int port = URI.create("kafka://" + broker.bootstrapServers()).getPort();
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "away.", SETTINGS)) {
      BayouProcess instance = fleet.start("a");
      fleet.send(200, 100);
      fleet.await(200, 100);
      assertThat(probe(instance, "ready").statusCode()).isEqualTo(200);

      broker.close();
      fleet.await(() -> assertThat(probe(instance, "ready").body()).contains("no broker"));
      assertThat(probe(instance, "health").statusCode()).isEqualTo(200);
      fleet.await(() -> assertThat(instance.err()).contains("failed and is replaced"));
      assertThat(instance.isAlive()).isTrue();

      broker = EmbeddedBroker.start(new BrokerOptions(directory.resolve("broker"), port));
      fleet.await(() -> assertThat(probe(instance, "ready").statusCode()).isEqualTo(200));
      fleet.log().send(fleet.topic("labeled"), 200, 300, true);
      fleet.log().send(fleet.topic("unlabeled"), 100, 200, false);
      fleet.await(300, 200);
      assertThat(instance.isAlive()).isTrue();
      fleet.assertPublishedIsTheFold();
      fleet.assertAnsweredOnce(200);
    } finally {
      broker.close();
    }
  }

  private static HttpResponse<String> probe(BayouProcess instance, String path)
      throws IOException, InterruptedException {
    Matcher url = URL.matcher(instance.out());
    assertThat(url.find()).as(instance.out()).isTrue();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url.group(1) + path))
            .timeout(Duration.ofSeconds(10))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new AssertionError("the instance has ended: " + instance.err(), e);
    }
  }
}
