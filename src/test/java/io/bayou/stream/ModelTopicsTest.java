package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.config.AppConfig;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.FakeKafka;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written into the topics of the models, read back from them. */
class ModelTopicsTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final FakeKafka kafka =
      new FakeKafka(AppConfig.of(Map.of("topic.prefix", "", "application.id", "app")))
          .withTopic("models", 1)
          .withTopic("snapshots", 1)
          .withTopic("evaluations", 1);

  @AfterEach
  void shouldCloseEveryClient() {
    assertThat(kafka.openClients()).isZero();
  }

  private SharedModels read() {
    return new ModelTopics(kafka).read();
  }

  private static Learner learned(int examples) {
    Learner learner = Learners.create(SPEC);
    for (int i = 0; i < examples; i++) {
      learner.learn(new Features().number("x", i), i % 2 == 0 ? "a" : "b", 1.0, i);
    }
    return learner;
  }

  private void define(ModelDefinition definition) {
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, definition.name())) {
      writer.define(definition);
      writer.commit();
    }
  }

  private void publish(int version, String source, int examples) {
    try (ModelWriter writer = ModelWriter.ofReplay(kafka, "m")) {
      new RowSlices("m", version, SPEC, source)
          .changed(
              learned(examples),
              new PrequentialScore(10),
              RowSlices.covered(source, 0, examples),
              writer::publish);
      writer.publish(evaluation(version, source, examples));
      writer.commit();
    }
  }

  private static Evaluation evaluation(int version, String source, int n) {
    Scores scores = new Scores(n, n, n, n, n, n, new TreeMap<>(), List.of());
    return new Evaluation("m", version, source, scores, scores, Comparison.NONE, 1L);
  }

  @Test
  void shouldReadWhatWasWritten() {
    define(ModelDefinition.first("m", SPEC, 5L));
    publish(1, "labeled-0", 4);
    publish(1, "base:labeled-0", 6);

    SharedModels models = read();

    assertThat(models.names()).containsExactly("m");
    assertThat(models.merged("m", 1, SPEC).examples()).isEqualTo(10);
    assertThat(models.published("m", 1, SPEC, "base:labeled-0").examples()).isEqualTo(6);
    assertThat(models.published("m", 1, SPEC, "nobody").examples()).isZero();
    assertThat(models.published("m", 1))
        .extracting(SnapshotRow::source, row -> row.covered().get(row.source()))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("base:labeled-0", new OffsetRange(0, 6)),
            org.assertj.core.groups.Tuple.tuple("labeled-0", new OffsetRange(0, 4)));
    assertThat(models.evaluations().merged("m", 1).orElseThrow().cumulative().instances())
        .isEqualTo(10.0);
    assertThat(models.evaluations().merged("m", 2)).isEmpty();
  }

  @Test
  void shouldReadDefinitionsAlone() {
    define(ModelDefinition.first("m", SPEC, 5L));
    publish(1, "labeled-0", 4);

    SharedModels models = new ModelTopics(kafka).readDefinitions();

    assertThat(models.names()).containsExactly("m");
    assertThat(models.published("m", 1)).isEmpty();
  }

  @Test
  void shouldFollowWhatComesLater() {
    define(ModelDefinition.first("m", SPEC, 5L));
    try (ModelFollower follower = new ModelFollower(kafka)) {
      follower.catchUp();
      long before = follower.models().revision("m", 1);
      publish(1, "labeled-0", 4);
      follower.catchUp();

      assertThat(follower.models().merged("m", 1, SPEC).examples()).isEqualTo(4);
      assertThat(follower.models().revision("m", 1)).isNotEqualTo(before);
    }
  }

  @Test
  void shouldSayWhoHasBeenSilent() {
    long begin = System.currentTimeMillis();
    assertThat(read().oldest("m", 1)).isEmpty();
    publish(1, "base:labeled-0", 6); // a replay is silent for good
    assertThat(read().oldest("m", 1)).isEmpty();
    publish(1, "labeled-0", 4);

    SharedModels models = read();

    OptionalLong oldest = models.oldest("m", 1);
    assertThat(oldest.orElseThrow()).isBetween(begin, System.currentTimeMillis());
    assertThat(models.silent("m", 1, oldest.getAsLong())).isEmpty();
    assertThat(models.silent("m", 1, oldest.getAsLong() + 1)).containsExactly("labeled-0");
  }

  @Test
  void shouldWithdrawOneVersion() {
    publish(1, "labeled-0", 4);
    publish(2, "labeled-0", 4);
    SharedModels before = read();
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, "m")) {
      writer.withdraw(before, 2);
      writer.commit();
    }

    SharedModels after = read();

    assertThat(after.published("m", 2)).isEmpty();
    assertThat(after.merged("m", 2, SPEC).examples()).isZero();
    assertThat(after.evaluations().merged("m", 2)).isEmpty();
    assertThat(after.merged("m", 1, SPEC).examples()).isEqualTo(4);
    assertThat(after.evaluations().merged("m", 1)).isPresent();
  }

  @Test
  void shouldDeleteAModelAndNothingOfOthers() {
    define(ModelDefinition.first("m", SPEC, 5L));
    define(ModelDefinition.first("more", SPEC, 5L));
    publish(1, "labeled-0", 4);
    byte[] others = bytes("more@1/labeled-0/coverage/0");
    kafka.append("snapshots", 0, 1L, others, bytes("x"));
    int rows = kafka.records("snapshots").size();
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, "m")) {
      writer.delete(read().definition("m").orElseThrow());
      writer.commit();
    }

    SharedModels after = read();

    assertThat(after.names()).containsExactly("more");
    assertThat(after.published("m", 1)).isEmpty();
    assertThat(after.evaluations().merged("m", 1)).isEmpty();
    assertThat(kafka.records("snapshots").stream().skip(rows))
        .isNotEmpty()
        .allSatisfy(
            record -> {
              assertThat(record.value()).isNull();
              assertThat(text(record.key())).startsWith("m@1/");
            });
  }

  @Test
  void shouldWriteNothingWithoutACommit() {
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, "m")) {
      writer.commit(); // of nothing
      writer.define(ModelDefinition.first("m", SPEC, 5L));
    }

    assertThat(read().names()).isEmpty();
  }

  @Test
  void shouldGiveWayToAWriterOfTheSamePurpose() {
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, "m")) {
      writer.define(ModelDefinition.first("m", SPEC, 5L));
      ModelWriter.ofReplay(kafka, "m").close();
      ModelWriter.ofDefinition(kafka, "other").close();
      writer.commit();
      writer.define(ModelDefinition.first("m", SPEC, 6L));
      ModelWriter.ofDefinition(kafka, "m").close();

      assertThatThrownBy(writer::commit)
          .isInstanceOf(ModelWriter.OverruledException.class)
          .hasMessage("another command is changing model 'm'; this one has given way");
    }
  }

  @Test
  void shouldSayWhichTopicIsMissing() {
    FakeKafka empty = new FakeKafka(AppConfig.of(Map.of("topic.prefix", "")));

    assertThatThrownBy(() -> new ModelTopics(empty).read())
        .isInstanceOf(UnknownTopicOrPartitionException.class)
        .hasMessage("there is no topic 'models'; 'bayou run' creates missing topics");
    assertThat(empty.openClients()).isZero();
  }

  @Test
  void shouldCreateAModelOnce() {
    ModelCreator creator = ModelCreator.of(kafka);
    long before = System.currentTimeMillis();

    ModelDefinition created = creator.create("m", SPEC);

    assertThat(created.active().createdAt()).isBetween(before, System.currentTimeMillis());
    assertThat(creator.create("m", SPEC)).isEqualTo(created);
    assertThat(kafka.records("models")).hasSize(1);
  }

  @Test
  void shouldNotCreateWhatItCannotRead() {
    kafka.append("models", 0, 1L, bytes("m"), bytes("from the future"));

    assertThatThrownBy(() -> ModelCreator.of(kafka).create("m", SPEC))
        .isInstanceOf(BadRecordException.class)
        .hasMessageStartingWith("the definition of model 'm' cannot be read by this build");
    assertThatThrownBy(() -> read().definition("m", IllegalStateException::new))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the definition of model 'm' cannot be read by this build");
  }

  @Test
  void shouldLeaveOutDefinitionsUnderAnotherName() {
    kafka.append(
        "models",
        0,
        1L,
        bytes("n"),
        new io.bayou.codec.state.ModelDefinitionCodec()
            .encode(ModelDefinition.first("m", SPEC, 1L)));

    assertThat(read().names()).isEmpty();
    assertThat(read().isUnreadable("n")).isTrue();
    define(ModelDefinition.first("n", SPEC, 1L));
    assertThat(read().isUnreadable("n")).isFalse();
  }

  @Test
  void shouldTakeATombstoneForADeletion() {
    define(ModelDefinition.first("m", SPEC, 5L));
    kafka.append("models", 0, 1L, bytes("m"), null);
    kafka.append("models", 0, 77L, bytes("unheard"), null);

    SharedModels models = read();

    assertThat(models.names()).isEmpty();
    assertThat(models.fresh("m", SPEC, 9L).activeVersion()).isEqualTo(2);
    assertThat(models.fresh("unheard", SPEC, 9L).revision()).isGreaterThan(77);
    assertThatThrownBy(() -> models.definition("m", IllegalStateException::new))
        .hasMessage("there is no model 'm'; known are []");
    define(ModelDefinition.first("x", SPEC, 5L));
    assertThatThrownBy(() -> read().fresh("x", SPEC, 9L)).hasMessage("there is a model 'x'");
  }

  @Test
  void shouldLeaveOutEvaluationsUnderTheWrongKey() {
    byte[] value = new io.bayou.codec.state.EvaluationCodec().encode(evaluation(1, "p-0", 3));
    kafka.append("evaluations", 0, 1L, bytes("m@2/p-0"), value);
    kafka.append("evaluations", 0, 1L, bytes("n@1/p-0"), value);
    kafka.append("evaluations", 0, 1L, bytes("no key"), value);
    kafka.append("evaluations", 0, 1L, bytes("m@1/p-1"), bytes("damaged"));
    kafka.append("evaluations", 0, 1L, bytes("m@3/p-1"), null);
    kafka.append("evaluations", 0, 1L, bytes("m@1/p-0"), value);

    SharedModels models = read();

    assertThat(models.evaluations().merged("m", 1)).isPresent();
    assertThat(models.evaluations().merged("m", 2)).isEmpty();
    assertThat(models.evaluations().merged("n", 1)).isEmpty();
  }
}
