package io.bayou.model.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.learner.EdgeFinder;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edges that were found in the data are as good as edges in the spec. */
class AutoBinsTest {
  private static final String EDGES = "[-0.5, 0, 0.5]";

  private static List<Example> examples(int count) {
    Random random = new Random(7);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean first = random.nextBoolean();
      Example example = new Example(new Features());
      example.features().number("x", random.nextGaussian() + (first ? 0.4 : -0.4));
      example.features().number("y", random.nextGaussian()).text("word", "w" + random.nextInt(3));
      example.setLabel(first ? "a" : "b");
      examples.add(example);
    }
    return examples;
  }

  private static Learner learned(ModelSpec spec, List<Example> examples) {
    Learner learner = Learners.create(spec);
    examples.forEach(example -> PrequentialLearner.update(learner, example, 0));
    return learner;
  }

  private static Learner learned(String spec) {
    return learned(SpecCodec.read("spec", spec), examples(300));
  }

  private static SortedMap<String, String> rows(Learner learner) {
    SortedMap<String, String> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows((row, content) -> rows.put(row, Arrays.toString(writer.encode(content))));
    return rows;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "learner: aode                    | ",
        "learner: tan                     | ",
        "learner: naive-bayes             | x: binned",
        "learner: bayes-net, network: {x: [y], y: [], word: []} | ",
      })
  void shouldReadNumbersByTheEdgesThatWereFound(String learner, String declared) {
    String features = declared == null ? "" : declared;
    String binned = "{type: binned, edges: " + EDGES + "}";
    Learner given = learned("{" + learner + ", features: {x: " + binned + "}}");
    Learner found =
        learned(
            "{%s, features: {%s}, bins: {auto: 4, edges: {x: %s}}}"
                .formatted(learner, features, EDGES));

    assertThat(rows(found)).isEqualTo(rows(given));
    for (Example example : examples(50)) {
      assertThat(found.predict(example.features()).probability(0))
          .isEqualTo(given.predict(example.features()).probability(0));
    }
  }

  @Test
  void shouldLetWhatIsDeclaredTakePrecedence() {
    String bins = "bins: {auto: 4, edges: {x: [7], word: [3]}}";
    String own = "features: {x: {type: binned, edges: " + EDGES + "}, word: categorical}";

    assertThat(rows(learned("{learner: aode, " + own + ", " + bins + "}")))
        .isEqualTo(rows(learned("{learner: aode, " + own + "}")));
  }

  @Test
  void shouldHandTheEdgesOfAnAverageToItsMembers() {
    String member = "{learner: aode, features: {x: {type: binned, edges: " + EDGES + "}}}";
    Learner given = learned("{learner: average, members: [" + member + ", lda]}");
    Learner found =
        learned(
            "{learner: average, members: [aode, lda], bins: {auto: 4, edges: {x: " + EDGES + "}}}");

    assertThat(rows(found)).isEqualTo(rows(given));
  }

  @Test
  void shouldBeginByMagnitudeAndGoOnWithEdgesFromTheFirstExamples() {
    ModelSpec auto = ModelSpec.builder(LearnerKind.AODE).bins(AutoBins.DEFAULT).build();
    List<Example> examples = examples(AutoBins.FIRST_EXAMPLES + 100);
    List<Example> first = examples.subList(0, AutoBins.FIRST_EXAMPLES);
    FirstEdges learner = new FirstEdges(auto);

    for (Example example : first.subList(0, first.size() - 1)) {
      learner.learn(example, 0);
    }
    assertThat(rows(learner.learner()))
        .isEqualTo(
            rows(learned(ModelSpec.of(LearnerKind.AODE), first.subList(0, first.size() - 1))));

    learner.learn(first.get(first.size() - 1), 0);
    EdgeFinder finder = new EdgeFinder(auto);
    first.forEach(finder::add);
    assertThat(learner.learner().spec()).isEqualTo(finder.found());
    assertThat(rows(learner.learner())).isEqualTo(rows(learned(finder.found(), first)));

    examples.subList(first.size(), examples.size()).forEach(example -> learner.learn(example, 0));
    Learner expected = learned(finder.found(), examples);
    assertThat(rows(learner.learner())).isEqualTo(rows(expected));
    Posterior answer = new Posterior();
    learner.predict(examples.get(0), answer);
    assertThat(answer.probability(0))
        .isEqualTo(expected.predict(examples.get(0).features()).probability(0))
        .isNotEqualTo(0.5);
  }

  /** The share of right answers among the last rows, where one row has an outlier. */
  private static double accuracy(String spec) {
    FirstEdges learner = new FirstEdges(SpecCodec.read("spec", spec));
    Random random = new Random(5);
    Posterior answer = new Posterior();
    int right = 0;
    for (int i = 0; i < 1_200; i++) {
      boolean first = random.nextBoolean();
      Example example = new Example(new Features());
      for (String name : List.of("x", "y", "z")) {
        double number = random.nextGaussian() + (first ? 1.0 : -1.0);
        example.features().number(name, i == 50 ? 1e9 : number);
      }
      example.setLabel(first ? "a" : "b");
      learner.predict(example, answer);
      right += i >= 600 && answer.label(answer.best()).equals(example.label()) ? 1 : 0;
      learner.learn(example, 0);
    }
    return right / 600.0;
  }

  @Test
  void shouldNotBeSpoiledByAnOutlier() {
    String binned = "{x: binned, y: binned, z: binned}, bins: auto}";

    assertThat(accuracy("{learner: naive-bayes}")).isLessThan(0.7);
    assertThat(accuracy("{learner: naive-bayes, features: " + binned)).isGreaterThan(0.92);
    assertThat(accuracy("{learner: aode, bins: auto}")).isGreaterThan(0.92);
  }

  @Test
  void shouldKeepTheLearnerOfASpecThatNeedsNoEdges() {
    FirstEdges learner = new FirstEdges(ModelSpec.of(LearnerKind.AODE));
    Learner before = learner.learner();

    examples(AutoBins.FIRST_EXAMPLES + 1).forEach(example -> learner.learn(example, 0));

    assertThat(learner.learner()).isSameAs(before);
  }
}
