package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.order.HeldPartitions;
import io.bayou.stream.topics.EventLogs;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was learned goes only when a definition that was read says so. */
class DefinitionEvidenceTest {
  private static final String EVENT = "{\"features\":{\"x\":1},\"label\":\"a\"}";
  private static final ModelSpec LOGISTIC = ModelSpec.of(LearnerKind.LOGISTIC);

  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  /** An instance that has read nothing of the models topic, or only what it is told. */
  private static InstanceServices told(ModelDefinition... definitions) {
    SharedModels shared = new SharedModels();
    for (ModelDefinition definition : definitions) {
      shared.definitions().define(definition);
    }
    return new InstanceServices(
        shared,
        ThreadLocal.withInitial(ThreadServices::new),
        new Activity(),
        DefinitionEvidenceTest::refuse,
        EventLogs.UNKNOWN,
        new HeldPartitions(true),
        () -> new RecordDecoder(EventLimits.DEFAULT),
        topic -> 1);
  }

  private static ModelDefinition refuse(String name, ModelSpec spec) {
    throw new AssertionError("created '" + name + "' over what was learned");
  }

  private static long examples(TakeOver task, String model) {
    task.context.resetForwards();
    task.publish(LearningTopology.SNAPSHOTS);
    SharedModels read = new SharedModels();
    SnapshotReader reader = new SnapshotReader(read);
    task.context
        .forwarded(LearningTopology.SNAPSHOTS)
        .forEach(sent -> reader.read(sent.record().key(), sent.record().value(), 0));
    return read.merged(model, 1, ModelSpec.defaults()).examples();
  }

  private static void learn(TestStream stream, int events) {
    for (int i = 0; i < events; i++) {
      stream.learn(EVENT, i);
    }
  }

  private static List<String> keys(Map<Bytes, byte[]> rows) {
    return rows.keySet().stream().map(key -> text(key.get())).toList();
  }

  @Test
  void shouldGoOnWithADefinitionThatIsNotVisibleYet() {
    learn(stream, 500);

    try (TakeOver next = new TakeOver(stream, told(), TakeOver.rowsOf(stream))) {
      next.learn(EVENT, 500, 500);

      assertThat(examples(next, "default")).isEqualTo(501);
    }
  }

  @Test
  void shouldGoOnWithAVersionThatAnOlderDefinitionDoesNotList() {
    ModelDefinition first = ModelDefinition.first("default", ModelSpec.defaults(), 0L);
    stream.define(first.train(LOGISTIC, 0L));
    learn(stream, 3);

    try (TakeOver next = new TakeOver(stream, told(first), TakeOver.rowsOf(stream))) {
      next.learn(EVENT, 3, 3);
      next.publish(LearningTopology.SNAPSHOTS);

      assertThat(keys(next.rows())).anyMatch(key -> key.startsWith("default@2/"));
      assertThat(examples(next, "default")).isZero(); // published above, nothing changed since
    }
  }

  @Test
  void shouldKeepWhatANewerBuildHasDefined() {
    learn(stream, 500);
    InstanceServices services = told();
    new DefinitionReader(services.shared().definitions())
        .read(bytes("default"), new byte[] {(byte) 0xc3, 1, 8, 7, 6, 5, 4, 3, 2, 1}, 0);

    try (TakeOver next = new TakeOver(stream, services, TakeOver.rowsOf(stream))) {
      next.learn(EVENT, 500, 500);

      assertThat(examples(next, "default")).isEqualTo(501);
    }
  }

  @Test
  void shouldSendEventsToTheDeadLettersWhoseModelThisBuildCannotRead() {
    stream.input("models").pipeInput(bytes("default"), bytes("from the future"));

    stream.learn(EVENT);

    var letter = stream.deadLetters.readRecord();
    assertThat(header(letter.headers(), DeadLetters.REASON))
        .isEqualTo(BadRecordException.Reason.UNSUPPORTED_VERSION.name());
    assertThat(header(letter.headers(), DeadLetters.MESSAGE))
        .startsWith("the definition of model 'default' cannot be read by this build");
    assertThat(stream.shared.names()).isEmpty();
  }

  @Test
  void shouldKeepRowsWhoseStoredDefinitionCannotBeRead() {
    learn(stream, 2);
    Map<Bytes, byte[]> rows = TakeOver.rowsOf(stream);
    Map<Bytes, byte[]> newer = new TreeMap<>(rows);
    newer.put(Bytes.wrap(bytes("definition/default")), bytes("from the future"));

    try (TakeOver next = new TakeOver(stream, told(), newer)) {
      next.publish(LearningTopology.SNAPSHOTS);

      assertThat(next.rows()).hasSameSizeAs(rows);
      assertThatThrownBy(() -> next.learn(EVENT, 2, 2)).isInstanceOf(BadRecordException.class);
    }
  }

  @Test
  void shouldKeepRowsThatCannotBeReadAndRefuseTheirEvents() {
    learn(stream, 2);
    Map<Bytes, byte[]> newer = new TreeMap<>(TakeOver.rowsOf(stream));
    Bytes damaged = Bytes.wrap(bytes("default@1/labeled-0/class/a/0"));
    newer.put(damaged, Arrays.copyOf(newer.get(damaged), newer.get(damaged).length + 1));

    try (TakeOver next = new TakeOver(stream, newer)) {
      assertThatThrownBy(() -> next.learn(EVENT, 2, 2))
          .isInstanceOf(BadRecordException.class)
          .hasMessageContaining("cannot be read by this build");
      next.publish(LearningTopology.SNAPSHOTS);

      assertThat(next.rows()).isEqualTo(newer);
    }
  }

