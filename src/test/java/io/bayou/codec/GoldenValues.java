package io.bayou.codec;

import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.Posterior;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The values in the golden files. */
public final class GoldenValues {
  private GoldenValues() {}

  public static Example event() {
    Example event = new Example(new Features());
    event.features().number("amount", 129.99).truth("abroad", true).text("city", "Zürich 🏔");
    event.features().tokens("note", List.of("new", "shoes", "new")).missing("age");
    event.features().number("limit", Double.NEGATIVE_INFINITY);
    event.setId("tx-17");
    event.setModel("fraud");
    event.setLabel("genuine");
    event.setWeight(2.5);
    event.setCorrectionOf("fraud");
    return event;
  }

  /* Equal joints: the logarithm of 2 is all there is to compute. */
  public static Answer answer() {
    Answer answer = new Answer();
    answer.begin("tx-17", 1_700_000_000_123L, "fraud", 3);
    answer.setExamples(12_345_678_901L);
    answer.learnedTo().put("bayou.labeled-0", (1L << 53) + 1);
    answer.learnedTo().put("bayou.labeled-1", 0L);
    answer.hypotheses().put("lda", 0.125);
    answer.hypotheses().put("naive-bayes", 0.875);
    Posterior posterior = answer.posterior();
    posterior.begin(new String[] {"fraud", "genuine"});
    posterior.set(0, -2.0, -6.25);
    posterior.set(1, -0.5, -6.25);
    posterior.raise(Flag.MISSING_FEATURE);
    posterior.finish();
    answer.setExplanation(
        new Explanation(
            "genuine", "fraud", 1.5, new TreeMap<>(Map.of("amount", -0.1, "abroad", -1.4))));
    return answer;
  }

  public static Learner learner(LearnerKind kind) {
    ModelSpec.Builder spec = ModelSpec.builder(kind);
    if (kind == LearnerKind.NAIVE_BAYES || kind == LearnerKind.LOGISTIC) {
      spec.feature("note", FeatureType.IGNORE);
    }
    Learner learner = Learners.create(spec.build());
    Features features = event().features();
    learner.learn(features, "genuine", 2.5, 0);
    features.clear();
    features.number("amount", 0.1).truth("abroad", false).text("city", "Basel");
    learner.learn(features, "genuine", 1.0, 0);
    features.clear();
    features.number("amount", 3.0).number("limit", 7.5).tokens("note", List.of("shoes"));
    learner.learn(features, "genuine", 1.0, 0);
    return learner;
  }

  public static SnapshotRow snapshot() {
    TreeMap<String, OffsetRange> covered = new TreeMap<>();
    covered.put("bayou.labeled-0", new OffsetRange(0, 3));
    covered.put("bayou.labeled-1", new OffsetRange(7, (1L << 53) + 1));
    byte[] statistics = {1, 2, 3, -1};
    return new SnapshotRow(
        "fraud",
        3,
        "c0ffee",
        "bayou.labeled-0",
        "class/genuine",
        1,
        2,
        covered,
        3,
        1_700_000_000_123L,
        statistics);
  }

  /**
   * @param changedAt since when its versions are in their states; 0 before version 2 of the format
   * @param revision 0 before version 3 of the format
   */
  public static ModelDefinition definition(long changedAt, long revision) {
    ModelSpec lda = ModelSpec.of(LearnerKind.LDA);
    return new ModelDefinition(
        "fraud",
        1,
        List.of(
            new Version(
                1,
                ModelSpec.defaults(),
                State.ACTIVE,
                1_700_000_000_000L,
                Collections.emptySortedMap(),
                changedAt),
            new Version(
                3,
                lda,
                State.TRAINING,
                1_700_000_000_123L,
                new TreeMap<>(Map.of("bayou.labeled-0", 42L)),
                changedAt)),
        3,
        revision);
  }
}
