package io.bayou.model.ensemble;

import io.bayou.model.Description;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.StrictLog;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The Bayes-optimal classifier over several learners: every member learns every example, and is
 * weighted by how probable it found the labels before it learned them.
 *
 * <p>The evidence for a member depends on the order of the examples. It merges by addition, but
 * cannot be retracted: {@link #retract} takes an example out of the members and leaves the weights
 * as they are.
 */
public final class AverageLearner extends AbstractLearner<AverageLearner>
    implements EnsembleLearner {
  /** Bounds the evidence of one example, so that a member can recover. */
  static final double MIN_PROBABILITY = 1e-15;

  private static final String WEIGHTS = "weights";
  private static final String MEMBER = "member";

  private final AverageSpec average;
  private final Learner[] members;
  private final int[] maxValues; // of an event, by member
  private final double[] likelihoods;
  private final double[] logLikelihoods;
  private final MemberWeights weights;
  private final Members ownReader;
  private boolean changed;
  private long version;

  /**
   * @param factory creates an empty learner of a member's spec
   */
  public AverageLearner(ModelSpec spec, Function<ModelSpec, Learner> factory) {
    super(AverageLearner.class, spec, new Refusals());
    average = spec.average().orElseThrow();
    int n = average.members().size();
    members = new Learner[n];
    likelihoods = new double[n];
    logLikelihoods = new double[n];
    maxValues = new int[n];
    boolean isDefault = average.members().equals(AverageSpec.defaults().members());
    double[] prior = new double[n];
    for (int i = 0; i < n; i++) {
      Member member = average.members().get(i);
      members[i] = factory.apply(AverageSpec.specOf(member, spec));
      maxValues[i] = isDefault ? AverageSpec.maxValues(member) : Integer.MAX_VALUE;
      prior[i] = member.weight();
    }
    weights = new MemberWeights(prior, average.forgetting());
    ownReader = new Members();
  }

  private final class Members implements Predictor {
    private final Predictor[] predictors = new Predictor[members.length];
    private final Posterior[] answers = new Posterior[members.length];
    private final boolean[] asked = new boolean[members.length];
    private final Mixture mixture = new Mixture();
    private Features predicted;
    private int predictedRevision;
    private long predictedVersion;

    Members() {
      Arrays.setAll(predictors, i -> members[i].newPredictor());
      Arrays.setAll(answers, i -> new Posterior());
    }

    boolean isOf(AverageLearner other) {
      return AverageLearner.this == other;
    }

    @Override
    public void predict(Features x, Posterior answer) {
      if (average.decision() == Decision.BAYES_OPTIMAL) {
        ask(x, false);
        mixture.mix(answers, asked, weights, answer);
        x.readBy(this);
      } else {
        predictors[best()].predict(x, answer);
      }
    }

    /* An event is predicted before it is learned: the same posteriors serve both. */
    private void ask(Features x, boolean learning) {
      if (x != predicted || x.revision() != predictedRevision || version != predictedVersion) {
        Arrays.fill(asked, false);
        predicted = x;
        predictedRevision = x.revision();
        predictedVersion = version;
      }
      for (int i = 0; i < members.length; i++) {
        boolean needed = learning ? weights.isDue(i) : !weights.isResting(i);
        if (needed && !asked[i] && !isTooWide(i, x)) {
          predictors[i].predict(x, answers[i]);
          asked[i] = true;
        }
      }
    }

    @Override
    public Explanation explain(Features x) {
      if (average.decision() != Decision.BAYES_OPTIMAL) {
        return predictors[best()].explain(x);
      }
      Posterior answer = predictToExplain(this, x);
      MixtureExplanation explanation = new MixtureExplanation(answer);
      for (int i = 0; i < members.length; i++) {
        if (asked[i]) {
          explanation.add(
              average.members().get(i).name(), weights.weight(i), answers[i], predictors[i], x);
        }
      }
      return explanation.explanation();
    }
  }

  @Override
  public Predictor newPredictor() {
    return new Members();
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (!(weight > 0.0)) {
      return;
    }
    Members reader = x.reader() instanceof Members last && last.isOf(this) ? last : ownReader;
    reader.ask(x, true);
    for (int i = 0; i < members.length; i++) {
      likelihoods[i] = likelihood(i, reader, x, label);
      logLikelihoods[i] = StrictLog.of(likelihoods[i]);
    }
    weights.observe(likelihoods, logLikelihoods, weight);
    changed = true;
    version++;
    for (int i = 0; i < members.length; i++) {
      if (!isTooWide(i, x)) {
        x.readBy(reader.predictors[i]);
        learn(i, reader.asked[i], x, label, weight, time);
      }
    }
  }

  /* A member that was not asked does not learn from its answer either. */
  private void learn(int i, boolean asked, Features x, String label, double weight, long time) {
    if (!asked && members[i] instanceof EnclosingLearner<?> enclosing) {
      enclosing.learnUnasked(x, label, weight, time);
    } else {
      members[i].learn(x, label, weight, time);
    }
  }

  /* Not a number if the member was not asked. One that leaves an event out knows nothing of it. */
  private double likelihood(int i, Members reader, Features x, String label) {
    if (isTooWide(i, x)) {
      return MIN_PROBABILITY;
    }
    return reader.asked[i] ? likelihood(i, reader.answers[i], label) : Double.NaN;
  }

  /* Whether a member leaves out an event because it is not worth the work. */
  private boolean isTooWide(int i, Features x) {
    return x.size() > maxValues[i];
  }

  /* A label that a member does not know has the probability that a Dirichlet prior with one reserved
   * cell gives to a new class, as in the log loss of an evaluation. A fixed prior excludes it. */
  private double likelihood(int i, Posterior answer, String label) {
    int c = answer.indexOf(label);
    if (c < 0) {
      return members[i].spec().hasFixedPrior()
          ? MIN_PROBABILITY
          : 1.0 / (members[i].examples() + answer.size() + 1.0);
    }
    double probability = answer.probability(c);
    return probability >= MIN_PROBABILITY ? probability : MIN_PROBABILITY; // NaN, too
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (weight > retractable(label, i -> !isTooWide(i, x))) {
      super.refusals().count(Refusals.Reason.CORRECTION_UNKNOWN);
      return;
    }
    version++;
    for (int i = 0; i < members.length; i++) {
      if (!isTooWide(i, x) && members[i].retractable(label) > 0.0) {
        members[i].retract(x, label, weight, time);
      }
    }
  }

  /** The smallest weight among the members that know the label, so that all of them retract. */
  @Override
  public double retractable(String label) {
    return retractable(label, i -> true);
  }

  private double retractable(String label, IntPredicate learned) {
    return IntStream.range(0, members.length)
        .filter(learned)
        .mapToDouble(i -> members[i].retractable(label))
        .filter(weight -> weight > 0.0)
        .min()
        .orElse(0.0);
  }

  private int best() {
    return average.decision() == Decision.ML_HYPOTHESIS
        ? weights.mostLikely()
        : weights.mostProbable();
  }

  @Override
  protected void add(AverageLearner from) {
    for (int i = 0; i < members.length; i++) {
      members[i].merge(from.members[i]);
    }
    weights.merge(from.weights);
    changed = true;
    version++;
  }

  /** The examples of the member that learned most; mostly all learned the same. */
  @Override
  public long examples() {
    return Arrays.stream(members).mapToLong(Learner::examples).max().orElse(0);
  }

  /** The sum over the members: what two of them left out counts twice. */
  @Override
  public Refusals refusals() {
    Refusals sum = new Refusals();
    sum.add(super.refusals());
    for (Learner member : members) {
      sum.add(member.refusals());
    }
    return sum;
  }

  @Override
  public void hypotheses(SortedMap<String, Double> byName) {
    for (int i = 0; i < members.length; i++) {
      byName.put(average.members().get(i).name(), weights.weight(i));
    }
  }

  @Override
  public Optional<Learner> hypothesis(String name) {
    return IntStream.range(0, members.length)
        .filter(i -> average.members().get(i).name().equals(name))
        .mapToObj(i -> members[i])
        .findFirst();
  }

  /** An average has the parameters of all members, and no density for the features. */
  @Override
  public Fit fit() {
    return Arrays.stream(members).map(Learner::fit).reduce(Fit.unknown(0), Fit::plus);
  }

  @Override
  public void features(Set<String> names) {
    Arrays.stream(members).forEach(member -> member.features(names));
  }

  /** Describes the member with the largest weight. */
  @Override
  public void describe(Description out) {
    members[weights.mostProbable()].describe(out);
  }

  @Override
  public ScoringForm scoringForm() {
    return average.decision() == Decision.BAYES_OPTIMAL
        ? AverageScoring.form(average, members, weights, maxValues)
        : members[best()].scoringForm();
  }

  @Override
  public void rows(RowSink sink) {
    if (weights.observations() > 0) {
      weightsRow(sink);
    }
    for (int i = 0; i < members.length; i++) {
      members[i].rows(prefixed(i, sink));
    }
  }

  @Override
  public void changedRows(RowSink sink) {
    if (changed) {
      changed = false;
      weightsRow(sink);
    }
    for (int i = 0; i < members.length; i++) {
      members[i].changedRows(prefixed(i, sink));
    }
  }

  /* A row begins with its kind: the weights, or a member, whose name and row follow. */
  private void weightsRow(RowSink sink) {
    sink.row(
        WEIGHTS,
        out -> {
          out.text(WEIGHTS);
          weights.write(out);
        });
  }

  private RowSink prefixed(int i, RowSink sink) {
    String name = average.members().get(i).name();
    String prefix = MEMBER + "/" + name + "/";
    return (key, content) ->
        sink.row(
            prefix + key,
            out -> {
              out.text(MEMBER);
              out.text(name);
              content.writeTo(out);
            });
  }

  @Override
  public void restore(StateReader row) {
    version++;
    String kind = row.text();
    if (kind.equals(WEIGHTS)) {
      weights.read(row);
      return;
    }
    String name = kind.equals(MEMBER) ? row.text() : kind;
    for (int i = 0; i < members.length; i++) {
      if (average.members().get(i).name().equals(name)) {
        members[i].restore(row);
        return;
      }
    }
    throw new IllegalStateException("the model has no member '" + name + "' as a row has it");
  }
}
