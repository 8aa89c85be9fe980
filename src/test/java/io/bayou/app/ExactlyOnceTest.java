package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What only a broker and a crash can show: nothing is lost, nothing counts twice. */
@Tag("broker")
class ExactlyOnceTest {
  private static final int LABELED = 200_000;
  private static final int UNLABELED = 20_000;

  /* Where no size is asked for. */
  private static final int FEW = 60_000;
  private static final int FEWER = 6_000;
  private static final int MORE = 10_000;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldLearnEveryEventOnceThoughKilledAgainAndAgain() throws Exception {
    try (Fleet fleet = fleet("crash.", 4)) {
      fleet.start("one").terminate(); // creates the topics
      CompletableFuture<Void> sending = send(fleet, LABELED, UNLABELED);
      Random random = new Random(7);
      for (int crash = 0; crash < 3; crash++) {
        BayouProcess process = fleet.start("one");
        Thread.sleep(1_500 + random.nextInt(2_500)); // a crash comes when it comes
        process.kill();
        if (crash == 1) {
          Utils.delete(fleet.state("one").toFile()); // the disk is lost, too
        }
      }
      BayouProcess last = fleet.start("one");
      sending.join();
      fleet.await(LABELED, UNLABELED);
      assertThat(last.terminate()).as(last.err()).isZero();

      fleet.assertPublishedIsTheFold();
      fleet.assertAnsweredOnce(UNLABELED);
    }
  }

  /** State in memory, cached, with standbys: the mix of apache/kafka#12540. */
  @Test
  void shouldHandOverToAStandby() throws Exception {
    try (Fleet fleet = fleet("standby.", 4, "streams.num.standby.replicas=1")) {
      BayouProcess first = fleet.start("one");
      BayouProcess second = fleet.start("two");
      CompletableFuture<Void> sending = send(fleet, FEW, FEWER);
      Thread.sleep(3_000);
      first.kill();
      sending.join();
      fleet.await(FEW, FEWER);
      BayouProcess back = fleet.start("one"); // has old state and none of the work
      fleet.awaitMembers(2);
      fleet.log().send(fleet.topic("labeled"), FEW, FEW + MORE, true);
      fleet.await(FEW + MORE, FEWER);
      second.kill();
      fleet.log().send(fleet.topic("labeled"), FEW + MORE, FEW + 2 * MORE, true);
      fleet.await(FEW + 2 * MORE, FEWER);
      assertThat(back.terminate()).as(back.err()).isZero();

      fleet.assertPublishedIsTheFold();
      fleet.assertAnsweredOnce(FEWER);
    }
  }

  @Test
  void shouldLoseNothingWhereEventsMayCountTwice() throws Exception {
    try (Fleet fleet = fleet("twice.", 4, "processing.guarantee=at_least_once")) {
      fleet.start("one").terminate(); // creates the topics
      CompletableFuture<Void> sending = send(fleet, FEW, FEWER);
      BayouProcess process = fleet.start("one");
      Thread.sleep(3_000);
      process.kill();
      BayouProcess last = fleet.start("one");
      sending.join();
      fleet.await(FEW, FEWER);
      assertThat(last.terminate()).as(last.err()).isZero();

      assertThat(fleet.log().examples(fleet.topic("snapshots"))).isGreaterThanOrEqualTo(FEW);
    }
  }

  private Fleet fleet(String prefix, int partitions, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("topic.partitions=" + partitions);
    all.add("consumer.session.timeout.ms=6000"); // a killed one is missed sooner
    return new Fleet(broker.bootstrapServers(), directory, prefix, all.toArray(String[]::new));
  }

  private static CompletableFuture<Void> send(Fleet fleet, int labeled, int unlabeled) {
    return CompletableFuture.runAsync(() -> fleet.send(labeled, unlabeled));
  }
}
