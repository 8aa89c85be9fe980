package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The one rule to answer an event, used by the stream, HTTP and the client. If it answers from
 * published state, any number of threads may use it, each with its own answer.
 */
public final class Answerer {
  private final Learner learner;
  private final Predictor predictor;
  private final Supplier<SortedMap<String, Long>> learnedTo;
  private final DecisionRule decisions; // null: nothing is decided
  private final EnsembleLearner ensemble; // null: the learner is a single one

  /**
   * Answers from a live learner, for the thread that owns it.
   *
   * @param learnedTo by topic-partition, the offset up to which the learner has learned
   */
  public Answerer(Learner learner, Supplier<SortedMap<String, Long>> learnedTo) {
    this(learner, learner.newPredictor(), learnedTo);
  }

  /**
   * Answers with another predictor than the learner's own.
   *
   * @param learner whose model it is
   */
  public Answerer(
      Learner learner, Predictor predictor, Supplier<SortedMap<String, Long>> learnedTo) {
    this.learner = requireNonNull(learner, "learner");
    this.predictor = predictor;
    this.learnedTo = requireNonNull(learnedTo, "learnedTo");
    decisions = learner.spec().answers().decide().map(DecisionRule::new).orElse(null);
    ensemble = learner instanceof EnsembleLearner several ? several : null;
  }

  /**
   * Answers from a sum of what was published.
   *
   * @param sources how far each source has come, by its latest row
   */
  public static Answerer ofPublished(Learner sum, List<SnapshotRow> sources) {
    SortedMap<String, Long> ends = new TreeMap<>();
    for (SnapshotRow source : sources) {
      source.covered().forEach((partition, range) -> ends.merge(partition, range.to(), Math::max));
    }
    return new Answerer(sum, sum, () -> ends);
  }

  public Learner learner() {
    return learner;
  }

  /** Fills in the posterior for one event; the learner stays as it is. */
  public void predict(Example example, Posterior answer) {
    predictor.predict(example.features(), answer);
  }

  /**
   * Fills in an answer that was begun; the learner stays as it is.
   *
   * @param stale whether one of the partitions behind the learner has been silent for too long
   * @param explain whether to add an explanation
   */
  public void answer(Example example, boolean stale, boolean explain, Answer answer) {
    predict(example, answer.posterior());
    if (decisions != null) {
      answer.decide(decisions);
    }
    complete(stale, answer);
    if (ensemble != null) {
      ensemble.hypotheses(answer.hypotheses());
    }
    if (explain) {
      explain(example, answer);
    }
  }

  /** Adds an explanation if there are at least two classes. */
  public void explain(Example example, Answer answer) {
    if (answer.posterior().runnerUp() >= 0) {
      answer.setExplanation(predictor.explain(example.features()));
    }
  }

  /**
   * Answers what a node of a network is, given the event and its label, if it has one.
   *
   * @throws IllegalArgumentException if the learner cannot tell
   */
  public void query(String node, Example example, boolean stale, Answer answer) {
    QueryableLearner.of(learner, node)
        .query(node, example.features(), example.label(), answer.posterior());
    complete(stale, answer);
  }

  private void complete(boolean stale, Answer answer) {
    if (stale) {
      answer.posterior().raise(Flag.STALE_MODEL);
    }
    answer.setExamples(learner.examples());
    answer.setLearnedTo(learnedTo.get());
  }
}
