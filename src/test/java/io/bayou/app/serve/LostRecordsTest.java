package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Retention deletes labels that nobody has read: the log and the model say so. */
@Tag("broker")
class LostRecordsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldTellWhatWasDeletedBeforeItWasRead() throws Exception {
    broker.client().createTopic("lost.labeled", 1, Map.of("retention.ms", "604800000"));
    try (Fleet fleet =
        new Fleet(broker.bootstrapServers(), directory, "lost.", "http.enabled=false")) {
      BayouProcess first = fleet.start("a");
      assertThat(first.err()).contains("topic 'lost.labeled' has retention.ms=604800000");
      fleet.log().send("lost.labeled", 0, 100, true);
      fleet.await(100, 0);
      assertThat(first.terminate()).as(first.err()).isZero();

      fleet.log().send("lost.labeled", 100, 200, true);
      long end = delete(50);
      BayouProcess second = fleet.start("a");
      fleet.await(
          () ->
              assertThat(Cli.bayou(fleet.command("models", "show", "default")).out())
                  .containsPattern("default, version 1: naive-bayes, 1[0-9]{2} examples")
                  .contains(" records of lost.labeled-0 were deleted before they were learned"));
      assertThat(second.err())
          .containsPattern(
              "WARN  LogCheck - offsets \\d+ to " + (end - 1) + " of lost.labeled-0 were deleted");
      assertThat(second.terminate()).as(second.err()).isZero();
    }
  }

  /* Deletes all but the last records, as retention does. */
  private static long delete(int kept) throws Exception {
    TopicPartition partition = new TopicPartition("lost.labeled", 0);
    try (Admin admin = broker.client().admin()) {
      long end =
          admin
              .listOffsets(Map.of(partition, OffsetSpec.latest()))
              .all()
              .get()
              .get(partition)
              .offset();
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end - kept))).all().get();
      return end - kept;
    }
  }
}
