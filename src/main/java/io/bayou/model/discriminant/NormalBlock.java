package io.bayou.model.discriminant;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.LikelihoodEvent;
import io.bayou.model.learner.MergeableBlock;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.CoMoments;
import io.bayou.model.stat.Triangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Numbers that are jointly normal in each class: discriminant analysis. Booleans count as 0 and 1.
 *
 * <p>Predictions use the present means. With less than twice {@value #COLUMNS_PER_LAG} columns they
 * use the present covariance matrices, too. With more, these are estimated after every {@code
 * columns / COLUMNS_PER_LAG} examples, so that factoring costs no more per example than learning.
 */
final class NormalBlock implements MergeableBlock<NormalBlock> {
  private static final int COLUMNS_PER_LAG = 24;

  /** How many matrix elements all classes may have together. */
  private static final int MAX_ELEMENTS = 1 << 22;

  /** How many matrix elements are cached for patterns of missing values. */
  private static final int MAX_CACHED_ELEMENTS = 1 << 18;

  /** Larger covariance matrices are not described: nobody reads them. */
  private static final int MAX_DESCRIBED_COLUMNS = 30;

  /** With more columns the likelihood is not computed: its time grows with their cube. */
  private static final int MAX_LIKELIHOOD_COLUMNS = 200;

  private final CovarianceRule rule;
  private final ColumnNames names = new ColumnNames();
  private final List<ClassMoments> classes = new ArrayList<>();
  private final Pool pool = new Pool();

  private NormalDensities densities;
  private int refreshes;
  private int lag;
  private double[] logPrior = {};

  NormalBlock(ModelSpec spec) {
    rule = new CovarianceRule(spec);
  }

  @Override
  public boolean hasRoom(int moreClasses, int moreColumns) {
    long elements = Triangle.size(columns() + moreColumns);
    return elements * (classes.size() + moreClasses) <= MAX_ELEMENTS;
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    int column = names.insert(name);
    for (ClassMoments moments : classes) {
      moments.change().insert(column);
    }
    densities = null;
  }

  @Override
  public ColumnNames names() {
    return names;
  }

  @Override
  public void openClass(int c) {
    classes.add(c, new ClassMoments(columns()));
    densities = null;
  }

  @Override
  public void removeClass(int c) {
    classes.remove(c);
    densities = null;
  }

  @Override
  public void scale(int c, double factor) {
    classes.get(c).change().scale(factor);
  }

  @Override
  public Class<NormalBlock> type() {
    return NormalBlock.class;
  }

  @Override
  public void add(int c, NormalBlock other, int otherClass, int[] columns) {
    CoMoments theirs = other.classes.get(otherClass).moments();
    classes.get(c).change().merge(theirs, columns);
    densities = null;
  }

  @Override
  public boolean holds(int c, int column) {
    return classes.get(c).moments().holds(column);
  }

  @Override
  public void write(int c, int[] columns, StateWriter out) {
    classes.get(c).moments().write(columns, out);
  }

  @Override
  public void read(int c, int[] columns, StateReader in) {
    classes.get(c).change().read(columns, in);
    densities = null;
  }

  @Override
  public void refresh(double[] factors) {
    if (classes.isEmpty()) {
      return; // the last example was retracted: there is nothing to estimate
    }
    for (int c = 0; c < classes.size(); c++) {
      classes.get(c).refresh(factors[c]);
    }
    boolean renew = densities == null || lag >= Math.max(1, maxLag());
    if (renew) {
      estimateMatrices();
    }
    for (int c = 0; c < classes.size(); c++) {
      if (renew || classes.get(c).isRenewed()) {
        classes.get(c).locate(pool.means());
        densities.locate(c, classes.get(c));
      }
    }
    refreshes++;
  }

  private int maxLag() {
    return columns() / COLUMNS_PER_LAG;
  }

  @Override
  public boolean refreshesInStep() {
    return maxLag() > 1;
  }

  @Override
  public void refinePrior(ClassTable table, double[] factors, double[] logs) {
    logPrior = logs;
  }

  private void estimateMatrices() {
    boolean first = densities == null;
    if (first) {
      densities = new NormalDensities(columns(), classes.size(), rule.isShared());
    }
    pool.refresh(classes, columns());
    rule.begin(pool);
    for (int m = 0; m < densities.matrices(); m++) {
      boolean own = rule.isOwn() && densities.isOwn(m, pool);
      if (first || !own || classes.get(m).isOutdated()) {
        densities.estimate(m, rule, classes.get(m), pool);
        classes.get(m).markEstimated();
      }
    }
    lag = 0;
  }

  /* The parameters of a shared covariance matrix count once. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    long parameters = rule.isShared() ? Triangle.size(pool.seen()) : 0;
    double sum = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      ClassMoments moments = classes.get(c);
      int seen = (int) IntStream.range(0, columns()).filter(j -> moments.weight(j) > 0.0).count();
      parameters += seen + (rule.isShared() ? 0 : Triangle.size(seen));
      sum += logLikelihood(c, moments);
    }
    return new Fit(parameters, sum);
  }

  /* With missing values the sums do not tell which values came together. */
  private double logLikelihood(int c, ClassMoments moments) {
    if (!moments.moments().isComplete() || columns() > MAX_LIKELIHOOD_COLUMNS) {
      return Double.NaN;
    }
    double[] scatter = new double[Triangle.size(columns())];
    moments.addScatter(scatter);
    return densities.logLikelihood(c, moments.weight(0), scatter);
  }

  @Override
  public void describe(int c, Description out) {
    classes.get(c).describe(names, out);
    if (columns() <= MAX_DESCRIBED_COLUMNS) {
      rule.describe(classes.get(c), names, out);
      if (rule.isShared()) {
        densities.describe(classes.get(c).center(), logPrior[c], names, out);
      }
    }
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event implements LikelihoodEvent {
    private final double[] values = new double[columns()];
    private final NormalDensities.Room room = new NormalDensities.Room(columns());
    private final Map<BitSet, NormalDensities> marginals = new HashMap<>();
    private int cachedAt;
    private int present;

    @Override
    public void begin() {
      Arrays.fill(values, Double.NaN);
      present = 0;
    }

    @Override
    public boolean put(int column, Features x, int i, boolean learning) {
      double number = x.kind(i) == Features.Kind.BOOLEAN ? x.number(i) : x.numeric(i);
      if (Double.isNaN(number)) {
        return false;
      }
      present += Double.isNaN(values[column]) ? 1 : 0;
      values[column] = number;
      return true;
    }

    @Override
    public boolean isReadyToLearn() {
      return true;
    }

    @Override
    public int present() {
      return present;
    }

    @Override
    public void learn(int c, double weight) {
      classes.get(c).change().add(values, weight);
      lag++;
    }

    @Override
    public void retract(int c, double weight) {
      classes.get(c).change().retract(values, weight);
      densities = null;
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      NormalDensities ofPresent = densitiesOfPresent();
      ofPresent.score(values, classes, scores.sums(), room);
      if (ofPresent.isRegularized()) {
        answer.raise(Flag.RIDGE);
      }
    }

    @Override
    public void logLikelihoods(int c, double[] perColumn) {
      densitiesOfPresent().split(values, c, classes.get(c), perColumn);
    }

    /* The marginal densities of the columns that have a value. */
    private NormalDensities densitiesOfPresent() {
      if (present == values.length) {
        return densities;
      }
      BitSet pattern = new BitSet(values.length);
      for (int j = 0; j < values.length; j++) {
        pattern.set(j, !Double.isNaN(values[j]));
      }
      if (cachedAt != refreshes) {
        marginals.clear();
        cachedAt = refreshes;
      }
      NormalDensities known = marginals.get(pattern);
      if (known == null) {
        known = densities.marginal(values, classes);
        int elements = Triangle.size(values.length) * densities.matrices();
        if ((marginals.size() + 1) * (long) elements > MAX_CACHED_ELEMENTS) {
          marginals.clear();
        }
        marginals.put(pattern, known);
      }
      return known;
    }
  }

  @Override
  public List<ScoringForm> scoringForms() {
    return List.of(densities.scoringForm(names, classes));
  }
}
