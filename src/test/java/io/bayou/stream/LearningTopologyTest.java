package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answer;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LearningTopologyTest {
  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  private void learn(String json) {
    stream.learn(json);
  }

  private Prediction ask(String json) {
    return stream.ask(json);
  }

  @Test
  void shouldAnswerBeforeTheFirstExample() {
    Prediction answer = ask("{\"features\":{\"x\":1}}");

    assertThat(answer.label()).isEmpty();
    assertThat(answer.posterior()).isEmpty();
    assertThat(answer.flags()).containsExactly("NO_MODEL");
    assertThat(answer.id()).isEqualTo("q1");
  }

  @Test
  void shouldAnswerFromWhatItHasLearned() {
    learn("{\"features\":{\"x\":1.0},\"label\":\"low\"}");
    learn("{\"features\":{\"x\":1.2},\"label\":\"low\"}");
    learn("{\"features\":{\"x\":9.0},\"label\":\"high\"}");
    learn("{\"features\":{\"x\":9.5},\"label\":\"high\"}");

    Prediction answer = ask("{\"id\":\"e7\",\"features\":{\"x\":8.8}}");

    assertThat(answer.label()).contains("high");
    assertThat(answer.id()).isEqualTo("e7");
    assertThat(answer.examples()).isEqualTo(4);
    assertThat(answer.learnedTo()).containsEntry("labeled-0", 4L);
    assertThat(stream.predictions.isEmpty()).isTrue();
  }

  @Test
  void shouldLearnTokensAndPublishThem() {
    learn("{\"features\":{\"words\":[\"win\",\"cash\"]},\"label\":\"spam\"}");
    learn("{\"features\":{\"words\":[\"home\",\"soon\"]},\"label\":\"ham\"}");

    assertThat(ask("{\"features\":{\"words\":[\"cash\",\"now\"]}}").label()).contains("spam");
    stream.passInterval();
    assertThat(stream.snapshots.readKeyValuesToList())
        .filteredOn(row -> new String(row.key, UTF_8).contains("/tokens/"))
        .hasSize(2);
  }

  @Test
  void shouldSendWhatItCannotReadToTheDeadLetters() {
    stream.input("unlabeled").pipeInput("k".getBytes(UTF_8), "garbage".getBytes(UTF_8));

    TestRecord<byte[], byte[]> letter = stream.deadLetters.readRecord();
    assertThat(letter.value()).isEqualTo("garbage".getBytes(UTF_8));
    assertThat(letter.key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(header(letter.headers(), "bayou.reason")).isEqualTo("UNKNOWN_FORMAT");
    assertThat(header(letter.headers(), "__streams.errors.exception"))
        .isEqualTo("io.bayou.codec.BadRecordException");
    assertThat(header(letter.headers(), "__streams.errors.topic")).isEqualTo("unlabeled");
    assertThat(header(letter.headers(), "__streams.errors.partition")).isEqualTo("0");
    assertThat(header(letter.headers(), "__streams.errors.offset")).isEqualTo("0");
    assertThat(stream.activity.deadLetters()).isEqualTo(1);
  }

  @Test
  void shouldNameTheKnownModelsWhenOneIsUnknown() {
    stream.define("fraud");

    learn("{\"model\":\"spam\",\"features\":{\"x\":1},\"label\":\"a\"}");

    assertThat(header(stream.deadLetters.readRecord().headers(), "__streams.errors.message"))
        .isEqualTo("there is no model 'spam'; known are [fraud]");
  }

  @Test
  void shouldLearnEachModelByItself() {
    stream.define("fraud");
    learn("{\"model\":\"fraud\",\"features\":{\"x\":1},\"label\":\"a\"}");

    assertThat(ask("{\"model\":\"fraud\",\"features\":{\"x\":1}}").label()).contains("a");
    assertThat(ask("{\"features\":{\"x\":1}}").label()).isEmpty();
  }

  @Test
  void shouldSayHowMuchEachHypothesisOfAnAverageIsBelieved() {
    ModelSpec average = SpecCodec.read("s", "{learner: average, members: [majority, naive-bayes]}");
    Learner same = Learners.create(average);
    stream.define(ModelDefinition.first("default", average, 0L));
    for (int i = 0; i < 40; i++) {
      double x = i % 2 * 10.0 + i * 0.1;
      String label = i % 2 == 0 ? "low" : "high";
      stream.learn("{\"features\":{\"x\":" + x + "},\"label\":\"" + label + "\"}");
      same.learn(new Features().number("x", x), label, 1.0, 1_000);
    }

    var answer = stream.ask("{\"features\":{\"x\":10.2}}");

    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(same, weights);
    assertThat(weights.get("naive-bayes")).isGreaterThan(0.99);
    assertThat(answer.hypotheses()).isEqualTo(weights);
  }

  @Test
  void shouldNameAnAnswerThatHasNoIdByItsKeyOrItsOffset() {
    String event = "{\"features\":{\"x\":1}}";
    for (String key : List.of("q9", "")) {
      stream.input("unlabeled").pipeInput(bytes(key), bytes(event));
    }
    stream.input("unlabeled").pipeInput(null, bytes(event));

    assertThat(stream.predictions.readValuesToList())
        .extracting(value -> new PredictionDecoder().decode(value).id())
        .containsExactly("q9", "unlabeled-0-1", "unlabeled-0-2");
  }

  @Test
  void shouldAnswerAtTheTimeOfTheEvent() {
    for (long time : List.of(5_000L, 0L)) {
      stream.send("unlabeled", "{\"features\":{\"x\":1}}", time);
      assertThat(stream.predictions.readRecord().timestamp()).isEqualTo(time);
    }
  }

  @Test
  void shouldExplainAnAnswerThatAListenerWants() {
    learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
    learn("{\"features\":{\"x\":2},\"label\":\"b\"}");
    List<String> told = new ArrayList<>();
    List<Example> buffers = new ArrayList<>();
    stream.activity.listen(
        new StreamListener() {
          @Override
          public boolean wantsAnswer(long now) {
            return now == 1_000;
          }

          @Override
          public void answered(Example example, Answer answer) {
            told.add(example.id() + " " + (answer.explanation() != null));
            buffers.add(example);
          }
        });
    ask("{\"id\":\"early\",\"features\":{\"x\":1}}");
    stream.passInterval();
    ask("{\"id\":\"wanted\",\"features\":{\"x\":1}}");

    assertThat(told).containsExactly("wanted true");
    assertThat(buffers).allSatisfy(example -> assertThat(example.features().size()).isZero());
  }

  @Test
  void shouldCorrectALabel() {
    learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
    learn("{\"features\":{\"x\":2},\"label\":\"b\"}");
    learn("{\"features\":{\"x\":1},\"label\":\"b\",\"correctionOf\":\"a\"}");

    Prediction answer = ask("{\"features\":{\"x\":1}}");

    assertThat(answer.posterior()).containsOnlyKeys("b");
    assertThat(answer.examples()).isEqualTo(2);
  }

  @Test
  void shouldTimeOneEventInSixtyFour() {
    AtomicInteger learned = new AtomicInteger();
    AtomicInteger predicted = new AtomicInteger();
    stream.activity.listen(
        new StreamListener() {
          @Override
          public void learnedIn(long nanos) {
            assertThat(nanos).isNotNegative();
            learned.incrementAndGet();
          }

          @Override
          public void predictedIn(long nanos) {
            assertThat(nanos).isNotNegative();
            predicted.incrementAndGet();
          }
        });
    for (int i = 0; i < 129; i++) {
      learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
    }
    for (int i = 0; i < 64; i++) {
      ask("{\"features\":{\"x\":1}}");
    }

    assertThat(learned).hasValue(3);
    assertThat(predicted).hasValue(1);
  }

  @Test
  void shouldPassOverTombstones() {
    stream.input("labeled").pipeInput("k".getBytes(UTF_8), (byte[]) null);

    assertThat(stream.activity.tombstones()).isEqualTo(1);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }
}
