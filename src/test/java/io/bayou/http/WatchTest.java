package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.http.HistoryPoint.Tally;
import io.bayou.http.access.Mask;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.OnDrift;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final long MANY = 1_000_000;

  /** How much earlier than the clock the time of events is. */
  private static final long LATE = 10_000;

  private final LiveFeed feed = new LiveFeed(Mask.NONE, Duration.ZERO);
  private final Metrics metrics = new Metrics();
  private final List<String> cleared = new ArrayList<>();
  private final Alarms alarms =
      new Alarms(
          feed,
          metrics,
          new AlarmSink() {
            @Override
            public void raised(Alarm alarm) {}

            @Override
            public void cleared(Alarm.Kind kind, String name) {
              cleared.add(kind.key() + " " + name);
            }
          });
  private final Watch watch = new Watch(feed, metrics, alarms);
  private final ModelWatch model = new ModelWatch("m", alarms);
  private OnDrift onDrift = OnDrift.NONE;
  private double instances;
  private double correct;
  private long now;

  @Test
  void shouldNotRepeatADriftWhileItLasts() {
    looks(1, 20, 0.9);
    assertThat(looks(1, 20, 0.6)).hasSize(1);
    assertThat(looks(1, 20, 0.4)).as("worse still, a moment later").isEmpty();
    looks(1, 60, 0.4);
    assertThat(looks(1, 20, 0.2)).as("worse again, much later").hasSize(1);
  }

  @Test
  void shouldTellOfTheNextDriftAfterARecovery() {
    looks(1, 10, 0.9);
    for (int drift = 0; drift < 3; drift++) {
      List<Alarm> alarms = looks(1, 2, 0.5);
      assertThat(alarms).hasSize(1);
      assertThat(alarms.get(0).since()).as("event time").isEqualTo(now - 1_000 - LATE);
      assertThat(looks(1, 8, 0.9)).isEmpty();
    }
  }

  @Test
  void shouldSuggestTheCommandThatLearnsWhatCameSince() {
    onDrift = OnDrift.SUGGEST;
    looks(1, 20, 0.9);

    assertThat(looks(1, 20, 0.6))
        .singleElement()
        .extracting(Alarm::message)
        .isEqualTo(
            "m@1 makes more errors: its accuracy fell from 90.0 % to 60.0 %;"
                + " learn what came since: bayou retrain m --since 1970-01-01T00:00:11Z");
  }

  @Test
  void shouldTellOfTheEndOfADrift() {
    looks(1, 20, 0.9);
    looks(1, 20, 0.6);
    assertThat(cleared).isEmpty();
    looks(1, 60, 0.6);
    assertThat(cleared).containsExactly("drift m");
    looks(1, 20, 0.2);
    looks(2, 1, 0.2);
    assertThat(cleared).as("another version answers").containsExactly("drift m", "drift m");
  }

  @Test
  void shouldBeginAnewWithAnotherVersion() {
    looks(1, 20, 0.9);
    assertThat(looks(2, 20, 0.5)).isEmpty();
    assertThat(looks(2, 20, 0.2)).singleElement().extracting(Alarm::version).isEqualTo(2);
  }

  @Test
  void shouldBeginAnewWhereTotalsDo() {
    looks(1, 20, 0.9);
    instances = 0;
    correct = 0;
    assertThat(looks(1, 20, 0.5)).isEmpty();
  }

  @Test
  void shouldNotTakeHeavyEventsForManyEvents() {
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 1; i <= 40; i++) { // five events of weight 1,000 at each look
      now += 1_000;
      instances += 5_000;
      correct += i % 2 == 0 ? 5_000 : 3_000;
      model
          .drift(version(1), new Tally(instances, correct, 0), 5L * i, now, now)
          .ifPresent(alarms::add);
    }
    assertThat(alarms).isEmpty();
  }

  @Test
  void shouldTellOfASilentPartitionOnce() {
    assertThat(silence(10, "labeled-1")).as("who was away finds old shares").isEmpty();
    assertThat(silence(10)).isEmpty();
    List<Alarm> alarms = silence(200, "labeled-1");
    assertThat(alarms).hasSize(1);
    assertThat(alarms.get(0).kind()).isEqualTo(Alarm.Kind.STALE);
    assertThat(alarms.get(0).message()).startsWith("m@1 is stale: no heartbeat from labeled-1");
    silence(1);
    assertThat(silence(200, "a", "b"))
        .singleElement()
        .satisfies(alarm -> assertThat(alarm.message()).contains("2 partitions"));
    silence(1);
    assertThat(silence(30, "a")).hasSize(1);
    silence(1);
    assertThat(silence(30, "a")).as("again within a minute").isEmpty();
  }

  @Test
  void shouldTellOfDeadLettersAfterAQuietTime() throws IOException {
    watch.lookAtDeadLetters(0, 1_000);
    assertThat(alarms()).isEmpty();
    watch.lookAtDeadLetters(2, 2_000);
    watch.lookAtDeadLetters(9, 50_000);
    watch.lookAtDeadLetters(10, 100_000);
    assertThat(alarms()).hasSize(1);
    watch.lookAtDeadLetters(10, 159_999);
    watch.lookAtDeadLetters(13, 160_000);

    assertThat(alarms()).hasSize(2);
    assertThat(alarms().get(0).get("message").asText()).isEqualTo("3 events were refused");
    assertThat(alarms().get(0).get("before").asInt()).isEqualTo(10);
    assertThat(alarms().get(0).get("after").asInt()).isEqualTo(13);
  }

  @Test
  void shouldNameEachFeatureWhoseTypeHasChangedOnceForEachVersion() {
    assertThat(model.typeChanges(1, Map.of(), 1)).isEmpty();
    assertThat(model.typeChanges(1, Map.of("temp", 3L), 2))
        .singleElement()
        .satisfies(
            alarm -> {
              assertThat(alarm.kind().key()).isEqualTo("type-changed");
              assertThat(alarm.message()).contains("m@1 leaves out values of feature 'temp'");
              assertThat(alarm.after()).isEqualTo(3.0);
            });
    assertThat(model.typeChanges(1, Map.of("temp", 30L), 3)).isEmpty();
    assertThat(model.typeChanges(1, Map.of("temp", 30L, "pressure", 1L), 4)).hasSize(1);
    assertThat(model.typeChanges(2, Map.of("temp", 30L, "pressure", 1L), 5)).isEmpty();
    assertThat(model.typeChanges(2, Map.of("wind", 1L), 6)).hasSize(1);
  }

  @Test
  void shouldTellOfANewClassOnceTheModelIsEstablished() {
    assertThat(model.classes(1, Set.of("busy"), 1, 1)).isEmpty();
    assertThat(model.classes(1, Set.of("busy", "quiet"), 100, 2)).as("still young").isEmpty();
    assertThat(model.classes(1, Set.of("busy", "quiet", "bussy"), 101, 3))
        .singleElement()
        .satisfies(
            alarm ->
                assertThat(alarm.message()).startsWith("m@1 has learned a new class, 'bussy'"));
    assertThat(model.classes(1, Set.of("busy", "quiet", "bussy"), 500, 4)).isEmpty();
    assertThat(model.classes(2, Set.of("busy", "odd"), 500, 5)).as("another version").isEmpty();
  }

  @Test
  void shouldTellOfEveryGap() throws IOException {
    watch.lookAtLost(StreamQueries.Lost.NOTHING, 1);
    watch.lookAtLost(new StreamQueries.Lost(8, "offsets 2 to 9 of labeled-0"), 2);
    watch.lookAtLost(new StreamQueries.Lost(8, "offsets 2 to 9 of labeled-0"), 3);
    assertThat(alarms()).hasSize(1);
    assertThat(alarms().get(0).get("message").asText())
        .startsWith("offsets 2 to 9 of labeled-0 were deleted before they were read");
    watch.lookAtLost(new StreamQueries.Lost(9, "offsets 12 to 12 of labeled-0"), 4);
    assertThat(alarms()).hasSize(2);
  }

  @Test
  void shouldTellThatKafkaIsAwayOnceEachTime() throws IOException {
    watch.lookAtKafka(StreamQueries.Connection.UP, 1_000);
    for (int second = 12; second < 400; second++) {
      watch.lookAtKafka(
          new StreamQueries.Connection(false, Duration.ofSeconds(second)), second * 1_000L);
    }
    assertThat(alarms()).hasSize(1);
    assertThat(alarms().get(0).get("kind").asText()).isEqualTo("kafka");
    assertThat(alarms().get(0).get("since").asLong()).isZero();
    watch.lookAtKafka(StreamQueries.Connection.UP, 400_000);
    watch.lookAtKafka(new StreamQueries.Connection(false, Duration.ofSeconds(10)), 500_000);
    assertThat(alarms()).hasSize(2);
  }

  @Test
  void shouldTellThatRecordsWaitForTheirSchemasOnceEachTime() throws IOException {
    watch.lookAtSchemas(0, 1_000);
    watch.lookAtSchemas(1, 2_000);
    watch.lookAtSchemas(2, 3_000);
    assertThat(alarms()).hasSize(1);
    assertThat(alarms().get(0).get("kind").asText()).isEqualTo("schemas");
    assertThat(alarms().get(0).get("message").asText()).contains("schema.registry.url");
    watch.lookAtSchemas(0, 4_000);
    watch.lookAtSchemas(1, 5_000);
    assertThat(alarms()).hasSize(2);
  }

  @Test
  void shouldTellOfEachLimitOnceForEachVersion() {
    assertThat(model.leftOut(1, Map.of(), 1)).isEmpty();
    assertThat(model.leftOut(1, Map.of(Reason.BAD_VALUE, 9L), 2)).as("no limit").isEmpty();
    assertThat(model.leftOut(1, Map.of(Reason.TOO_MANY_CLASSES, 1L), 3)).hasSize(1);
    assertThat(model.leftOut(1, Map.of(Reason.TOO_MANY_CLASSES, 9L), 4)).isEmpty();
    Map<Reason, Long> two = Map.of(Reason.TOO_MANY_CLASSES, 9L, Reason.TOO_MANY_TOKENS, 5L);
    assertThat(model.leftOut(1, two, 5)).singleElement().extracting(Alarm::after).isEqualTo(5.0);
    assertThat(model.leftOut(2, two, 6)).as("of the version before").isEmpty();
    assertThat(model.leftOut(2, Map.of(Reason.TOO_MANY_CLASSES, 10L), 7))
        .singleElement()
        .satisfies(alarm -> assertThat(alarm.message()).startsWith("m@2 has reached a limit"));
  }

  @Test
  void shouldKeepTheLatestHundred() throws IOException {
    for (int i = 1; i <= 150; i++) {
      watch.lookAtDeadLetters(i, i * 60_000L);
    }
    assertThat(alarms()).hasSize(100);
    assertThat(alarms().get(0).get("after").asInt()).isEqualTo(150);
  }

  @Test
  void shouldForgetTheCountersOfAModelThatIsGone() {
    ModelDefinition definition = ModelDefinition.first("m", ModelSpec.defaults(), 0L);
    watch.look(
        "m",
        new ServedModel(
            definition,
            definition.active(),
            Learners.create(ModelSpec.defaults()),
            List.of(),
            List.of()),
        new Tally(0, 0, 0),
        0L,
        new IdleStream(),
        1_000);
    assertThat(metrics.scrape()).contains("bayou_alarms_total{kind=\"drift\",model=\"m\"} 0.0");
    watch.retain(Collections.emptySortedSet());
    assertThat(metrics.scrape()).doesNotContain("model=\"m\"");
  }

  /** One look a second, each after 500 events. */
  private List<Alarm> looks(int version, int count, double accuracy) {
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      now += 1_000;
      instances += 500;
      correct += 500 * accuracy;
      model
          .drift(version(version), new Tally(instances, correct, 0), MANY, now - LATE, now)
          .ifPresent(alarms::add);
    }
    return alarms;
  }

  private ModelDefinition.Version version(int number) {
    ModelSpec spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES).onDrift(onDrift).build();
    return new ModelDefinition.Version(
        number, spec, ModelDefinition.State.ACTIVE, 0L, new TreeMap<>(), 0L);
  }

  private List<Alarm> silence(int seconds, String... silent) {
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      now += 1_000;
      Optional<Alarm> alarm = model.silence(1, List.of(silent), now);
      alarm.ifPresent(alarms::add);
    }
    return alarms;
  }

  private JsonNode alarms() throws IOException {
    return new ObjectMapper().readTree(feed.latestAlarms()).get("alarms");
  }

  /** A stream that has done nothing. */
  private static final class IdleStream implements StreamQueries {
    @Override
    public Status status() {
      return new Status(true, true, "RUNNING", 1);
    }

    @Override
    public Vitals vitals() {
      return new Vitals(0, 0, 0);
    }
  }
}
