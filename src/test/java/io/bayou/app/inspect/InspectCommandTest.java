package io.bayou.app.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.broker.BrokerExtension;
import io.bayou.codec.spec.SpecCodec;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records of another shape, from a file to a topic and from there to a spec. */
@Tag("broker")
class InspectCommandTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldSendLinesAsTheyAreAndWriteASpecForThem() throws Exception {
    broker.client().createTopic("payments", 3, Map.of());
    broker.client().createTopic("nothing", 1, Map.of());
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      lines.append("{\"order\":{\"ref\":\"o-").append(i).append("\",\"total\":").append(i % 40);
      lines.append("},\"status\":\"").append(i % 3 == 0 ? "R" : "K").append("\"}\n");
    }
    Path file = Files.writeString(directory.resolve("payments.jsonl"), lines, UTF_8);

    Cli sent = bayou("produce", "--topic=payments", "--raw", "--key=order.ref", "--file=" + file);
    Cli text = bayou("inspect", "payments");
    Cli json = bayou("inspect", "payments", "--json", "--records=50", "--from-beginning");

    assertThat(sent).isEqualTo(new Cli(0, "sent 300 records to payments\n", ""));
    assertThat(text.err()).isEmpty();
    assertThat(text.out())
        .startsWith(
            "# payments: 300 of about 300 records, 3 partitions, JSON\n# keys: all different")
        .contains("\n  id: order.ref ");
    assertThat(SpecCodec.read("output", text.out()).input().orElseThrow().features())
        .containsOnlyKeys("total");
    assertThat(Json.object(json.out())).containsEntry("records", 50);
    assertThat(bayou("inspect", "nothing").out()).startsWith("# nothing has no records");
    assertThat(bayou("inspect", "payment"))
        .isEqualTo(
            new Cli(1, "", "bayou: there is no topic 'payment' (did you mean 'payments'?)\n"));
    assertThat(bayou("inspect", "payments", "--records=0").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldSendStandardInputAndSayWhatItLeftOut() throws Exception {
    broker.client().createTopic("raw", 1, Map.of());
    InputStream in = System.in;
    try {
      System.setIn(new ByteArrayInputStream("{\"a\":{\"b\":7}}\nno JSON\n{}\n".getBytes(UTF_8)));
      Cli keyed = bayou("produce", "--topic", "raw", "--raw", "--key", "a.b", "--file", "-");
      System.setIn(new ByteArrayInputStream("anything\n\n\u00e4\n".getBytes(UTF_8)));
      Cli plain = bayou("produce", "--topic", "raw", "--raw", "--file", "-");

      assertThat(keyed.exitCode()).isEqualTo(1);
      assertThat(keyed.out()).isEqualTo("sent 1 records to raw\n");
      assertThat(keyed.err())
          .contains("-:2: left out: ", "-:3: left out: the record has no value at 'a.b'");
      assertThat(plain).isEqualTo(new Cli(0, "sent 2 records to raw\n", ""));
    } finally {
      System.setIn(in);
    }
    assertThat(bayou("produce", "--topic=raw", "--key=a", "--file=-").err())
        .contains("--key is for --raw");
    assertThat(bayou("produce", "--topic=raw", "--raw", "--label=x", "--file=-").exitCode())
        .isEqualTo(2);
  }

  private static Cli bayou(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("-Dtopic.prefix=");
    all.add("-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    return Cli.bayou(all.toArray(String[]::new));
  }
}
