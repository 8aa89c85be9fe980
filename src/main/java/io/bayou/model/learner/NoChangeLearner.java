package io.bayou.model.learner;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Repeats the label before: the baseline of streams in which labels come in runs. The label before
 * is the one of the latest event time; of several at the same time the last to be learned, and
 * where two learners merge the first in label order. It is as probable as it was right so far, and
 * always the likeliest; the other classes share the rest by their weights.
 */
public final class NoChangeLearner extends AbstractLearner<NoChangeLearner> {
  /* What a row begins with. */
  private static final String LAST = "last";
  private static final String CLASS = "class";

  /** The minimum probability of the label before: a no-change learner predicts "no change". */
  private static final double MIN_STAY = 0.51;

  private final ClassTable classes;
  private final List<ClassTable.Entry> removed = new ArrayList<>();

  private String last; // null while there is none
  private long time = Long.MIN_VALUE;
  private double repeats;
  private double trials;
  private boolean changed;

  public NoChangeLearner(ModelSpec spec) {
    super(NoChangeLearner.class, spec, new Refusals());
    classes = new ClassTable(spec.limits().classes());
  }

  @Override
  public void learn(Features x, String label, double weight, long eventTime) {
    if (!(weight > 0.0)) {
      return;
    }
    ClassTable.Entry entry = open(label);
    if (entry == null) {
      return;
    }
    entry.weight += weight;
    entry.examples++;
    entry.time = Math.max(entry.time, eventTime);
    entry.changed = true;
    if (last != null) {
      trials += weight;
      repeats += last.equals(label) ? weight : 0.0;
    }
    if (last == null || eventTime >= time) {
      last = entry.label;
      time = eventTime;
    }
    changed = true;
  }

  private ClassTable.Entry open(String label) {
    int c = classes.find(label);
    if (c < 0 && classes.isFull()) {
      refusals().count(Refusals.Reason.TOO_MANY_CLASSES);
      return null;
    }
    return classes.get(c < 0 ? classes.open(label, c) : c);
  }

  /**
   * Removes the example from its class. The label before it is unknown: if it was the last one, the
   * weights of the classes predict until the next example.
   */
  @Override
  public void retract(Features x, String label, double weight, long eventTime) {
    if (!(weight > 0.0)) {
      return;
    }
    if (weight > retractable(label)) {
      refusals().count(Refusals.Reason.CORRECTION_UNKNOWN);
      return;
    }
    int c = classes.find(label);
    ClassTable.Entry entry = classes.get(c);
    entry.weight = Math.max(0.0, entry.weight - weight);
    entry.examples--;
    entry.changed = true;
    if (entry.examples <= 0) {
      entry.examples = 0;
      entry.weight = 0.0;
      classes.remove(c);
      removed.add(entry);
    }
    if (label.equals(last) && (eventTime >= time || entry.examples == 0)) {
      last = null;
      changed = true;
    }
  }

  @Override
  public double retractable(String label) {
    return classes.retractable(label);
  }

  @Override
  public Predictor newPredictor() {
    return this; // it needs no room to predict in
  }

  @Override
  public void predict(Features x, Posterior answer) {
    answer.begin(classes.labels());
    int n = classes.size();
    int before = last == null ? -1 : classes.find(last);
    double others = 0.0;
    for (int c = 0; c < n; c++) {
      others += c == before ? 0.0 : classes.get(c).weight + 1.0;
    }
    double stay =
        before < 0 ? 0.0 : n == 1 ? 1.0 : Math.max(MIN_STAY, (repeats + 1) / (trials + 2));
    for (int c = 0; c < n; c++) {
      double p = c == before ? stay : (1.0 - stay) * (classes.get(c).weight + 1.0) / others;
      answer.set(c, Math.log(p), Math.log(p));
    }
    answer.finish();
    answer.withoutEvidence();
  }

  @Override
  public Explanation explain(Features x) {
    Posterior answer = predictToExplain(this, x);
    int best = answer.best();
    int other = answer.runnerUp();
    double odds = answer.logPrior(best) - answer.logPrior(other);
    return new Explanation(answer.label(best), answer.label(other), odds, new TreeMap<>());
  }

