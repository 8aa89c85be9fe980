package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.text.Document;
import java.util.Arrays;

/**
 * Complement naive Bayes (Rennie and others, 2003): the rarer a token is in the other classes, the
 * more it speaks for this one, -ln P(t|not c). A weight, not a likelihood.
 */
final class ComplementLikelihood implements TokenLikelihood {
  /** Keeps a token that no other class has from deciding alone where nothing is smoothed. */
  private static final double MIN_PSEUDO_COUNT = 1e-10;

  private final TextColumn column;
  private final CellProbability cells;
  private final boolean norm;
  private final LogProduct product = new LogProduct();
  private double pseudo;
  private double[] units = {};
  private double[] logMass = {};
  private double[] norms = {};

  ComplementLikelihood(TextColumn column, CellProbability cells, boolean norm) {
    this.column = column;
    this.cells = cells;
    this.norm = norm;
  }

  @Override
  public boolean isLikelihood() {
    return false;
  }

  @Override
  public void refresh(double[] factors) {
    int classes = column.classes();
    if (units.length < classes) {
      units = new double[classes * 2];
      logMass = new double[classes * 2];
      norms = new double[classes * 2];
      Arrays.fill(norms, -1.0);
    }
    int known = column.vocabulary().known();
    pseudo = Math.max(MIN_PSEUDO_COUNT, cells.pseudoCount(-1, known, 0.0));
    double all = 0.0;
    for (int c = 0; c < classes; c++) {
      units[c] = column.counts(c).unit() * factors[c];
      all += column.counts(c).total() * factors[c];
    }
    for (int c = 0; c < classes; c++) {
      double others = Math.max(0.0, all - column.counts(c).total() * factors[c]);
      logMass[c] = Math.log(others + Math.max(MIN_PSEUDO_COUNT * known, cells.pseudoTotal(known)));
    }
    for (int c = 0; norm && c < classes; c++) {
      norms[c] = sumOfLogs(c);
    }
  }

  /* Over the vocabulary in its own order, which is the same after a restart. */
  private double sumOfLogs(int c) {
    Vocabulary vocabulary = column.vocabulary();
    product.reset();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        product.multiply(elsewhere(vocabulary.member(b, i), c));
      }
    }
    return product.log() - vocabulary.known() * logMass[c];
  }

  /* How often a token occurs in the other classes. */
  private double elsewhere(int id, int c) {
    double sum = pseudo;
    for (int k = 0; k < column.classes(); k++) {
      TokenCounts counts = column.counts(k);
      sum += k == c ? 0.0 : counts.units(id) * units[k];
    }
    return sum;
  }

  /** Its weights are not probabilities. */
  @Override
  public Fit fit(int c) {
    return Fit.unknown(column.vocabulary().known());
  }

  @Override
  public void scoringForm(ScoringForm form) {
    form.form("weights", column.byToken(this::weight));
  }

  private double weight(int id, int c) {
    double log = Math.log(elsewhere(id, c)) - logMass[c];
    if (!norm) {
      return -log;
    }
    return norms[c] < 0.0 ? log / norms[c] : 0.0;
  }

  @Override
  public Scorer newScorer(Document document) {
    LogProduct ofDocument = new LogProduct();
    return c -> score(c, document, ofDocument);
  }

  private double score(int c, Document document, LogProduct ofDocument) {
    if (document.known() == 0) {
      return 0.0;
    }
    ofDocument.reset();
    for (int i = 0; i < document.size(); i++) {
      ofDocument.multiply(elsewhere(document.id(i), c), document.times(i));
    }
    double log = ofDocument.log() - document.known() * logMass[c];
    if (!norm) {
      return -log;
    }
    return norms[c] < 0.0 ? log / norms[c] : 0.0; // a single token has weight ln 1
  }
}
