package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several versions of a model side by side. */
class VersionsTopologyTest {
  private static final ModelSpec MAJORITY = ModelSpec.of(LearnerKind.MAJORITY);

  private final ModelDefinition first = ModelDefinition.first("default", ModelSpec.defaults(), 0L);
  private final TestStream stream =
      new TestStream(Map.of("shadow.topic", "shadow", "retired.retention.ms", "5000"));
  private final SnapshotCodec codec = new SnapshotCodec();

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(double x, String label) {
    return "{\"features\":{\"x\":" + x + "},\"label\":\"" + label + "\"}";
  }

  private ModelDefinition ready(ModelDefinition training) {
    ModelDefinition.Version version = training.training().orElseThrow();
    return training.with(version.in(State.READY, 1L));
  }

  private Comparison comparison(int version) {
    return stream.shared.evaluations().merged("default", version).orElseThrow().comparison();
  }

  @Test
  void shouldSayThatItLearnsAVersionBeforeTheFirstEvent() {
    stream.define(first.train(MAJORITY, 0L));
    stream.passInterval();

    TestRecord<byte[], byte[]> sign = stream.snapshots.readRecord();
    SnapshotRow row = codec.decode(sign.value());
    assertThat(TestStream.text(sign.key())).isEqualTo("default@2/labeled-0/coverage/0");
    assertThat(row.covered()).isEmpty();
  }

  @Test
  void shouldRepeatWhatItHasLearnedUntilTheStartIsKnown() {
    stream.define(first.train(MAJORITY, 0L));
    stream.learn(event(1.0, "a"));
    stream.learn(event(2.0, "a"));
    stream.passInterval();
    stream.snapshots.readKeyValuesToList();
    stream.passInterval();

    assertThat(stream.snapshots.readValuesToList())
        .extracting(codec::decode)
        .filteredOn(row -> row.version() == 2 && row.source().equals("labeled-0"))
        .extracting(SnapshotRow::covered)
        .containsExactly(new TreeMap<>(Map.of("labeled-0", new OffsetRange(0, 2))));
  }

  @Test
  void shouldStoreTheDefinitionOfAVersionThatItHasAcknowledged() {
    stream.define(first.train(MAJORITY, 0L));
    stream.passInterval();
    assertThat(definitions()).containsExactly("definition/default");

    ModelDefinition other = ModelDefinition.first("default", ModelSpec.defaults(), 10L);
    stream.define(other.train(MAJORITY, 11L)); // after a foreign tombstone, with the same numbers
    stream.passInterval();
    assertThat(definitions()).containsExactly("definition/default");
  }

  private List<String> definitions() {
    return TakeOver.rowsOf(stream).keySet().stream()
        .map(key -> TestStream.text(key.get()))
        .filter(key -> key.startsWith("definition/"))
        .toList();
  }

  @Test
  void shouldTakeBackThatItLearnsAVersionThatIsDeleted() {
    ModelDefinition training = first.train(MAJORITY, 0L);
    stream.define(training);
    stream.passInterval();
    stream.snapshots.readKeyValuesToList();
    stream.define(training.without(2));
    stream.passInterval();

    assertThat(stream.snapshots.readKeyValuesToList())
        .allSatisfy(row -> assertThat(row.value).isNull())
        .extracting(row -> TestStream.text(row.key))
        .containsExactly("default@2/labeled-0/coverage/0", "default@2/unlabeled-0/coverage/0");
  }

  @Test
  void shouldSayWithWhichOffsetItBegan() {
    stream.define(first);
    stream.learn(event(1.0, "a"));
    stream.define(first.train(MAJORITY, 0L));
    stream.learn(event(2.0, "b"));
    stream.learn(event(3.0, "b"));
    stream.passInterval();

    assertThat(stream.shared.published("default", 2))
        .filteredOn(row -> row.source().equals("labeled-0"))
        .singleElement()
        .satisfies(
            row -> assertThat(row.covered()).containsEntry("labeled-0", new OffsetRange(1, 3)));
  }

  @Test
  void shouldLeaveWhatComesBeforeTheStartToTheReplay() {
    ModelDefinition training = first.train(MAJORITY, 0L);
    stream.define(
        training.with(
            training.training().orElseThrow().startingAt(new TreeMap<>(Map.of("labeled-0", 2L)))));
    stream.learn(event(1.0, "a"));
    stream.learn(event(2.0, "a"));
    stream.learn(event(3.0, "a"));
    stream.passInterval();

    assertThat(stream.shared.merged("default", 1, ModelSpec.defaults()).examples()).isEqualTo(3);
    assertThat(stream.shared.merged("default", 2, MAJORITY).examples()).isEqualTo(1);
  }

