package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.EvaluationCodec;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every labeled event is predicted first and scored; the scores are published like the model. */
class EvaluationTopologyTest {
  private final TestStream stream = new TestStream();
  private final EvaluationCodec codec = new EvaluationCodec();

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(double x, String label) {
    return "{\"features\":{\"x\":" + x + "},\"label\":\"" + label + "\"}";
  }

  @Test
  void shouldPublishTheScoresOfPredictionsMadeBeforeLearning() {
    stream.learn(event(1.0, "a"), 1_000);
    stream.learn(event(1.1, "a"), 2_000);
    stream.learn(event(9.0, "b"), 3_000);
    stream.passInterval();

    KeyValue<byte[], byte[]> published = stream.evaluations.readKeyValue();
    assertThat(TestStream.text(published.key)).isEqualTo("default@1/labeled-0");
    Evaluation evaluation = codec.decode(published.value);
    assertThat(evaluation.source()).isEqualTo("labeled-0");
    assertThat(evaluation.time()).isEqualTo(3_000);
    Scores scores = evaluation.cumulative();
    assertThat(scores.instances()).isEqualTo(3.0);
    assertThat(scores.correct()).isEqualTo(1.0); // nothing known, right, never seen before
    assertThat(scores.logLoss()).isCloseTo(Math.log(1) + 0.0 + Math.log(2 + 1 + 1), within(1e-12));
    assertThat(scores.confusion()).hasToString("{a={=1.0, a=1.0}, b={a=1.0}}");
    assertThat(evaluation.fading().instances()).isCloseTo(2.997, within(1e-5));
    assertThat(stream.evaluations.isEmpty()).isTrue();
  }

  @Test
  void shouldPublishAgainOnlyWhatHasChanged() {
    stream.learn(event(1.0, "a"));
    stream.passInterval();
    stream.evaluations.readValue();

    stream.passInterval();
    assertThat(stream.evaluations.isEmpty()).isTrue();

    stream.learn(
        "{\"features\":{\"x\":1.0},\"label\":\"b\",\"correctionOf\":\"a\"}"); // is not scored
    stream.passInterval();
    assertThat(stream.evaluations.isEmpty()).isTrue();
    assertThat(stream.snapshots.isEmpty()).isFalse();
  }

  @Test
  void shouldFoldTheTopicIntoOneEvaluationOfAVersion() {
    stream.learn(event(1.0, "a"));
    stream.passInterval();
    Evaluation own = codec.decode(stream.evaluations.readValue());
    Evaluation other =
        new Evaluation(
            "default", 1, "labeled-1", own.cumulative(), own.fading(), own.comparison(), 7_777);
    stream
        .input("evaluations")
        .pipeInput(TestStream.bytes("default@1/labeled-1"), codec.encode(other));

    Evaluation merged = stream.shared.evaluations().merged("default", 1).orElseThrow();

    assertThat(merged.cumulative()).isEqualTo(own.cumulative().merge(other.cumulative()));
    assertThat(merged.fading().instances()).isEqualTo(2.0);
    assertThat(merged.time()).isEqualTo(7_777);
    assertThat(merged.source()).isEmpty();
    assertThat(stream.shared.evaluations().merged("default", 2)).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatItCannotRead() {
    stream.input("evaluations").pipeInput(TestStream.bytes("nonsense"), new byte[] {1});
    stream.input("evaluations").pipeInput(TestStream.bytes("m@1/s"), new byte[] {1});
    byte[] another =
        codec.encode(
            new Evaluation("m", 2, "s", Scores.empty(), Scores.empty(), Comparison.NONE, 0));
    stream.input("evaluations").pipeInput(TestStream.bytes("m@1/s"), another);

    assertThat(stream.shared.evaluations().merged("m", 1)).isEmpty();
    assertThat(stream.shared.evaluations().merged("m", 2)).isEmpty();
  }

  @Test
  void shouldPassOverATombstoneOfWhatItHasNeverSeen() {
    stream.input("evaluations").pipeInput(TestStream.bytes("never@1/seen-0"), (byte[]) null);

    assertThat(stream.shared.evaluations().merged("never", 1)).isEmpty();
  }

  @Test
  void shouldTakeBackTheEvaluationOfADeletedModel() {
    stream.define("fraud");
    stream.learn("{\"model\":\"fraud\",\"features\":{\"x\":1},\"label\":\"a\"}");
    stream.passInterval();
    stream.evaluations.readValue();

    stream.delete("fraud");
    stream.passInterval();

    List<KeyValue<byte[], byte[]>> rest = stream.evaluations.readKeyValuesToList();
    assertThat(rest).hasSize(1);
    assertThat(TestStream.text(rest.get(0).key)).isEqualTo("fraud@1/labeled-0");
    assertThat(rest.get(0).value).isNull();
    assertThat(stream.shared.evaluations().merged("fraud", 1)).isEqualTo(Optional.empty());
  }

  @Test
  void shouldPublishAMatrixOfManyClassesInMessagesThatABrokerTakes() {
    for (int i = 0; i < 1_800; i++) { // twice each: first taken for another class, then not
      String label = "class-" + i % 900 + "-" + "x".repeat(240);
      stream.learn(event(i % 900, label));
    }
    stream.passInterval();

    List<KeyValue<byte[], byte[]>> parts = stream.evaluations.readKeyValuesToList();

    assertThat(parts).hasSizeGreaterThan(1);
    assertThat(TestStream.text(parts.get(1).key)).isEqualTo("default@1/labeled-0/1");
    assertThat(parts).allSatisfy(part -> assertThat(part.value.length).isLessThan(512 << 10));
    Evaluation merged = stream.shared.evaluations().merged("default", 1).orElseThrow();
    assertThat(merged.cumulative().instances()).isEqualTo(1_800.0);
    assertThat(merged.cumulative().confusion()).hasSize(900);
    assertThat(merged.source()).isEqualTo("labeled-0");

    stream.input("models").pipeInput(TestStream.bytes("default"), (byte[]) null);
    stream.passInterval();
    assertThat(stream.shared.evaluations().merged("default", 1)).isEmpty();
  }

  @Test
  void shouldReadItsOwnKeys() {
    for (EvaluationKey key :
        List.of(
            new EvaluationKey("a.b-c_d", 12, "bayou.labeled-11", 0),
            new EvaluationKey("default", 1, "replay", 3))) {
      assertThat(EvaluationKey.of(key.toBytes())).isEqualTo(key);
    }
  }
}
