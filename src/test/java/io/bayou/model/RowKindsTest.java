package io.bayou.model;

import static io.bayou.Property.forAll;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.RandomSpecs;
import io.bayou.codec.state.RowReader;
import io.bayou.model.RandomStream.Manner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever kind of row a learner writes, there is one in the golden files. */
class RowKindsTest {
  @Test
  void shouldHaveAGoldenRowOfEveryKind() throws IOException {
    SortedSet<String> golden = goldenKinds();
    forAll(
        300,
        random -> {
          ModelSpec drawn = RandomSpecs.draw(random);
          long halfLife = Math.min(drawn.halfLifeMillis(), 1_000_000_000L); // streams are short
          ModelSpec spec = drawn.toBuilder().halfLifeMillis(halfLife).build();
          Learner learner = Learners.create(spec);
          RandomStream stream = new RandomStream(random, spec, Manner.HOSTILE);
          stream.take(20).forEach(sample -> sample.learn(learner));
          assertThat(golden).containsAll(kinds(learner));
        });
  }

  @Test
  void shouldHaveAGoldenRowOfManyValues() throws IOException {
    Learner learner = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    for (int i = 0; i < 100; i++) {
      learner.learn(new Features().text("id", "v" + i), "a", 1.0, 0);
    }
    assertThat(kinds(learner)).contains("values").isSubsetOf(goldenKinds());
  }

  private static SortedSet<String> goldenKinds() throws IOException {
    List<String> files =
        new ArrayList<>(List.of("calibrated-member-v1", "reference-v2", "lags-v1"));
    for (LearnerKind kind : LearnerKind.values()) {
      files.add(kind.key() + "-v1");
    }
    SortedSet<String> kinds = new TreeSet<>();
    for (String file : files) {
      Files.readString(Path.of("src/test/resources/golden/rows-" + file + ".txt"), UTF_8)
          .lines()
          .forEach(line -> kinds.add(kindOf(line.substring(line.indexOf(' ') + 1))));
    }
    return kinds;
  }

  private static SortedSet<String> kinds(Learner learner) {
    SortedSet<String> kinds = new TreeSet<>();
    State.of(learner).values().forEach(row -> kinds.add(kindOf(row)));
    return kinds;
  }

  /* A row of a member has a kind of its own, but those have files, too. */
  private static String kindOf(String row) {
    RowReader reader = new RowReader(HexFormat.of().parseHex(row));
    String kind = reader.text();
    if (kind.equals("member")) {
      reader.text(); // its name
      return reader.text();
    }
    return kind;
  }
}
