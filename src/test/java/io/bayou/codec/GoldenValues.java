package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabelRecord;
import io.bayou.codec.join.QuestionEncoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answer;
import io.bayou.model.DecisionRule;
import io.bayou.model.DriftStart;
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
import io.bayou.model.Served;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.ActionScores;
import io.bayou.model.eval.ClassScores;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.eval.RawScores;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
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
    return answer(new Answer());
  }

  /** With everything that was added after the first version. */
  public static Answer answerV2() {
    ModelSpec spec = SpecCodec.read("golden", "decide: {costs: {fraud: {genuine: 50}}}");
    Answer answer = answer(new Answer());
    answer.decide(new DecisionRule(spec.answers().decide().orElseThrow()));
    return answer;
  }

  /** With everything that was added after the second version. */
  public static Answer answerV3() {
    Answer answer = answerV2();
    answer.posterior().calibrate(new double[] {0.25, 0.75});
    answer.posterior().choose(new boolean[] {false, true});
    answer.askRaw();
    return answer;
  }

  public static Answer answerV4() {
    Answer answer = answerV3();
    answer.setKey("ann", 0.8, 20);
    return answer;
  }

  private static Answer answer(Answer answer) {
    answer.begin("tx-17", 1_700_000_000_123L, "fraud", 3);
    answer.setExamples(12_345_678_901L);
    answer.setLearnedTo(
        new TreeMap<>(Map.of("bayou.labeled-0", (1L << 53) + 1, "bayou.labeled-1", 0L)));
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

  /** The event, answered and waiting for its label. */
  public static byte[] question() {
    LabelsSpec labels =
        new LabelsSpec(
            List.of("chargebacks"),
            RecordFormat.AUTO,
            "payment_id",
            new LabelSource("status", new TreeMap<>()),
            604_800_000L,
            Optional.of("genuine"));
    Arrival arrival = new Arrival(1_700_000_000_123L, 1_700_000_000_456L, "payments-3");
    return new QuestionEncoder().encode(arrival, event(), answer(), labels, Integer.MAX_VALUE);
  }

  /** A label that came without its event. */
  public static Label label() {
    byte[] value = "{\"payment_id\":\"tx-17\",\"status\":\"fraud\"}".getBytes(UTF_8);
    return new Label(
        new Arrival(1_700_000_900_000L, 1_700_000_900_007L, "chargebacks-1"),
        604_800_000L,
        "fraud",
        LabelRecord.of(99L, null, value));
  }

  /** A learner that has every row that its kind can have. */
  public static Learner learner(LearnerKind kind) {
    return learned(kind, spec(kind));
  }

  /** A learner that is calibrated. */
  public static Learner calibrated() {
    return learned(LearnerKind.MAJORITY, "learner: majority\ncalibrate: temperature");
  }

  /** An average with a calibrated member. */
  public static Learner calibratedMember() {
    return learned(
        LearnerKind.AVERAGE,
        "learner: average\nmembers: [{learner: majority, calibrate: temperature}]");
  }

  /** A learner that compares its answers with earlier ones. */
  public static Learner reference() {
    return learned(LearnerKind.MAJORITY, "learner: majority\nsets: {coverage: 0.5}\nnovelty: 0.5");
  }

  private static Learner learned(LearnerKind kind, String spec) {
    Learner learner = Learners.create(SpecCodec.read("golden", spec));
    Features features = event().features();
    features.number("rate", 0.25).number("votes", 4.0);
    learner.learn(features, "genuine", 2.5, 0);
    learner.learn(features, "fraud", 1.0, 0);
    features.clear();
    features.number("amount", 0.1).truth("abroad", false).text("city", "Basel");
    learner.learn(features, "genuine", 1.0, 0);
    features.clear();
    features.number("amount", 3.0).number("limit", 7.5).tokens("note", List.of("shoes"));
    learner.learn(features, "genuine", 1.0, 0);
    if (kind == LearnerKind.NAIVE_BAYES) {
      learnManyValues(learner);
    }
    return learner;
  }

  /** A learner to which the latest labels are features. */
  public static Learner lagLearner() {
    Learner learner = Learners.create(SpecCodec.read("golden", "lags: 2"));
    learner.learn(event().features(), "genuine", 1.0, 1_000);
    learner.learn(event().features(), "fraud", 1.0, 3_000);
    learner.learn(event().features(), "genuine", 1.0, 2_000); // late
    return learner;
  }

  /* More than the row of a class holds. */
  private static void learnManyValues(Learner learner) {
    for (int i = 0; i < 18; i++) {
      learner.learn(new Features().text("city", "city " + i), "genuine", 1.0, 0);
    }
  }

  private static String spec(LearnerKind kind) {
    return "learner: "
        + kind.key()
        + switch (kind) {
          case NAIVE_BAYES -> "\nfeatures: {rate: student-t, votes: {type: binomial, n: 10}}";
          case BAYES_NET -> "\nclass: label\nnetwork: {abroad: [label], city: [label, abroad]}";
          case FOREST -> "\nforest: {trees: 2}";
          case AVERAGE -> "\nmembers: [naive-bayes, no-change]";
          case LDA, QDA, RDA, TAN, AODE, LOGISTIC, MAJORITY, NO_CHANGE -> "";
        };
  }

  /** The scores of a few answers. */
  public static PrequentialScore score() {
    PrequentialScore score = new PrequentialScore(10);
    Answer answer = answer();
    score.compareSince(2);
    score.add(answer.posterior(), "genuine", 2.0);
    score.add(answer.posterior(), "fraud", 1.0);
    return score;
  }

  /** Scores that are compared with those of the active version. */
  public static PrequentialScore pairedScore() {
    PrequentialScore score = score();
    score.pair(1_700_000_000_456L, 0.5);
    score.pair(1_700_000_000_456L, -0.25);
    return score;
  }

  /* Probabilities that are powers of two: the logarithm of 2 is all there is to compute. */
  public static PrequentialScore servedScore() {
    PrequentialScore score = new PrequentialScore(10, 3);
    Example example = event();
    example.setCorrectionOf(null);
    for (double p : new double[] {0.5, 0.25}) {
      SortedMap<String, Double> posterior = new TreeMap<>(Map.of("fraud", 1.0 - p, "genuine", p));
      example.setServed(new Served(3, Optional.of(p < 0.5 ? "fraud" : "genuine"), posterior));
      score.add(answer().posterior(), example);
    }
    return score;
  }

  public static Evaluation evaluation() {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    confusion.put("fraud", new TreeMap<>(Map.of("fraud", 2.0, "genuine", 0.5)));
    confusion.put("genuine", new TreeMap<>(Map.of("genuine", 4.0)));
    Scores scores = new Scores(6.5, 6.0, 1.25, 0.75, 3.0, 4.0, confusion, List.of());
    Comparison comparison = new Comparison(2, 3.0, 2.0, 0.5, 0.25);
    return new Evaluation(
        "fraud",
        3,
        "bayou.labeled-0",
        scores,
        Scores.empty(),
        comparison,
        new ServedScores(4.0, 3.0, 1.5, 0.5),
        new ServedScores(2.5, 2.0, 1.0, 0.25),
        Collections.emptySortedMap(),
        PairedLoss.NONE,
        1_700_000_000_123L);
  }

  /** With everything that was added after the second version. */
  public static Evaluation evaluationV3() {
    Evaluation first = evaluation();
    SortedMap<String, ClassScores> classes = new TreeMap<>();
    classes.put(
        "fraud",
        new ClassScores(
            0.75,
            5,
            List.of(new ClassScores.Cell(-7, 0.5, 3.0), new ClassScores.Cell(256, 2.0, 0.0))));
    Scores sums = first.cumulative();
    Scores scores =
        new Scores(
            sums.instances(),
            sums.correct(),
            sums.logLoss(),
            sums.brier(),
            sums.noChangeCorrect(),
            sums.majorityCorrect(),
            sums.confusion(),
            sums.calibration(),
            classes,
            new ActionScores(12.5, 1.0, 0.0, 0.0),
            RawScores.NONE);
    return new Evaluation(
        first.model(),
        first.version(),
        first.source(),
        scores,
        first.fading(),
        first.comparison(),
        first.served(),
        first.servedFading(),
        first.typeChanges(),
        first.paired(),
        first.time());
  }

  /** With everything that was added after the third version. */
  public static Evaluation evaluationV4() {
    Evaluation first = evaluationV3();
    Scores sums = first.cumulative();
    return new Evaluation(
        first.model(),
        first.version(),
        first.source(),
        new Scores(
            sums.instances(),
            sums.correct(),
            sums.logLoss(),
            sums.brier(),
            sums.noChangeCorrect(),
            sums.majorityCorrect(),
            sums.confusion(),
            sums.calibration(),
            sums.classes(),
            new ActionScores(12.5, 1.0, 5.5, 7.0),
            RawScores.NONE),
        first.fading(),
        first.comparison(),
        first.served(),
        first.servedFading(),
        first.typeChanges(),
        first.paired(),
        first.time());
  }

  /** With everything that was added after the fourth version. */
  public static Evaluation evaluationV5() {
    Evaluation first = evaluationV4();
    Scores sums = first.cumulative();
    List<Scores.Bin> bins = new ArrayList<>(Collections.nCopies(9, new Scores.Bin(0.0, 0.0, 0.0)));
    bins.add(new Scores.Bin(6.5, 6.25, 6.0));
    return new Evaluation(
        first.model(),
        first.version(),
        first.source(),
        new Scores(
            sums.instances(),
            sums.correct(),
            sums.logLoss(),
            sums.brier(),
            sums.noChangeCorrect(),
            sums.majorityCorrect(),
            sums.confusion(),
            sums.calibration(),
            sums.classes(),
            sums.actions(),
            new RawScores(2.5, bins)),
        first.fading(),
        first.comparison(),
        first.served(),
        first.servedFading(),
        new TreeMap<>(Map.of("amount", 12L)),
        new PairedLoss(1_700_000_000_456L, 4.0, -0.5, 2.25, 1.5),
        first.time());
  }

  public static SnapshotRow snapshot() {
    return snapshot(0);
  }

  /** With offsets that were lost. */
  public static SnapshotRow snapshotV2() {
    return snapshot(300);
  }

  private static SnapshotRow snapshot(long lost) {
    TreeMap<String, OffsetRange> covered = new TreeMap<>();
    covered.put("bayou.labeled-0", new OffsetRange(0, 3, lost));
    covered.put("bayou.labeled-1", new OffsetRange(7, (1L << 53) + 1));
    byte[] statistics = {1, 2, 3, -1};
    return new SnapshotRow(
        "fraud", 3, "c0ffee", "bayou.labeled-0", "class/genuine", 1, 2, covered, 3, statistics);
  }

  public static ModelDefinition definition() {
    long changedAt = 1_700_000_000_456L;
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
        1_700_000_000_001L);
  }

  /** With a version that was started by drift. */
  public static ModelDefinition definitionV2() {
    ModelDefinition first = definition();
    DriftStart drift = new DriftStart(1_700_000_000_042L, DriftStart.Step.PROMOTED);
    return first.with(first.version(3).orElseThrow().after(drift));
  }
}
