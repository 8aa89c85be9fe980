package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventLimits;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PredictionsTest {
  private static final byte[] EVENT = "{\"features\":{\"x\":3.5,\"y\":\"v\"}}".getBytes(UTF_8);

  private final Predictions predictions = new Predictions(EventLimits.DEFAULT);
  private final ServedModel model = served();

  /** A request that waits for the model or another request would never return. */
  @Test
  void shouldNotWaitForAnotherRequest() throws Exception {
    synchronized (predictions) {
      synchronized (model) {
        assertThat(CompletableFuture.supplyAsync(this::answer).get(1, TimeUnit.MINUTES))
            .contains("\"label\":\"b\"");
      }
    }
  }

  @Test
  void shouldAnswerRequestsAtOnceAsOneAfterTheOther() throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      answers.add(CompletableFuture.supplyAsync(this::answer));
    }
    Predictions others = new Predictions(EventLimits.DEFAULT);
    String expected = new String(others.predict(served(), EVENT, true, false, 0L), UTF_8);

    for (CompletableFuture<String> answer : answers) {
      assertThat(answer.get()).isEqualTo(expected);
    }
  }

  private String answer() {
    return new String(predictions.predict(model, EVENT, true, false, 0L), UTF_8);
  }

  private static ServedModel served() {
    Learner learner = Learners.create(ModelSpec.defaults());
    for (int i = 0; i < 20; i++) {
      Features x = new Features().number("x", i % 5).text("y", i % 3 == 0 ? "v" : "w");
      learner.learn(x, i % 5 < 2 ? "a" : "b", 1.0, 0L);
    }
    ModelDefinition definition = ModelDefinition.first("m", ModelSpec.defaults(), 0L);
    return new ServedModel(definition, definition.active(), learner, List.of(), List.of());
  }
}
