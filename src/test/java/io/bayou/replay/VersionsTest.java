package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SPEC;
import static io.bayou.replay.ReplayWorld.rows;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.state.ModelFile;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.ModelWriter.OverruledException;
import io.bayou.stream.SharedModels;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionsTest {
  private final ReplayWorld world =
      new ReplayWorld(Map.of("max.models", "2", "retired.retention.ms", "60000"));

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private Versions versions(String model) {
    return new Versions(world.kafka, model);
  }

  @Test
  void shouldCreateAModel() {
    long before = System.currentTimeMillis();

    ModelDefinition created = versions("m").create(SPEC);

    assertThat(world.definition("m")).isEqualTo(created);
    assertThat(created.activeVersion()).isEqualTo(1);
    assertThat(created.active().createdAt()).isBetween(before, System.currentTimeMillis());
  }

  @Test
  void shouldNotCreateAModelTwice() {
    versions("m").create(SPEC);

    assertThatThrownBy(() -> versions("m").create(SPEC))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is a model 'm' already; delete it first");
  }

  @Test
  void shouldNotCreateMoreModelsThanThereMayBe() {
    versions("m1").create(SPEC);
    versions("m2").create(SPEC);

    assertThatThrownBy(() -> versions("m3").create(SPEC))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there are 2 models already, which is max.models; delete one first");
  }

  @Test
  void shouldNotReplaceADefinitionThatItCannotRead() {
    world.kafka.append("models", 0, 1L, "m".getBytes(UTF_8), "from the future".getBytes(UTF_8));

    assertThatThrownBy(() -> versions("m").create(SPEC))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("the definition of model 'm' cannot be read by this build;");
  }

  @Test
  void shouldDeleteAModelWithWhatItHasLearned() {
    world.defineDefault();
    world.sendEvents(0, 0, 5);
    world.publishLive(1, FIRST, 0, 5);

    versions("default").delete();

    SharedModels left = world.published();
    assertThat(left.definition("default")).isEmpty();
    assertThat(left.published("default", 1)).isEmpty();
    assertThat(versions("default").create(SPEC).activeVersion())
        .as("no number is used twice")
        .isEqualTo(2);
  }

  @Test
  void shouldNotDeleteAModelThatIsNotThere() {
    assertThatThrownBy(() -> versions("m").delete())
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no model 'm'; known are []");
    assertThatThrownBy(() -> versions("m").change((definition, published) -> definition))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no model 'm'; known are []");
  }

  @Test
  void shouldTakeBackTheRowsOfAVersionThatIsGone() {
    ModelDefinition two = world.defineDefault().train(SPEC, 1L);
    world.define(two);
    world.sendEvents(0, 0, 5);
    world.publishLive(1, FIRST, 0, 5);
    world.publishLive(2, FIRST, 0, 5);

    ModelDefinition after =
        versions("default").change((definition, published) -> definition.without(2));

    assertThat(world.definition("default")).isEqualTo(after);
    assertThat(world.published().published("default", 1)).hasSize(1);
    assertThat(world.published().published("default", 2)).isEmpty();
  }

  @Test
  void shouldDropVersionsThatRetiredLongAgo() {
    ModelDefinition definition = world.defineDefault().train(SPEC, 1L);
    long now = System.currentTimeMillis();
    world.define(definition.promote(2, now - 61_000));

    assertThat(versions("default").change((d, published) -> d).version(1)).isEmpty();

    world.define(world.definition("default").train(SPEC, 1L).promote(3, now));
    assertThat(versions("default").change((d, published) -> d).version(2))
        .as("retired just now")
        .isPresent();
  }

  @Test
  void shouldGiveWayToAChangeThatBeganLater() {
    world.defineDefault();

    assertThatThrownBy(
            () ->
                versions("default")
                    .change(
                        (definition, published) -> {
                          ModelDefinition mine = definition.train(SPEC, 1L);
                          versions("default").change((d, p) -> d.train(SPEC, 2L).train(SPEC, 3L));
                          return mine;
                        }))
        .isInstanceOfAny(OverruledException.class, org.apache.kafka.common.KafkaException.class);
    assertThat(world.definition("default").versions()).hasSize(3);
  }

  @Test
  void shouldImportAModelAsThePriorOfANewOne() {
    world.sendEvents(0, 0, 7);
    Learner learned = world.folded(FIRST, 0, 7);

    new Versions(world.kafka, "copy").create(new ModelFile("default", 3, learned));

    ModelDefinition created = world.definition("copy");
    assertThat(created.active().state()).isEqualTo(State.ACTIVE);
    SharedModels published = world.published();
    assertThat(published.published("copy", 1))
        .extracting(SnapshotRow::source, SnapshotRow::examples, row -> row.covered().size())
        .containsExactly(org.assertj.core.groups.Tuple.tuple("base:import", 7L, 0));
    assertThat(rows(published.published("copy", 1, SPEC, "base:import"))).isEqualTo(rows(learned));
    assertThatThrownBy(
            () -> new Versions(world.kafka, "copy").create(new ModelFile("x", 1, learned)))
        .hasMessage("there is a model 'copy' already; delete it first");
  }
}
