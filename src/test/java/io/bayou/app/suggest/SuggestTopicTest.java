package io.bayou.app.suggest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.broker.BrokerExtension;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A suggestion for the records of a topic. */
@Tag("broker")
class SuggestTopicTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldSuggestASpecThatReadsTheTopic() throws Exception {
    broker.client().createTopic("orders", 2, Map.of());
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      lines.append("{\"order\":{\"ref\":\"o-").append(i).append("\",\"total\":").append(i % 40);
      lines.append("},\"paid\":\"").append(i % 40 < 20 ? "late" : "soon").append("\"}\n");
    }
    Path file = Files.writeString(directory.resolve("orders.jsonl"), lines, UTF_8);
    bayou("produce", "--topic=orders", "--raw", "--key=order.ref", "--file=" + file);

    Cli result = bayou("suggest", "--topic=orders", "--label=paid");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("# orders: 200 rows\n# 2 classes: late, soon\n");
    InputSpec input = SpecCodec.read("output", result.out()).input().orElseThrow();
    assertThat(input.topics()).containsExactly("orders");
    assertThat(input.label().map(LabelSource::source)).contains("paid");
    assertThat(input.features()).containsOnlyKeys("total");
    assertThat(bayou("suggest", "--topic=orders").err())
        .contains("orders: --label PATH is missing");
    assertThat(bayou("suggest", "--topic=orders", "--label=pad").err())
        .contains("no record of orders has a value at 'pad' (did you mean 'paid'?)");
    assertThat(bayou("suggest", "--topic=order", "--label=paid"))
        .isEqualTo(new Cli(1, "", "bayou: there is no topic 'order' (did you mean 'orders'?)\n"));
  }

  private static Cli bayou(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("-Dtopic.prefix=");
    all.add("-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    return Cli.bayou(all.toArray(String[]::new));
  }
}
