package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The models of a task come and go with their definitions. */
class TaskModelsTest {
  private static final RowKeys ROW = new RowKeys("m", 1, "labeled-0", "features", 0);

  private final TestStream stream = new TestStream(Map.of("max.models", "2"));
  private final ThreadServices thread = stream.threads.get();
  private final TaskDefinitions definitions =
      new TaskDefinitions(
          stream.shared,
          new ModelStore(stream.driver.getKeyValueStore(LearningTopology.MODEL_STORE)));
  private final List<LiveModel> gone = new ArrayList<>();
  private final TaskModels models =
      new TaskModels(stream.options, stream.services, definitions, () -> 0L, gone::add);

  @AfterEach
  void stop() {
    stream.close();
  }

  private static ModelDefinition createdAt(long time) {
    return ModelDefinition.first("m", ModelSpec.defaults(), time);
  }

  /** A version that has nothing stored yet. */
  private LiveModel restored(long createdAt) {
    definitions.keep(createdAt(createdAt));
    return models.restored(ROW).orElseThrow();
  }

  private void assertThatItLeavesItsSum(LiveModel model, Runnable action) {
    ServingSum sum = thread.join(model);
    action.run();
    assertThat(thread.join(model)).isNotSameAs(sum);
  }

  @Test
  void shouldCreateNoMoreModelsThanAreAllowed() {
    stream.define("one");
    models.of("default");
    stream.delete("default");
    stream.define("two");

    assertThatThrownBy(() -> models.of("default"))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("there are 2 models already");
  }

  @Test
  void shouldRemoveAVersionAsSoonAsAnEventShowsThatItIsNoLongerDefined() {
    stream.define(createdAt(1));
    LiveModel former = models.of("m").active;
    stream.delete("m");
    stream.define(stream.shared.fresh("m", ModelSpec.defaults(), 2));

    assertThat(models.of("m").active).isNotSameAs(former);
    assertThat(gone).containsExactly(former);
  }

  @Test
  void shouldReplaceAVersionByALaterOneOfTheSameNumber() {
    LiveModel former = restored(1);
    LiveModel latter = restored(2);

    assertThat(gone).containsExactly(former);
    assertThat(models.all()).containsExactly(latter);
    assertThat(latter.createdAt()).isEqualTo(2);
  }

  @Test
  void shouldLeaveTheSumOfAModelThatIsRemoved() {
    LiveModel model = restored(1);
    stream.shared.definitions().delete("m", 2);

    assertThatItLeavesItsSum(model, models::removeOld);
    assertThat(gone).containsExactly(model);
  }

  @Test
  void shouldLeaveTheSumOfAModelThatIsSetAside() {
    assertThatItLeavesItsSum(restored(1), () -> models.setAside("m"));
    assertThat(models.all()).isEmpty();
    assertThat(gone).isEmpty();
  }

  @Test
  void shouldLeaveTheSumsWhenItCloses() {
    assertThatItLeavesItsSum(restored(1), models::close);
    assertThat(gone).isEmpty();
  }
}