  @Override
  protected void add(NoChangeLearner from) {
    for (int k = 0; k < from.classes.size(); k++) {
      ClassTable.Entry source = from.classes.get(k);
      ClassTable.Entry entry = open(source.label);
      if (entry != null) {
        entry.weight += source.weight;
        entry.examples += source.examples;
        entry.time = Math.max(entry.time, source.time);
        entry.changed = true;
      }
    }
    repeats += from.repeats;
    trials += from.trials;
    if (from.last != null && classes.find(from.last) >= 0 && from.isAfter(last, time)) {
      last = from.last;
      time = from.time;
    }
    changed = true;
  }

  private boolean isAfter(String label, long eventTime) {
    return label == null || time > eventTime || (time == eventTime && last.compareTo(label) < 0);
  }

  @Override
  public long examples() {
    return classes.examples();
  }

  /** The share of repetitions, and those of the classes. */
  @Override
  public Fit fit() {
    return Fit.unknown(classes.size());
  }

  @Override
  public void features(Set<String> names) {
    // it looks at none
  }

  @Override
  public void describe(Description out) {
    double all = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      all += classes.get(c).weight;
    }
    for (int c = 0; c < classes.size(); c++) {
      ClassTable.Entry entry = classes.get(c);
      out.beginClass(entry.label, entry.examples, entry.weight);
      out.share(entry.weight, all);
    }
  }

  /** The answer until the next label. */
  @Override
  public ScoringForm scoringForm() {
    Posterior answer = predict(new Features());
    double[] logPrior = new double[answer.size()];
    Arrays.setAll(logPrior, answer::logPrior);
    return new ScoringForm("bayes")
        .texts("labels", List.of(classes.labels()))
        .numbers("logPrior", logPrior)
        .flag("evidence", false)
        .forms("terms", List.of());
  }

  @Override
  public void rows(RowSink sink) {
    if (last != null || trials > 0.0) {
      sink.row(LAST, this::writeLast);
    }
    for (int c = 0; c < classes.size(); c++) {
      row(classes.get(c), sink);
    }
  }

  @Override
  public void changedRows(RowSink sink) {
    if (changed) {
      changed = false;
      sink.row(LAST, this::writeLast);
    }
    for (ClassTable.Entry entry : removed) {
      row(entry, sink);
    }
    removed.clear();
    for (int c = 0; c < classes.size(); c++) {
      ClassTable.Entry entry = classes.get(c);
      if (entry.changed) {
        entry.changed = false;
        row(entry, sink);
      }
    }
  }

  private static void row(ClassTable.Entry entry, RowSink sink) {
    sink.row(
        entry.rowKey(),
        out -> {
          out.text(CLASS);
          entry.write(out);
        });
  }

  private void writeLast(StateWriter out) {
    out.text(LAST);
    out.number(repeats);
    out.number(trials);
    out.integer(last == null ? 0 : 1);
    if (last != null) {
      out.text(last);
      out.integer(time);
    }
  }

  @Override
  public void restore(StateReader row) {
    String kind = row.text();
    if (kind.equals(CLASS)) {
      restoreClass(ClassTable.Entry.read(row));
      return;
    }
    if (!kind.equals(LAST)) {
      throw new IllegalStateException("the model has no row '" + kind + "'");
    }
    repeats = row.amount();
    trials = row.amount();
    boolean known = row.count(1) == 1;
    last = known ? row.text() : null;
    time = known ? row.integer() : Long.MIN_VALUE;
  }

  private void restoreClass(ClassTable.Entry entry) {
    int c = classes.find(entry.label);
    if (entry.examples <= 0) {
      if (c >= 0) {
        classes.remove(c);
      }
      return;
    }
    if (c < 0 && classes.isFull()) {
      throw ClassTable.beyondLimit(entry.label);
    }
    classes.get(c < 0 ? classes.open(entry.label, c) : c).set(entry);
  }
}
