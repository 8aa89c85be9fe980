package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.SPEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.network.DiscreteTable;
import io.bayou.model.network.StructureSearch;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkSearchTest {
  private final ReplayWorld world = new ReplayWorld();
  private final List<Double> parts = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();
  private final List<Long> done = new ArrayList<>();
  private long total;

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private final NetworkSearch.Listener listener =
      new NetworkSearch.Listener() {
        @Override
        public void progress(long at, long of) {
          done.add(at);
          total = of;
        }

        @Override
        public void sampled(double part) {
          parts.add(part);
        }

        @Override
        public void begun(DiscreteTable table, double score) {
          weights.add(table.weight());
        }

        @Override
        public void moved(StructureSearch.Step step) {}
      };

  private StructureSearch.Found search(int maxValues, ModelSpec... spec) {
    return new NetworkSearch(world.kafka, "default", 2, maxValues)
        .run(List.of(spec).stream().findFirst(), new StartPoint.Beginning(), listener);
  }

  private static String event(String colour, String shape, String label, String correctionOf) {
    String former = correctionOf == null ? "" : ",\"correctionOf\":\"" + correctionOf + "\"";
    return String.format(
        "{\"features\":{\"colour\":\"%s\",\"shape\":\"%s\"},\"label\":\"%s\"%s}",
        colour, shape, label, former);
  }

  /* The shape says nothing, the colour nearly everything. */
  private void sendColours(int events) {
    for (int i = 0; i < events; i++) {
      String label = i % 2 == 0 ? "warm" : "cold";
      String colour = i % 11 == 0 ? "green" : i % 2 == 0 ? "red" : "blue";
      world.send(i % 2, i, event(colour, "s" + i / 2 % 2, label, null));
    }
  }

  @Test
  void shouldFindWhatDependsOnWhat() {
    world.defineDefault();
    sendColours(120);

    StructureSearch.Found found = search(10_000);

    assertThat(found.spec().learner()).isEqualTo(LearnerKind.BAYES_NET);
    assertThat(found.spec().network().toString()).contains("colour");
    assertThat(weights).containsExactly(120.0);
    assertThat(parts).isEmpty();
    assertThat(done).last().isEqualTo(120L);
    assertThat(total).isEqualTo(120);
  }

  @Test
  void shouldTakeASampleThatTheOffsetsDecideWhereTheRowsDoNotFit() {
    world.defineDefault();
    for (int i = 0; i < 400; i++) {
      world.send(i % 2, i, event("c" + i % 97, "s" + i % 89, i % 3 == 0 ? "a" : "b", null));
    }

    StructureSearch.Found first = search(300);
    StructureSearch.Found second = search(300);

    assertThat(first).isEqualTo(second);
    assertThat(parts).isNotEmpty().allMatch(part -> part > 0.0 && part < 1.0);
    assertThat(parts.subList(0, parts.size() / 2))
        .isEqualTo(parts.subList(parts.size() / 2, parts.size()));
    double part = parts.get(parts.size() - 1);
    assertThat(weights)
        .allSatisfy(w -> assertThat(w).isBetween(400 * part * 0.5, 400 * part * 1.5));
  }

  @Test
  void shouldTakeBackWhatWasCorrected() {
    world.defineDefault();
    sendColours(120);
    world.send(0, 500, event("red", "s0", "cold", "warm"));

    search(10_000);

    assertThat(weights).containsExactly(120.0);
  }

  @Test
  void shouldSearchForAnotherSpec() {
    world.defineDefault();
    sendColours(120);
    ModelSpec ignoring =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES).feature("shape", FeatureType.IGNORE).build();

    assertThat(search(10_000, ignoring).spec()).isNotEqualTo(search(10_000).spec());
  }

  @Test
  void shouldNotDisturbATrainingThatIsUnderWay() {
    world.define(world.defineDefault().train(SPEC, 1L));

    assertThatThrownBy(() -> search(100))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "version 2 is in training; finish it with 'bayou retrain default' without --search, or"
                + " drop it with 'bayou models delete default@2'");
  }

  @Test
  void shouldSayThatThereIsNothingToSearch() {
    world.defineDefault();
    assertThatThrownBy(() -> search(100))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("there is nothing to search");

    world.send(0, 1, ReplayWorld.eventFor("other", 1, "a"));
    assertThatThrownBy(() -> search(100))
        .isInstanceOf(ReplayException.class)
        .hasMessage("none of the 1 records in the log is a labeled event for model 'default'");
    assertThat(parts).isEmpty();
  }
}
