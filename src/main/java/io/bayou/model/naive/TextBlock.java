package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.BucketedBlock;
import io.bayou.model.learner.ColumnBlock;
import io.bayou.model.learner.ColumnEvent;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.TokenBucket;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.text.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Texts, by the tokens that occur in them. The row of a class holds the totals; the counts of
 * tokens have rows of their own.
 */
final class TextBlock implements ColumnBlock<TextBlock>, BucketedBlock {
  private final ModelSpec spec;
  private final Refusals refusals;
  private final ColumnNames names = new ColumnNames();
  private final List<TextColumn> columns = new ArrayList<>();
  private final List<TokenLikelihood> likelihoods = new ArrayList<>();
  private int classes;

  TextBlock(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    boolean declared = spec.features().containsKey(name);
    List<String> tokens = spec.givenValues(feature);
    TextColumn column = new TextColumn(feature, tokens, declared, spec.limits().tokens(), refusals);
    for (int c = 0; c < classes; c++) {
      column.openClass(c);
    }
    int index = names.insert(name);
    columns.add(index, column);
    likelihoods.add(index, TokenLikelihood.of(spec, feature, column));
  }

  @Override
  public ColumnNames names() {
    return names;
  }

  @Override
  public String rowKind() {
    return "tokens";
  }

  @Override
  public TokenCounts counts(int column, int c) {
    return columns.get(column).counts(c);
  }

  @Override
  public void replace(int column, int c, int bucket, TokenBucket by) {
    columns.get(column).replace(c, bucket, by);
  }

  @Override
  public boolean isExchangeable() {
    return !spec.forgets(); // otherwise counts are in units of their source
  }

  @Override
  public boolean exchange(int column, int c, TokenBucket before, TokenBucket after) {
    return columns.get(column).exchange(c, before, after);
  }

  @Override
  public void openClass(int c) {
    classes++;
    for (int j = 0; j < columns.size(); j++) {
      columns.get(j).openClass(c);
    }
  }

  @Override
  public void removeClass(int c) {
    classes--;
    for (int j = 0; j < columns.size(); j++) {
      columns.get(j).removeClass(c);
    }
  }

  @Override
  public void clear(int c) {
    for (int j = 0; j < columns.size(); j++) {
      counts(j, c).clearTotal();
    }
  }

  @Override
  public void scale(int c, double factor) {
    for (int j = 0; j < columns.size(); j++) {
      counts(j, c).scale(factor);
    }
  }

  @Override
  public Class<TextBlock> type() {
    return TextBlock.class;
  }

  @Override
  public void merge(int c, int column, TextBlock other, int otherClass, int otherColumn) {
    columns.get(column).merge(c, other.counts(otherColumn, otherClass));
  }

  @Override
  public void refresh(double[] factors) {
    for (int j = 0; j < likelihoods.size(); j++) {
      likelihoods.get(j).refresh(factors);
    }
  }

  @Override
  public boolean isLikelihood() {
    for (int j = 0; j < likelihoods.size(); j++) {
      if (!likelihoods.get(j).isLikelihood()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isJoinable() {
    for (int j = 0; j < likelihoods.size(); j++) {
      if (!likelihoods.get(j).isJoinable()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = Fit.NONE;
    for (int j = 0; j < columns.size(); j++) {
      for (int c = 0; c < classes; c++) {
        if (counts(j, c).total() > 0.0) {
          fit = fit.plus(likelihoods.get(j).fit(c));
        }
      }
    }
    return fit;
  }

  @Override
  public boolean holds(int c, int column) {
    return !counts(column, c).isEmpty();
  }

  @Override
  public void write(int c, int column, StateWriter out) {
    counts(column, c).writeTotal(out);
  }

  @Override
  public void read(int c, int column, StateReader in) {
    counts(column, c).readTotal(in);
  }

  @Override
  public void describe(int c, Description out) {
    for (int j = 0; j < columns.size(); j++) {
      columns.get(j).describe(name(j), c, out);
    }
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event implements ColumnEvent {
    private final Document[] documents = new Document[columns.size()];
    private final TokenLikelihood.Scorer[] scorers = new TokenLikelihood.Scorer[columns.size()];
    private int present;

    Event() {
      Arrays.setAll(documents, j -> columns.get(j).newDocument());
      Arrays.setAll(scorers, j -> likelihoods.get(j).newScorer(documents[j]));
    }

    @Override
    public void begin() {
      present = 0;
      for (Document document : documents) {
        document.begin();
      }
    }

    @Override
    public boolean put(int column, Features x, int i, boolean learning) {
      if (!documents[column].read(x, i)) {
        return false;
      }
      present++;
      if (learning && documents[column].unknown() > 0) {
        columns.get(column).openUnknown(documents[column]);
      }
      return true;
    }

    @Override
    public boolean isReadyToLearn() {
      for (Document document : documents) {
        if (document.isPresent() && !document.isCurrent()) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void openNew() {
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent() && documents[j].unknown() > 0) {
          columns.get(j).openUnknown(documents[j]);
        }
      }
    }

    @Override
    public int present() {
      return present;
    }

    @Override
    public void learn(int c, double weight) {
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent()) {
          columns.get(j).learn(c, documents[j], weight);
        }
      }
    }

    @Override
    public void retract(int c, double weight) {
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent()) {
          columns.get(j).retract(c, documents[j], weight);
        }
      }
    }

    @Override
    public void join(Block other) {
      TextBlock joined = (TextBlock) other;
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent()) {
          int column = joined.find(name(j));
          scorers[j].join(column < 0 ? null : joined.columns.get(column));
        }
      }
    }

    @Override
    public void scoreJoined(Addend addend, ClassScores scores, Posterior answer) {
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent()) {
          for (int c = 0; c < classes; c++) {
            scorers[j].scoreJoined(c, addend, scores);
          }
          raiseUnknown(j, answer);
        }
      }
    }

    private void raiseUnknown(int j, Posterior answer) {
      if (documents[j].unknown() > 0) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      for (int j = 0; j < documents.length; j++) {
        if (documents[j].isPresent()) {
          scorers[j].begin();
          for (int c = 0; c < classes; c++) {
            scorers[j].score(c, scores);
          }
          raiseUnknown(j, answer);
        }
      }
    }

    @Override
    public double logLikelihood(int column, int c) {
      if (!documents[column].isPresent()) {
        return 0.0;
      }
      scorers[column].begin();
      return scorers[column].log(c);
    }
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      ScoringForm form = columns.get(j).newDocument().scoringForm("tokens", name(j));
      likelihoods.get(j).scoringForm(form);
      forms.add(form);
    }
    return forms;
  }
}
