package io.bayou.model.learner;

import io.bayou.model.Description;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.LabelMemory;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.QueryableLearner;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Adds the latest known labels to the events of another learner. */
public final class LagLearner extends AbstractLearner<LagLearner>
    implements LabelMemory, EnsembleLearner, QueryableLearner {
  private static final String LAGS = "lags";

  private final Learner learner;
  private final RecentLabels recent;
  private final Lagging ownReader;
  private boolean changed;
  private long version;

  public LagLearner(Learner learner) {
    super(LagLearner.class, learner.spec(), learner.refusals());
    this.learner = learner;
    recent = new RecentLabels(learner.spec().lags());
    ownReader = new Lagging();
  }

  private final class Lagging implements Predictor {
    private final Predictor predictor = learner.newPredictor();
    private final LaggedEvent event = new LaggedEvent(recent.limit());
    private Features expanded;
    private int expandedRevision;
    private long expandedVersion;

    boolean isOf(LagLearner other) {
      return LagLearner.this == other;
    }

    /* An event is predicted before it is learned: it is expanded once. */
    Features expand(Features x) {
      if (x != expanded || x.revision() != expandedRevision || version != expandedVersion) {
        event.fill(x, recent);
        expanded = x;
        expandedRevision = x.revision();
        expandedVersion = version;
      }
      return event.features();
    }

    @Override
    public void predict(Features x, Posterior answer) {
      predictor.predict(expand(x), answer);
      x.readBy(this);
    }

    @Override
    public Explanation explain(Features x) {
      return predictor.explain(expand(x));
    }
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    learner.learn(reader(x).expand(x), label, weight, time);
    if (weight > 0.0) {
      changed |= recent.add(label, time);
      version++;
    }
  }

  /** The labels before the example are not known any longer: what they taught is left. */
  @Override
  public void retract(Features x, String label, double weight, long time) {
    LaggedEvent event = new LaggedEvent(recent.limit());
    event.fill(x, new RecentLabels(recent.limit()));
    learner.retract(event.features(), label, weight, time);
    changed |= recent.remove(label, time);
    version++;
  }

  private Lagging reader(Features x) {
    return x.reader() instanceof Lagging reader && reader.isOf(this) ? reader : ownReader;
  }

  @Override
  public String[] recentLabels() {
    String[] labels = new String[recent.limit()];
    for (int k = 0; k < labels.length; k++) {
      labels[k] = recent.get(k);
    }
    return labels;
  }

  @Override
  public void hypotheses(SortedMap<String, Double> weights) {
    EnsembleLearner.hypotheses(learner, weights);
  }

  @Override
  public Optional<Learner> hypothesis(String name) {
    return EnsembleLearner.hypothesis(learner, name);
  }

  @Override
  public void query(String node, Features x, String label, Posterior answer) {
    QueryableLearner.of(learner, node).query(node, new Lagging().expand(x), label, answer);
  }

  @Override
  public double retractable(String label) {
    return learner.retractable(label);
  }

  @Override
  public Refusals refusals() {
    return learner.refusals();
  }

  @Override
  public Predictor newPredictor() {
    return new Lagging();
  }

  @Override
  protected void add(LagLearner other) {
    learner.merge(other.learner);
    recent.merge(other.recent);
    changed = true;
    version++;
  }

  @Override
  public long examples() {
    return learner.examples();
  }

  @Override
  public Fit fit() {
    return learner.fit();
  }

  @Override
  public void features(Set<String> names) {
    learner.features(names);
  }

  @Override
  public void describe(Description out) {
    learner.describe(out);
  }

  @Override
  public ScoringForm scoringForm() {
    ScoringForm features = new ScoringForm();
    for (int k = 0; k < recent.limit(); k++) {
      features.text(LabelMemory.feature(k + 1), recent.get(k));
    }
    return new ScoringForm("lags").form("labels", features).form("scorer", learner.scoringForm());
  }

  @Override
  public void rows(RowSink sink) {
    if (!recent.isEmpty()) {
      row(sink);
    }
    learner.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    if (changed) {
      changed = false;
      row(sink);
    }
    learner.changedRows(sink);
  }

  private void row(RowSink sink) {
    sink.row(
        LAGS,
        out -> {
          out.text(LAGS);
          recent.write(out);
        });
  }

  @Override
  public void restore(StateReader row) {
    version++;
    String kind = row.text();
    if (kind.equals(LAGS)) {
      recent.read(row);
    } else {
      learner.restore(new ReadRow(kind, row));
    }
  }

  /** A row of which the kind has been read. */
  private static final class ReadRow implements StateReader {
    private final StateReader rest;
    private String kind;

    ReadRow(String kind, StateReader rest) {
      this.kind = kind;
      this.rest = rest;
    }

    @Override
    public String text() {
      String text = kind == null ? rest.text() : kind;
      kind = null;
      return text;
    }

    @Override
    public double number() {
      return rest.number();
    }

    @Override
    public double amount() {
      return rest.amount();
    }

    @Override
    public long integer() {
      return rest.integer();
    }

    @Override
    public int count(int limit) {
      return rest.count(limit);
    }

    @Override
    public int index(int size) {
      return rest.index(size);
    }
  }
}
