package io.bayou.app.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.config.AppConfig;
import io.bayou.http.Alarm;
import io.bayou.http.Alarm.Kind;
import io.bayou.stream.topics.FakeKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ClusterAlarmsTest {
  private final FakeKafka kafka =
      new FakeKafka(AppConfig.of(Map.of())).withTopic("bayou.alarms", 1);
  private final List<ClusterAlarms> instances = new ArrayList<>();
  private final List<String> drifts = new CopyOnWriteArrayList<>();
  private volatile int duty;
  private final AtomicLong now = new AtomicLong(1_000_000);

  @AfterEach
  void close() {
    instances.forEach(ClusterAlarms::close);
  }

  /** Starts another instance; they count from 0. */
  private ClusterAlarms instance() {
    int number = instances.size();
    ClusterAlarms instance =
        new ClusterAlarms(kafka, Optional.empty(), () -> duty == number, now::get);
    instances.add(instance);
    return instance;
  }

  private Alarm alarm(Kind kind, String model, String message) {
    return new Alarm(
        kind, now.get(), now.get() - 500, model, model == null ? 0 : 1, message, 0.9, 0.6);
  }

  private Alarm drift() {
    return alarm(Kind.DRIFT, "m", "m@1 makes more errors");
  }

  private List<String> written() {
    return kafka.records("bayou.alarms").stream().map(ClusterAlarmsTest::text).toList();
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    AlarmRecord alarm = AlarmRecord.read(record.value());
    return new String(record.key(), UTF_8) + " " + alarm.state() + " " + alarm.alarm().message();
  }

  private void awaitWritten(String... records) {
    await().untilAsserted(() -> assertThat(written()).containsExactly(records));
  }

  /* What was handed over before this one is done. */
  private static void drain(ClusterAlarms instance, FakeKafka kafka) {
    Alarm last = new Alarm(Kind.LOST, 1, 1, null, 0, "drained " + System.nanoTime(), 0, 0);
    instance.raised(last);
    await()
        .until(
            () ->
                kafka.records("bayou.alarms").stream()
                    .anyMatch(record -> text(record).endsWith(last.message())));
  }

  @Test
  void shouldWriteAnAlarmThatAllInstancesSeeOnce() {
    ClusterAlarms first = instance();
    ClusterAlarms second = instance();
    first.start((model, cut) -> drifts.add(model + " since " + cut));

    second.raised(drift());
    first.raised(drift());
    awaitWritten("drift/m RAISED m@1 makes more errors");
    first.raised(drift());
    second.cleared(Kind.DRIFT, "m");
    first.cleared(Kind.DRIFT, "m");
    awaitWritten("drift/m RAISED m@1 makes more errors", "drift/m CLEARED m@1 makes more errors");

    assertThat(drifts).containsOnly("m since " + (now.get() - 500));
    first.raised(drift());
    await().untilAsserted(() -> assertThat(written()).hasSize(3));
  }

  @Test
  void shouldWriteAnAlarmOfSeveralInstancesOnce() throws InterruptedException {
    int count = 4;
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    AtomicInteger wrote = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      Thread thread =
          new Thread(
              () -> {
                AlarmTopic topic = new AlarmTopic(kafka);
                awaitStart(start);
                Alarm alarm =
                    alarm(Kind.DEAD_LETTERS, null, "refused by " + Thread.currentThread());
                topic.raise(alarm).ifPresent(record -> wrote.incrementAndGet());
              });
      threads.add(thread);
      thread.start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(wrote.get()).isOne();
    assertThat(written()).hasSize(1);
    assertThat(kafka.openClients()).isZero();
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldNotRaiseAnAlarmAgainAfterARestart() {
    ClusterAlarms before = instance();
    before.raised(alarm(Kind.STALE, "m", "stale"));
    before.raised(alarm(Kind.LEFT_OUT, "m", "m@1 has reached a limit"));
    drain(before, kafka);
    before.close();
    duty = 1;
    ClusterAlarms after = instance();
    int count = written().size();

    after.raised(alarm(Kind.STALE, "m", "stale, in other words"));
    after.raised(alarm(Kind.LEFT_OUT, "m", "m@1 has reached a limit"));
    drain(after, kafka);
    assertThat(written()).hasSize(count + 1);

    after.raised(alarm(Kind.LEFT_OUT, "m", "m@1 has reached another limit"));
    drain(after, kafka);
    assertThat(written())
        .as("what has no end is told whenever it says something else")
        .hasSize(count + 3)
        .contains("left-out/m NOTED m@1 has reached another limit");
  }

  @Test
  void shouldClearWhatAnInstanceThatIsGoneHasRaised() {
    ClusterAlarms gone = instance();
    gone.raised(alarm(Kind.STALE, "m", "stale"));
    gone.raised(alarm(Kind.STALE, "n", "stale"));
    gone.raised(alarm(Kind.LEFT_OUT, "m", "a limit"));
    drain(gone, kafka);
    gone.close();
    duty = 1;
    ClusterAlarms next = instance();
    next.takeOver();
    next.raised(alarm(Kind.STALE, "n", "stale"));
    now.addAndGet(ClusterAlarms.LEFT_AFTER_MILLIS - 1);
    next.takeOver();
    assertThat(written()).noneMatch(record -> record.contains("CLEARED"));

    now.incrementAndGet();
    next.takeOver();

    assertThat(written())
        .filteredOn(record -> record.contains("CLEARED"))
        .containsExactly("stale/m CLEARED stale");
  }

  @Test
  void shouldTellWhatItSeesWhenItComesOnDuty() {
    ClusterAlarms first = instance();
    ClusterAlarms second = instance();
    second.raised(drift());
    drain(first, kafka);
    assertThat(written()).noneMatch(record -> record.startsWith("drift"));

    duty = 1;
    second.takeOver();

    await()
        .untilAsserted(
            () -> assertThat(written()).contains("drift/m RAISED m@1 makes more errors"));
  }

  @Test
  void shouldHeedADriftThatStandsWhenItComesOnDuty() {
    ClusterAlarms first = instance();
    first.raised(drift());
    drain(first, kafka);
    duty = 1;

    instance().start((model, cut) -> drifts.add(model + " since " + cut));

    await().untilAsserted(() -> assertThat(drifts).containsExactly("m since " + (now.get() - 500)));
  }

  @Test
  void shouldReadAndWriteWhatWasPublishedOnce() throws IOException {
    String golden = Files.readString(Path.of("src/test/resources/golden/alarm-v1.json")).strip();
    AlarmRecord record = AlarmRecord.read(golden.getBytes(UTF_8));

    assertThat(new String(record.json(), UTF_8)).isEqualTo(golden);
    assertThat(new String(record.key(), UTF_8)).isEqualTo("drift/default");
    assertThat(record)
        .isEqualTo(
            new AlarmRecord(
                AlarmRecord.State.CLEARED,
                1_767_225_663_000L,
                new Alarm(
                    Kind.DRIFT,
                    1_767_225_603_000L,
                    1_767_225_601_000L,
                    "default",
                    1,
                    "default@1 makes more errors: its accuracy fell from 91.2 % to 64.0 %",
                    0.912,
                    0.64)));
  }

  @Test
  void shouldReadAnAlarmOfTheWholeInstance() {
    Alarm alarm = new Alarm(Kind.DEAD_LETTERS, 5, 3, null, 0, "\"é\"", Double.NaN, 7);
    AlarmRecord record = AlarmRecord.of(alarm);

    assertThat(AlarmRecord.read(record.json())).isEqualTo(record);
    assertThat(new String(record.key(), UTF_8)).isEqualTo("dead-letters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"state\":\"raised\",\"kind\":\"of-a-later-build\",\"message\":\"m\"}",
        "{\"state\":\"raised\",\"kind\":\"drift\"}"
      })
  void shouldSkipWhatItCannotRead(String foreign) {
    kafka.append("bayou.alarms", 0, 1L, "drift/m".getBytes(UTF_8), foreign.getBytes(UTF_8));

    assertThat(new AlarmTopic(kafka).raise(drift())).isPresent();
    assertThat(kafka.records("bayou.alarms")).hasSize(2);
  }
}