  @Test
  void shouldHeedAStartThatIsToldAfterItBegan() {
    ModelDefinition training = first.train(MAJORITY, 0L);
    stream.define(training);
    stream.learn(event(1.0, "a"));
    stream.define(
        training.with(
            training.training().orElseThrow().startingAt(new TreeMap<>(Map.of("labeled-0", 3L)))));
    for (int i = 0; i < 3; i++) {
      stream.learn(event(i, "a"));
    }
    stream.passInterval();

    assertThat(stream.shared.merged("default", 2, MAJORITY).examples()).isEqualTo(2);
  }

  @Test
  void shouldAnswerByTheActiveVersionAndShowTheOthersInTheShadow() {
    stream.define(ready(first.train(MAJORITY, 0L)));
    for (int i = 0; i < 5; i++) {
      stream.learn(event(i % 2 * 10.0 + i * 0.1, i % 2 == 0 ? "low" : "high"));
    }

    var answer = stream.ask("{\"id\":\"e\",\"features\":{\"x\":10.2}}");

    assertThat(answer.version()).isEqualTo(1);
    assertThat(answer.label()).contains("high");
    assertThat(stream.predictions.isEmpty()).isTrue();
    var shadow =
        stream.driver.createOutputTopic(
            "shadow", new ByteArrayDeserializer(), new ByteArrayDeserializer());
    var other = new PredictionDecoder().decode(shadow.readValue());
    assertThat(other.id()).isEqualTo("e");
    assertThat(other.version()).isEqualTo(2);
    assertThat(other.label()).contains("low");
  }

  @Test
  void shouldAnswerByAnotherVersionAsSoonAsItIsPromoted() {
    ModelDefinition both = ready(first.train(MAJORITY, 0L));
    stream.define(both);
    stream.learn(event(1.0, "a"));
    assertThat(stream.ask(event(1.0, "").replace(",\"label\":\"\"", "")).version()).isEqualTo(1);

    stream.define(both.promote(2, 10L));

    assertThat(stream.ask(event(1.0, "").replace(",\"label\":\"\"", "")).version()).isEqualTo(2);
  }

  @Test
  void shouldCompareVersionsOnTheSameLabels() {
    stream.define(first);
    for (int i = 0; i < 10; i++) {
      stream.learn(event(i, "a"));
    }
    ModelDefinition training = first.train(MAJORITY, 0L);
    stream.define(training);
    stream.learn(event(1.0, "a"));
    stream.define(ready(training));
    for (int i = 0; i < 7; i++) {
      stream.learn(event(i, i < 3 ? "a" : "b"));
    }
    stream.passInterval();

    for (int version = 1; version <= 2; version++) {
      assertThat(comparison(version).since()).isEqualTo(2);
      assertThat(comparison(version).instances()).isEqualTo(7.0);
    }
    assertThat(comparison(2).correct()).isEqualTo(3.0);
  }

  private PairedLoss paired(int version) {
    return stream.shared.evaluations().merged("default", version).orElseThrow().paired();
  }

  @Test
  void shouldPairTheOtherVersionsWithTheActiveOne() {
    ModelDefinition training = first.train(MAJORITY, 0L);
    stream.define(training);
    stream.learn(event(1.0, "a"));
    stream.define(ready(training));
    for (int i = 0; i < 7; i++) {
      stream.learn(event(i, i < 3 ? "a" : "b"));
    }
    stream.passInterval();

    assertThat(paired(1)).isEqualTo(PairedLoss.NONE);
    assertThat(paired(2).since()).isEqualTo(1L);
    assertThat(paired(2).labels()).isEqualTo(7.0);
    assertThat(paired(2).sum())
        .isCloseTo(comparison(1).logLoss() - comparison(2).logLoss(), within(1e-9));
    assertThat(paired(2).squares()).isGreaterThan(paired(2).sum() * paired(2).sum() / 7.0);

    stream.define(ready(training).promote(2, 10L));
    for (int i = 0; i < 4; i++) {
      stream.learn(event(i, "b"));
    }
    stream.passInterval();

    assertThat(paired(1).since()).as("since it has retired").isEqualTo(10L);
    assertThat(paired(1).labels()).isEqualTo(4.0);
    assertThat(paired(2).labels()).as("before it was promoted").isEqualTo(7.0);
  }

  @Test
  void shouldLetARetiredVersionLearnForATimeThenWithdrawIt() {
    ModelDefinition promoted = ready(first.train(MAJORITY, 0L)).promote(2, 1_000L);
    stream.define(promoted);
    stream.learn(event(1.0, "a"));
    for (int second = 1; second <= 6; second++) {
      stream.passInterval();
      assertThat(stream.shared.merged("default", 1, ModelSpec.defaults()).examples()).isEqualTo(1);
    }

    stream.passInterval();
    assertThat(definitions()).containsExactly("definition/default");
    assertThat(stream.shared.published("default", 1)).isEmpty();
    assertThat(stream.shared.evaluations().merged("default", 1)).isEmpty();
    assertThat(stream.shared.published("default", 2)).isNotEmpty();
  }
}