  @Test
  void shouldNotCreateAModelOverADeletedOneThatCannotBeRead() {
    ModelDefinition deleted = ModelDefinition.deletedAt("default", 5L);
    InstanceServices services = told(deleted);
    services.shared().definitions().cannotRead("default");

    try (TakeOver task = new TakeOver(stream, services, Map.of())) {
      assertThatThrownBy(() -> task.learn(EVENT, 0, 0)).isInstanceOf(BadRecordException.class);
    }
  }

  @Test
  void shouldAcknowledgeAVersionWhoseDefinitionIsNotVisibleYet() {
    ModelDefinition first = ModelDefinition.first("default", ModelSpec.defaults(), 0L);
    stream.define(first.train(LOGISTIC, 0L));
    stream.passInterval();

    try (TakeOver next = new TakeOver(stream, told(), TakeOver.rowsOf(stream))) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .extracting(row -> text(row.key()))
          .contains("default@2/labeled-0/coverage/0");
    }
  }

  @Test
  void shouldCountTheChangesOfDefinitions() {
    Definitions definitions = new Definitions();
    definitions.define(ModelDefinition.first("m", LOGISTIC, 0L));
    assertThat(definitions.changes()).isEqualTo(1);
    definitions.cannotRead("m");
    assertThat(definitions.changes()).isEqualTo(2);
    definitions.delete("m", 1L);
    assertThat(definitions.changes()).isEqualTo(3);
  }

  @Test
  void shouldSetAsideOneModelAndGoOnWithTheOthers() {
    ModelDefinition fraud = ModelDefinition.first("fraud", ModelSpec.defaults(), 0L);
    stream.define(fraud.train(LOGISTIC, 0L));
    stream.learn(EVENT.replace("{\"f", "{\"model\":\"fraud\",\"f"), 0);
    stream.learn(EVENT, 1);
    Map<Bytes, byte[]> rows = new TreeMap<>(TakeOver.rowsOf(stream));
    Bytes damaged = Bytes.wrap(bytes("fraud@1/labeled-0/features/0"));
    rows.put(damaged, new byte[] {0, 0, 0, 1});

    try (TakeOver next = new TakeOver(stream, rows)) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .isNotEmpty()
          .allSatisfy(row -> assertThat(text(row.key())).startsWith("default@1/"));
    }
  }

  @Test
  void shouldRefuseADefinitionUnderTheKeyOfAnother() {
    ModelDefinition other = ModelDefinition.first("other", LOGISTIC, 0L);
    stream.input("models").pipeInput(bytes("default"), new ModelDefinitionCodec().encode(other));

    assertThat(stream.shared.names()).isEmpty();
    assertThat(stream.shared.isUnreadable("default")).isTrue();
  }

  @Test
  void shouldDeleteOnATombstoneThatWasRead() {
    learn(stream, 2);
    InstanceServices services = told();
    new DefinitionReader(services.shared().definitions()).read(bytes("default"), null, 1_000);

    try (TakeOver next = new TakeOver(stream, services, TakeOver.rowsOf(stream))) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .isNotEmpty()
          .allSatisfy(row -> assertThat(row.value()).isNull());
      assertThat(next.rows()).isEmpty();
    }
  }

  @Test
  void shouldForgetAtOnceWhatIsDeletedAndDefinedAgain() {
    stream.learn("{\"features\":{\"x\":1},\"label\":\"old\"}");
    stream.learn("{\"features\":{\"x\":1},\"label\":\"old\"}");
    stream.passInterval();
    stream.delete("default");
    stream.define(stream.shared.fresh("default", LOGISTIC, 5L));

    stream.learn("{\"features\":{\"x\":1},\"label\":\"new\"}");
    stream.passInterval();

    assertThat(stream.ask("{\"features\":{\"x\":1}}").posterior()).containsOnlyKeys("new");
    assertThat(stream.ask("{\"features\":{\"x\":1}}").version()).isEqualTo(2);
    assertThat(stream.shared.published("default", 1)).isEmpty();
    assertThat(keys(TakeOver.rowsOf(stream))).noneMatch(key -> key.startsWith("default@1/"));
    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      next.learn("{\"features\":{\"x\":1},\"label\":\"new\"}", 9, 9);
    }
  }

  @Test
  void shouldCreateTheDefaultModelAnewAfterItWasDeleted() {
    stream.learn("{\"features\":{\"x\":1},\"label\":\"old\"}");
    stream.delete("default");
    stream.learn("{\"features\":{\"x\":1},\"label\":\"new\"}");

    assertThat(stream.ask("{\"features\":{\"x\":1}}").posterior()).containsOnlyKeys("new");
    assertThat(stream.shared.definition("default").orElseThrow().activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldTellVersionsOfTheSameNumberApart() {
    stream.define(ModelDefinition.first("default", ModelSpec.defaults(), 1L));
    stream.learn("{\"features\":{\"x\":1},\"label\":\"old\"}");
    stream.define(ModelDefinition.first("default", LOGISTIC, 2L)); // after a foreign tombstone
    stream.learn("{\"features\":{\"x\":1},\"label\":\"new\"}");
    assertThat(keys(TakeOver.rowsOf(stream))).contains("definition/default");

    assertThat(stream.ask("{\"features\":{\"x\":1}}").posterior()).containsOnlyKeys("new");
  }

  @Test
  void shouldAnswerByAnActiveVersionInAStateItDoesNotKnow() {
    ModelDefinition first = ModelDefinition.first("default", ModelSpec.defaults(), 0L);
    stream.define(first.with(first.active().in(ModelDefinition.State.RETIRED, 0L)));
    stream.driver.advanceWallClockTime(Duration.ofDays(400));
    stream.learn(EVENT);

    assertThat(stream.ask("{\"features\":{\"x\":1}}").label()).contains("a");
  }
}
