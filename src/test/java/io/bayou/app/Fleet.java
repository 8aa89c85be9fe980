package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.ThrowingRunnable;

/** The instances of one application, each in a JVM of its own, and what they make of its topics. */
public final class Fleet implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int SENDINGS = 20;

  private final String bootstrapServers;
  private final Path directory;
  private final String prefix;
  private final List<String> settings;
  private final TopicLog log;
  private final List<BayouProcess> processes = new ArrayList<>();

  /**
   * @param directory where outputs and state directories go
   * @param prefix of topics and application, used by no other test of the broker
   * @param settings of every instance, as {@code name=value}
   */
  public Fleet(String bootstrapServers, Path directory, String prefix, String... settings) {
    this.bootstrapServers = bootstrapServers;
    this.directory = directory;
    this.prefix = prefix;
    this.settings = List.of(settings);
    this.log = new TopicLog(bootstrapServers);
  }

  /** Starts an instance with this state directory; returns when it runs. */
  public BayouProcess start(String state) throws IOException {
    return startAll(state).get(0);
  }

  /** As {@link #start}, with settings of its own besides those of all. */
  public BayouProcess startWith(String state, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of(run(state)));
    List.of(more).forEach(setting -> args.add("-D" + setting));
    BayouProcess process = added(BayouProcess.start(directory, args.toArray(String[]::new)));
    process.awaitLine("running as");
    return process;
  }

  /** Starts several instances at once; returns when all of them run. */
  public List<BayouProcess> startAll(String... states) throws IOException {
    List<BayouProcess> started = new ArrayList<>();
    for (String state : states) {
      started.add(added(BayouProcess.start(directory, run(state))));
    }
    started.forEach(process -> process.awaitLine("running as"));
    return started;
  }

  /** Starts an instance of another build; returns when it runs. */
  public BayouProcess startOtherBuild(Path classes, String state) throws IOException {
    BayouProcess process = added(BayouProcess.startOtherBuild(classes, directory, run(state)));
    process.awaitLine("running as");
    return process;
  }

  private BayouProcess added(BayouProcess process) {
    processes.add(process);
    return process;
  }

  private String[] run(String state) {
    List<String> args = new ArrayList<>(List.of(command("run")));
    args.add("-Dsnapshot.interval.ms=200");
    args.add("-Dstate.dir=" + state(state));
    settings.forEach(setting -> args.add("-D" + setting));
    return args.toArray(String[]::new);
  }

  /** A command line about this application. */
  public String[] command(String... words) {
    List<String> args = new ArrayList<>(List.of(words));
    args.add("-Dtopic.prefix=" + prefix);
    args.add("-Dapplication.id=" + group());
    args.add("-Dkafka.bootstrap.servers=" + bootstrapServers);
    return args.toArray(String[]::new);
  }

  /** The consumer group of the instances. */
  public String group() {
    return prefix + "test";
  }

  public Path state(String state) {
    return directory.resolve(state);
  }

  public String topic(String name) {
    return prefix + name;
  }

  public TopicLog log() {
    return log;
  }

  /** Sends that many events of both kinds, bit by bit. */
  public void send(int labeled, int unlabeled) {
    for (int i = 0; i < SENDINGS; i++) {
      log.send(topic("labeled"), labeled / SENDINGS * i, labeled / SENDINGS * (i + 1), true);
      log.send(topic("unlabeled"), unlabeled / SENDINGS * i, unlabeled / SENDINGS * (i + 1), false);
    }
  }

  /** Waits until as many events are learned and answered. */
  public void await(long labeled, int unlabeled) {
    await(() -> assertThat(log.covered(topic("snapshots"))).isEqualTo(labeled));
    await(() -> assertThat(log.keys(topic("predictions"))).hasSize(unlabeled));
  }

  /** Waits until that holds; if it never does, says what the instances said. */
  public void await(ThrowingRunnable assertion) {
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(assertion);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + complaints(), e);
    }
  }

  /** Waits until that many instances share the work. */
  public void awaitMembers(int count) {
    Set<String> group = Set.of(group());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      await(
          () ->
              assertThat(admin.describeConsumerGroups(group).all().get().get(group()).members())
                  .filteredOn(member -> !member.assignment().topicPartitions().isEmpty())
                  .hasSize(count));
    }
  }

  /** What was published is what one thread learns from the log, bit for bit. */
  public void assertPublishedIsTheFold() {
    var folded = log.fold(topic("labeled"), ModelSpec.defaults());
    var published = log.published(topic("snapshots"));
    assertThat(published.keySet()).isEqualTo(folded.keySet());
    folded.forEach(
        (source, rows) -> {
          assertThat(published.get(source).keySet()).isEqualTo(rows.keySet());
          rows.forEach(
              (row, bytes) ->
                  assertThat(published.get(source).get(row))
                      .as(source + " " + row)
                      .isEqualTo(bytes));
        });
  }

  public void assertAnsweredOnce(int unlabeled) {
    Map<String, Integer> answers = log.keys(topic("predictions"));
    assertThat(answers).hasSize(unlabeled).allSatisfy((id, count) -> assertThat(count).isOne());
  }

  private String complaints() {
    StringBuilder all = new StringBuilder();
    for (BayouProcess process : processes) {
      try {
        all.append(process.out()).append(process.err());
      } catch (IOException e) {
        all.append(e);
      }
    }
    return all.toString();
  }

  @Override
  public void close() {
    processes.forEach(BayouProcess::close);
  }
}
