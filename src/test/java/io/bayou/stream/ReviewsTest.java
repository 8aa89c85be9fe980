package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Doubtful events become questions to people, until their labels come. */
class ReviewsTest {
  private static final long HOUR = 3_600_000;

  private final TestStream stream = new TestStream();
  private TestOutputTopic<byte[], byte[]> reviews;

  @BeforeEach
  void learn() {
    reviews =
        stream.driver.createOutputTopic(
            "reviews", new ByteArrayDeserializer(), new ByteArrayDeserializer());
    define("m", "review: {per-hour: 3, margin: 0.3}");
    for (int i = 0; i < 40; i++) {
      learn("m", i);
    }
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private void define(String model, String spec) {
    stream.define(ModelDefinition.first(model, SpecCodec.read("spec.yaml", spec), 0L));
  }

  /* Nothing is certain at 5. */
  private void learn(String model, int i) {
    String label = i % 2 == 0 ? "low" : "high";
    int x = (i % 2) * 10 + i % 3 - 1;
    stream.learn(
        "{\"id\":\"t%d\",\"model\":\"%s\",\"features\":{\"x\":%d},\"label\":\"%s\"}"
            .formatted(i, model, x, label));
  }

  private void ask(String model, String id, double x, long time) {
    stream.ask(
        "{\"id\":\"%s\",\"model\":\"%s\",\"features\":{\"x\":%s,\"note\":\"a \\\"b\\\"\"}}"
            .formatted(id, model, x),
        time);
  }

  private List<ReviewQuestion> asked() {
    return reviews.readValuesToList().stream().map(ReviewQuestion::decode).toList();
  }

  @Test
  void shouldAskAboutDoubtfulEventsWithinTheBudget() {
    ask("m", "sure", 0, HOUR);
    for (int i = 0; i < 10; i++) {
      ask("m", "q" + i, 5, HOUR + i);
    }
    List<ReviewQuestion> first = asked();
    ask("m", "next", 5, 3 * HOUR);

    assertThat(first).extracting(ReviewQuestion::id).containsExactly("q0", "q1", "q2");
    assertThat(first)
        .allSatisfy(question -> assertThat(question.model()).isEqualTo("m"))
        .allSatisfy(question -> assertThat(question.reason()).isEqualTo("CLOSE"));
    assertThat(first.get(0).event())
        .isEqualTo(
            "{\"id\":\"q0\",\"model\":\"m\",\"features\":{\"x\":5.0,\"note\":\"a \\\"b\\\"\"}}");
    assertThat(first.get(0).prediction())
        .startsWith("{\"id\":\"q0\",\"model\":\"m\",\"version\":1,\"label\":")
        .contains("\"posterior\":{");
    assertThat(asked())
        .as("in another hour")
        .extracting(ReviewQuestion::id)
        .containsExactly("next");
  }

  @Test
  void shouldAskFirstAboutWhatIsNovelOrRejected() {
    define("r", "decide: {reject: 0.01}\nreview: {per-hour: 5, margin: 0}");
    for (int i = 0; i < 40; i++) {
      learn("r", i);
    }
    ask("r", "no", 5, HOUR);

    assertThat(asked()).extracting(ReviewQuestion::reason).containsExactly("REJECTED");
  }

  @Test
  void shouldTakeAQuestionBackWhenItsLabelComes() {
    ask("m", "q", 5, HOUR);
    byte[] question = reviews.readKeyValue().value;
    stream.input("reviews").pipeInput(TestStream.bytes("m/q"), question); // as the cluster would
    assertThat(stream.shared.reviews().of("m")).extracting(ReviewQuestion::id).containsExactly("q");

    stream.learn("{\"id\":\"q\",\"model\":\"m\",\"features\":{\"x\":5},\"label\":\"low\"}");
    var taken = reviews.readKeyValue();
    assertThat(text(taken.key)).isEqualTo("m/q");
    assertThat(taken.value).isNull();

    stream.input("reviews").pipeInput(taken.key, taken.value);
    assertThat(stream.shared.reviews().of("m")).isEmpty();
    stream.learn("{\"id\":\"q\",\"model\":\"m\",\"features\":{\"x\":5},\"label\":\"low\"}");
    assertThat(reviews.isEmpty()).isTrue();
  }

  @Test
  void shouldAskNobodyUnlessTheSpecSaysSo() {
    define("quiet", "learner: naive-bayes");
    for (int i = 0; i < 40; i++) {
      learn("quiet", i);
    }
    ask("quiet", "q", 5, HOUR);

    assertThat(reviews.isEmpty()).isTrue();
  }

  /** Neither a restart nor another instance may spend the budget again. */
  @Test
  void shouldKeepTheBudgetWhenAnotherTaskTakesOver() {
    ask("m", "q0", 5, 0);
    ask("m", "q1", 5, 0);

    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      assertThat(questionsOf(next, "a")).isEqualTo(1);
      assertThat(questionsOf(next, "b")).isZero();
    }
  }

  private static int questionsOf(TakeOver task, String id) {
    task.ask("{\"id\":\"%s\",\"model\":\"m\",\"features\":{\"x\":5}}".formatted(id));
    return task.context.forwarded(LearningTopology.REVIEWS).size();
  }

  @Test
  void shouldForgetTheBudgetOfAModelThatIsDeleted() {
    ask("m", "q0", 5, 0);
    assertThat(TakeOver.rowsOf(stream).keySet()).anyMatch(ReviewsTest::isBudget);

    stream.delete("m");
    stream.passInterval();
    assertThat(TakeOver.rowsOf(stream).keySet()).noneMatch(ReviewsTest::isBudget);
  }

  private static boolean isBudget(org.apache.kafka.common.utils.Bytes key) {
    return text(key.get()).equals("review/m");
  }

  @Test
  void shouldLeaveOutWhatIsNoQuestion() {
    stream.input("reviews").pipeInput(TestStream.bytes("m/x"), TestStream.bytes("[1]"));
    stream.input("reviews").pipeInput(TestStream.bytes("m/x"), TestStream.bytes("{\"id\":\"x\"}"));
    stream.input("reviews").pipeInput(TestStream.bytes("none"), (byte[]) null);

    assertThat(stream.shared.reviews().of("m")).isEmpty();
  }
}
