package io.bayou.model.ensemble;

import io.bayou.model.Description;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.QueryableLearner;
import io.bayou.model.RowSink;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.SummingLearner;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.learner.RestoredRow;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Adds something to the answers of another learner, and learns it from the answers that it gave
 * before the labels were known. The other learner keeps its own state.
 *
 * <p>What it learns depends on the order of the examples. It merges by addition, but cannot be
 * retracted: {@link #retract} leaves it as it is.
 */
abstract class EnclosingLearner<L extends EnclosingLearner<L>> extends AbstractLearner<L>
    implements SummingLearner, QueryableLearner, EnsembleLearner {
  private final Class<L> type;
  private final Learner learner;
  private Reader ownReader; // null until it is needed: it reads what the subclass sets up
  private long version;

  EnclosingLearner(Class<L> type, Learner learner) {
    super(type, learner.spec(), learner.refusals());
    this.type = type;
    this.learner = learner;
  }

  /** One answer of the learner. A buffer for one thread. */
  abstract static class Reading {
    /** Keeps what {@link #complete} and {@link #learn} need of an answer. */
    abstract void read(Posterior answer);

    /** Adds what there is to add to the answer that was read. */
    abstract void complete(Posterior answer);

    /** Learns from the answer that was read. */
    abstract void learn(String label, double weight);

    /** The explanation of the completed answer, from that of the answer that was read. */
    Explanation explain(Explanation of, Posterior answer) {
      return of;
    }
  }

  abstract Reading newReading();

  /** What an answer is completed from. */
  abstract ScoringForm ownForm();

  /** Adds what another has learned from answers. */
  abstract void addOwn(L other);

  /** Replaces what was learned from answers. */
  abstract void replaceOwn(L other);

  abstract void ownRows(RowSink sink);

  /** The rows of its own that changed since the last call. */
  abstract void changedOwnRows(RowSink sink);

  /**
   * Restores a row of its own.
   *
   * @return false if it belongs to the learner
   */
  abstract boolean restoreOwn(String kind, StateReader row);

  private static final class Reader implements Predictor {
    private final EnclosingLearner<?> owner;
    private final Predictor predictor;
    private final Reading reading;
    private final Posterior own = new Posterior();
    private Features predicted;
    private int predictedRevision;
    private long predictedVersion = -1;

    Reader(EnclosingLearner<?> owner) {
      this.owner = owner;
      predictor = owner.learner.newPredictor();
      reading = owner.newReading();
    }

    @Override
    public void predict(Features x, Posterior answer) {
      read(x, answer);
      reading.complete(answer);
      x.readBy(this);
    }

    private void read(Features x, Posterior answer) {
      predictor.predict(x, answer);
      reading.read(answer);
      predicted = x;
      predictedRevision = x.revision();
      predictedVersion = owner.version;
    }

    /* An event is predicted before it is learned: the same answer serves both. */
    void learn(Features x, String label, double weight) {
      if (x != predicted
          || x.revision() != predictedRevision
          || owner.version != predictedVersion) {
        read(x, own);
      }
      reading.learn(label, weight);
    }

    @Override
    public Explanation explain(Features x) {
      Posterior answer = predictToExplain(this, x);
      return reading.explain(predictor.explain(x), answer);
    }
  }

  @Override
  public final Predictor newPredictor() {
    return new Reader(this);
  }

  @Override
  public final void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      Reader reader = reader(x);
      reader.learn(x, label, weight);
      x.readBy(reader.predictor);
      learnUnasked(x, label, weight, time);
    }
  }

  private Reader reader(Features x) {
    if (x.reader() instanceof Reader last && last.owner == this) {
      return last;
    }
    if (ownReader == null) {
      ownReader = new Reader(this);
    }
    return ownReader;
  }

  /** Learns an example, but not from the answer to it. */
  final void learnUnasked(Features x, String label, double weight, long time) {
    version++;
    learner.learn(x, label, weight, time);
  }

  @Override
  public final void retract(Features x, String label, double weight, long time) {
    version++;
    learner.retract(x, label, weight, time);
  }

  @Override
  public final double retractable(String label) {
    return learner.retractable(label);
  }

  @Override
  protected final void add(L other) {
    version++;
    learner.merge(((EnclosingLearner<L>) other).learner);
    addOwn(other);
  }

  @Override
  public final long examples() {
    return learner.examples();
  }

  /** What is learned from answers are no parameters of the likelihood of the features. */
  @Override
  public final Fit fit() {
    return learner.fit();
  }

  @Override
  public final void features(Set<String> names) {
    learner.features(names);
  }

  @Override
  public final void describe(Description out) {
    learner.describe(out);
  }

  @Override
  public final void hypotheses(SortedMap<String, Double> weights) {
    EnsembleLearner.hypotheses(learner, weights);
  }

  @Override
  public final Optional<Learner> hypothesis(String name) {
    return EnsembleLearner.hypothesis(learner, name);
  }

  /** Answers as the learner does: those are probabilities of a feature, not of the class. */
  @Override
  public final void query(String node, Features x, String label, Posterior answer) {
    QueryableLearner.of(learner, node).query(node, x, label, answer);
  }

  @Override
  public final ScoringForm scoringForm() {
    return ownForm().form("scorer", learner.scoringForm());
  }

  @Override
  public final void rows(RowSink sink) {
    ownRows(sink);
    learner.rows(sink);
  }

  @Override
  public final void changedRows(RowSink sink) {
    changedOwnRows(sink);
    learner.changedRows(sink);
  }

  @Override
  public final void restore(StateReader row) {
    version++;
    String kind = row.text();
    if (!restoreOwn(kind, row)) {
      learner.restore(new RestoredRow(kind, row));
    }
  }

  @Override
  public final boolean isExchangeable(String row) {
    return learner instanceof SummingLearner sum && sum.isExchangeable(row);
  }

  @Override
  public final void restRows(RowSink sink) {
    ownRows(sink);
    ((SummingLearner) learner).restRows(sink);
  }

  @Override
  public final boolean replaceRest(Learner rest) {
    version++;
    L other = type.cast(rest);
    replaceOwn(other);
    return ((SummingLearner) learner).replaceRest(((EnclosingLearner<L>) other).learner);
  }

  @Override
  public final boolean exchange(StateReader before, StateReader after) {
    version++;
    return ((SummingLearner) learner).exchange(before, after);
  }
}
