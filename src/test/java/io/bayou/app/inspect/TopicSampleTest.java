package io.bayou.app.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.app.cli.CommandFailed;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.FakeKafka;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicSampleTest {
  private final FakeKafka kafka =
      new FakeKafka(AppConfig.of(Map.of())).withTopic("orders", 3).withTopic("empty", 2);

  @AfterEach
  void shouldCloseWhatItOpens() {
    assertThat(kafka.openClients()).isZero();
  }

  @Test
  void shouldSpreadOverThePartitions() {
    fill(0, 2);
    fill(1, 50);
    fill(2, 50);

    TopicSample sample = read("orders", 20, false);

    assertThat(sample.available()).isEqualTo(102);
    assertThat(texts(sample)).hasSize(20).startsWith("0:0", "0:1", "1:41").endsWith("2:49");
    assertThat(texts(sample)).filteredOn(text -> text.startsWith("1:")).hasSize(9);
  }

  @Test
  void shouldReadTheOldestRecordsOnDemand() {
    fill(0, 5);
    fill(1, 5);
    kafka.cut(new TopicPartition("orders", 1), 3);

    assertThat(texts(read("orders", 4, true))).containsExactly("0:0", "0:1", "1:3", "1:4");
  }

  @Test
  void shouldEndAtTheEndOfAShortTopicAndOfAnEmptyOne() {
    fill(2, 3);
    kafka.append("orders", 2, 0L, null, null);
    kafka.skip(new TopicPartition("orders", 2), 2); // marks of transactions

    TopicSample sample = read("orders", 1_000, false);

    assertThat(texts(sample)).containsExactly("2:0", "2:1", "2:2");
    assertThat(sample.tombstones()).isEqualTo(1);
    assertThat(read("empty", 10, false).records()).isEmpty();
  }

  @Test
  void shouldReadOnlyWhatIsCommitted() {
    fill(0, 5);
    kafka.openTransaction(new TopicPartition("orders", 0), 2);

    assertThat(texts(read("orders", 10, false))).containsExactly("0:0", "0:1");
  }

  @Test
  void shouldSayThatThereIsNoSuchTopic() {
    assertThatThrownBy(() -> read("order", 10, false))
        .isInstanceOf(CommandFailed.class)
        .hasMessageStartingWith("there is no topic 'order'");
  }

  private void fill(int partition, int records) {
    for (int i = 0; i < records; i++) {
      kafka.append("orders", partition, i, null, (partition + ":" + i).getBytes(UTF_8));
    }
  }

  private TopicSample read(String topic, int max, boolean oldest) {
    return TopicSample.read(
        kafka,
        new TopicSample.Choice(topic, max, oldest),
        new CompletableFuture<>(),
        new PrintWriter(new StringWriter()));
  }

  private static List<String> texts(TopicSample sample) {
    return sample.records().stream().map(record -> new String(record.value(), UTF_8)).toList();
  }
}
