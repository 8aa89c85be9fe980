package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.junit.jupiter.api.Test;

class BrokerThreadsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BrokerThreads threads = new BrokerThreads("one");
  private final BrokerThreads others = new BrokerThreads("two");

  @Test
  void shouldTurnAHaltIntoAFaultOfItsBroker() {
    assertThat(threads.run("halting", () -> Exit.halt(1))).failsWithin(PATIENCE);

    assertThat(threads.fault()).isCompleted();
    assertThat(others.fault()).isNotDone();
  }

  @Test
  void shouldKnowTheThreadsThatItsThreadsStart() {
    threads.newThread("outer", () -> new Thread(() -> Exit.exit(1)).start()).start();

    assertThat(threads.fault()).succeedsWithin(PATIENCE);
  }

  @Test
  void shouldKeepTheFirstFault() {
    FaultHandler fatal = threads.build("raft", true, () -> {});
    IllegalStateException first = new IllegalStateException("first");

    RuntimeException thrown = fatal.handleFault("lost", first);
    fatal.handleFault("lost again", new IllegalStateException("second"));

    assertThat(threads.fault()).isCompletedWithValue(thrown);
    assertThat(thrown).hasMessage("raft: lost").hasCause(first);
  }

  @Test
  void shouldSurviveAFaultThatIsNotFatal() {
    threads.build("publishing", false, () -> {}).handleFault("slow", null);

    assertThat(threads.fault()).isNotDone();
  }
}
