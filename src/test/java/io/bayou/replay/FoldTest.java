package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.event;
import static io.bayou.replay.ReplayWorld.eventFor;
import static io.bayou.replay.ReplayWorld.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FoldTest {
  private static final AppConfig CONFIG = AppConfig.of(Map.of("default.model", "standard"));

  private final List<String> learned = new ArrayList<>();
  private final Fold fold = fold("standard");

  private Fold fold(String model) {
    Fold.ExampleSink sink = (example, time) -> learned.add(example.label() + "@" + time);
    return new Fold(CONFIG, model, List.of(sink));
  }

  @Test
  void shouldLearnWhatIsMeantForTheModelInOrder() {
    assertThat(fold.add(record(5, event(1, "a")))).isTrue();
    assertThat(fold.add(record(3, eventFor("standard", 1, "b")))).isTrue();

    assertThat(learned).containsExactly("a@5", "b@3");
    assertThat(fold.counts()).isEqualTo(new RecordCounts(2, 2, 0, 1));
  }

  @Test
  void shouldPassOverEverythingElse() {
    assertThat(fold.add(record(1, null))).isFalse();
    assertThat(fold.add(record(2, "no event"))).isFalse();
    assertThat(fold.add(record(3, "{\"features\":{\"x\":1}}"))).isFalse();
    assertThat(fold.add(record(4, eventFor("other", 1, "a")))).isFalse();

    assertThat(learned).isEmpty();
    assertThat(fold.counts()).isEqualTo(new RecordCounts(4, 0, 1, 0));
    assertThat(fold.time()).isEqualTo(4);
  }

  @Test
  void shouldCountEventsThatNameNoModelForWhoeverIsNotTheDefaultModel() {
    Fold other = fold("other");

    assertThat(other.add(record(1, event(1, "a")))).isFalse();

    assertThat(other.counts()).isEqualTo(new RecordCounts(1, 0, 0, 1));
  }

  @Test
  void shouldTakeTheLatestTimeForARecordWithoutOne() {
    fold.add(record(7, event(1, "a")));
    fold.add(record(2, event(1, "b")));
    fold.add(record(-1, event(1, "c")));
    fold.add(record(0, event(1, "d")));

    assertThat(learned).containsExactly("a@7", "b@2", "c@7", "d@0");
    assertThat(fold.time()).isEqualTo(7);
  }

  /* The stream makes such events dead letters: everybody's model does not learn them, either. */
  @Test
  void shouldPassOverWhatCannotReachItsKey() {
    Trainee everybody = new Trainee(SpecCodec.read("spec", "{learner: majority, scope: who}"));
    Fold keyed = new Fold(CONFIG, "standard", List.of(everybody));

    assertThat(keyed.add(record(1, eventOf("ann")))).isTrue();
    assertThat(keyed.add(record(2, eventOf("\u00fc".repeat(128))))).isTrue();
    assertThat(keyed.add(record(3, eventOf("\u00fc".repeat(129))))).isFalse();
    assertThat(keyed.add(record(4, event(1, "a")))).as("no key").isTrue();
    assertThat(keyed.add(record(5, eventOf("ann", texts(60_000))))).isTrue();
    assertThat(keyed.add(record(6, eventOf("ann", texts(61_000))))).isFalse();

    assertThat(everybody.learner().examples()).isEqualTo(4);
    assertThat(keyed.counts()).isEqualTo(new RecordCounts(6, 4, 2, 6));
  }

  private static String texts(int length) {
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      texts.append(",\"t%d\":\"%s\"".formatted(i, "w".repeat(length)));
    }
    return texts.toString();
  }

  private static String eventOf(String who) {
    return eventOf(who, "");
  }

  private static String eventOf(String who, String more) {
    return "{\"features\":{\"who\":\"" + who + "\"" + more + "},\"label\":\"a\"}";
  }

  @Test
  void shouldTeachEveryLearner() {
    List<Integer> asked = new ArrayList<>();
    Fold two =
        new Fold(
            CONFIG,
            "standard",
            List.<Fold.ExampleSink>of(
                (example, time) -> asked.add(1), (example, time) -> asked.add(2)));

    two.add(record(1, event(1, "a")));

    assertThat(asked).containsExactly(1, 2);
  }
}
