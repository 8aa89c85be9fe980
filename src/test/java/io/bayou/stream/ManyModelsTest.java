package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A model that nobody uses costs next to nothing, however many there are. */
class ManyModelsTest {
  private final TestStream stream = new TestStream(Map.of("stale.after.ms", "6000"));

  @BeforeEach
  void learnThreeModels() {
    for (String model : List.of("a", "b", "c")) {
      stream.define(model);
      stream.learn(event(model));
    }
    stream.passInterval();
    assertThat(published()).anyMatch(key -> key.startsWith("c@1/"));
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(String model) {
    return "{\"model\":\"" + model + "\",\"features\":{\"x\":1},\"label\":\"yes\"}";
  }

  private List<String> published() {
    return stream.snapshots.readKeyValuesToList().stream()
        .filter(row -> row.value != null)
        .map(row -> text(row.key))
        .toList();
  }

  private List<String> publishedWithin(int seconds) {
    for (int i = 0; i < seconds; i++) {
      stream.passInterval();
    }
    return published();
  }

  @Test
  void shouldSendOneHeartbeatForAllModelsOfASource() {
    assertThat(publishedWithin(2)).isEmpty();
    assertThat(publishedWithin(2)).containsExactly("c@1/labeled-0/coverage/0");
    assertThat(publishedWithin(3)).containsExactly("c@1/labeled-0/coverage/0");
  }

  @Test
  void shouldSendNoHeartbeatAfterARow() {
    publishedWithin(2);
    stream.learn(event("a"));

    assertThat(publishedWithin(1)).contains("a@1/labeled-0/class/yes/0");
    assertThat(publishedWithin(2)).isEmpty();
  }

  @Test
  void shouldSendItForAnotherModelWhenOneWasDeleted() {
    stream.delete("c");

    assertThat(publishedWithin(4)).containsExactly("a@1/labeled-0/coverage/0");
  }

  @Test
  void shouldSendNoneWithoutAModel() {
    List.of("a", "b", "c").forEach(stream::delete);

    assertThat(publishedWithin(7)).isEmpty();
  }

  @Test
  void shouldStoreOnlyWhatWasLearned() {
    long rows = stream.activity.publishedRows();
    stream.learn(event("b"));
    stream.passInterval();

    assertThat(stream.activity.publishedRows() - rows).isEqualTo(1);
    assertThat(published()).allMatch(key -> key.startsWith("b@1/"));
  }

  @Test
  void shouldTakeARowOfOneModelAsASignOfLifeForAllOfItsSource() {
    takeFrom("a", "labeled-1", 1_000);
    takeFrom("b", "labeled-1", 9_000);

    assertThat(stream.shared.silent("a", 1, 9_001)).contains("labeled-1");
    assertThat(stream.shared.silent("a", 1, 9_000)).doesNotContain("labeled-1");
    for (int i = 0; i < 14; i++) {
      stream.passInterval();
    }
    assertThat(stream.ask(event("a").replace(",\"label\":\"yes\"", ""), 15_000).flags())
        .doesNotContain(Flag.STALE_MODEL.name());
    stream.passInterval();
    assertThat(stream.ask(event("a").replace(",\"label\":\"yes\"", ""), 16_000).flags())
        .contains(Flag.STALE_MODEL.name());
  }

  private void takeFrom(String model, String source, long time) {
    Learner learner = Learners.create(ModelSpec.defaults());
    learner.learn(new Features().number("x", 1.0), "yes", 1.0, time);
    new RowSlices(model, 1, ModelSpec.defaults(), source)
        .all(
            learner,
            row -> {
              RowKeys key = new RowKeys(model, 1, source, row.row(), row.part());
              stream.shared.take(key, row, time);
            });
  }
}
