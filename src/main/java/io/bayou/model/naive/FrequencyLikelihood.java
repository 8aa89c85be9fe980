package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.text.Document;
import java.util.Arrays;

/** Multinomial: every occurrence of a token counts, P(t|c) = (n_ct + a) / (n_c + aV). */
final class FrequencyLikelihood implements TokenLikelihood {
  private final TextColumn column;
  private final CellProbability cells;
  private double total;
  private double[] units = {};
  private double[] mass = {};

  FrequencyLikelihood(TextColumn column, CellProbability cells) {
    this.column = column;
    this.cells = cells;
  }

  @Override
  public void refresh(double[] factors) {
    if (units.length < column.classes()) {
      units = new double[column.classes() * 2];
      mass = new double[column.classes() * 2];
    }
    double pseudoTotal = cells.pseudoTotal(column.vocabulary().known());
    total = 0.0;
    for (int c = 0; c < column.classes(); c++) {
      TokenCounts counts = column.counts(c);
      double ofClass = counts.total() * factors[c];
      boolean seen = ofClass >= Decay.FORGOTTEN;
      units[c] = seen ? counts.unit() * factors[c] : 0.0;
      mass[c] = (seen ? ofClass : 0.0) + pseudoTotal;
      total += seen ? ofClass : 0.0;
    }
  }

  private double pseudoCount(int id, int known) {
    return cells.pseudoCount(id, known, cells.isOverall() ? share(id, known) : 0.0);
  }

  /* The token's share over all classes. */
  private double share(int id, int known) {
    double count = 0.0;
    for (int c = 0; c < column.classes(); c++) {
      count += column.counts(c).units(id) * units[c];
    }
    return total > 0.0 ? count / total : 1.0 / known;
  }

  @Override
  public Fit fit(int c) {
    Vocabulary vocabulary = column.vocabulary();
    TokenCounts counts = column.counts(c);
    double sum = 0.0;
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        int id = vocabulary.member(b, i);
        double count = counts.units(id) * units[c];
        double log = Math.log((count + pseudoCount(id, vocabulary.known())) / mass[c]);
        sum += count > 0.0 ? count * log : 0.0;
      }
    }
    return new Fit(vocabulary.known() - 1L, sum);
  }

  @Override
  public void scoringForm(ScoringForm form) {
    form.form("weights", column.byToken(this::logProbability));
  }

  private double logProbability(int id, int c) {
    int known = column.vocabulary().known();
    if (mass[c] == 0.0) {
      return total == 0.0 ? 0.0 : Math.log(share(id, known));
    }
    double count = column.counts(c).units(id) * units[c];
    return Math.log((count + pseudoCount(id, known)) / mass[c]);
  }

  /* Where pseudo-counts do not depend on counts, and every class has some. */
  @Override
  public boolean isJoinable() {
    return !cells.isOverall() && !cells.addsNothing(1);
  }

  @Override
  public Scorer newScorer(Document document) {
    return new OfDocument(document);
  }

  private final class OfDocument implements Scorer {
    private final Document document;
    private double[] pseudo = {}; // by place in the document

    private TextColumn joined; // null if there is none
    private int[] idsOfJoined = {}; // by place in the document
    private double[] counts = {};

    OfDocument(Document document) {
      this.document = document;
    }

    @Override
    public void join(TextColumn other) {
      joined = other;
      if (idsOfJoined.length < document.size()) {
        idsOfJoined = new int[document.size() * 2];
        counts = new double[document.size() * 2];
      }
      for (int i = 0; i < document.size(); i++) {
        String token = column.vocabulary().token(document.id(i));
        idsOfJoined[i] = other == null ? -1 : other.vocabulary().find(token);
      }
      begin();
    }

    @Override
    public void scoreJoined(int c, Addend addend, ClassScores scores) {
      if (document.known() == 0) {
        return;
      }
      TokenCounts own = column.counts(c);
      int known = column.vocabulary().known();
      double ofClass = own.total() * addend.decay(c);
      System.arraycopy(pseudo, 0, counts, 0, document.size());
      if (joined != null) {
        known = Math.max(known, joined.vocabulary().known());
        ofClass += addCounts(addend.classOf(c), addend.factor(c));
      }
      LogProduct product = new LogProduct(); // stays in registers
      double unit = own.unit() * addend.decay(c);
      own.multiply(product, document.size(), document.ids(), document.times(), unit, counts);
      product.divide(ofClass + cells.pseudoTotal(known), document.known());
      product.multiplyTo(c, scores);
    }

    /* Returns the weight of all tokens of the class. */
    private double addCounts(int c, double factor) {
      if (c < 0) {
        return 0.0;
      }
      TokenCounts more = joined.counts(c);
      double unit = more.unit() * factor;
      for (int i = 0; i < document.size(); i++) {
        counts[i] += more.units(idsOfJoined[i]) * unit;
      }
      return more.total() * factor;
    }

    @Override
    public void begin() {
      int known = column.vocabulary().known();
      if (pseudo.length < document.size()) {
        pseudo = new double[document.size() * 2];
      }
      if (!cells.isOverall() && !cells.isByCode()) {
        Arrays.fill(pseudo, 0, document.size(), cells.pseudoCount(-1, known, 0.0));
        return;
      }
      for (int i = 0; i < document.size(); i++) {
        pseudo[i] = pseudoCount(document.id(i), known);
      }
    }

    @Override
    public double log(int c) {
      return hasOpinion(c) ? product(c).log() : withoutOpinion();
    }

    @Override
    public void score(int c, ClassScores scores) {
      if (hasOpinion(c)) {
        product(c).multiplyTo(c, scores);
      } else {
        scores.sums()[c] += withoutOpinion();
      }
    }

    private boolean hasOpinion(int c) {
      return document.known() > 0 && mass[c] > 0.0;
    }

    private double withoutOpinion() {
      return document.known() == 0 || total == 0.0 ? 0.0 : overall();
    }

    private LogProduct product(int c) {
      LogProduct product = new LogProduct(); // stays in registers
      TokenCounts counts = column.counts(c);
      counts.multiply(product, document.size(), document.ids(), document.times(), units[c], pseudo);
      product.divide(mass[c], document.known());
      return product;
    }

    /* Without smoothing, a class that has seen no token has no opinion of its own, and no advantage
     * from having none. */
    private double overall() {
      int known = column.vocabulary().known();
      LogProduct product = new LogProduct();
      for (int i = 0; i < document.size(); i++) {
        product.multiply(share(document.id(i), known), document.times(i));
      }
      return product.log();
    }
  }
}
