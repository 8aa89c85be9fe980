package io.bayou.model.bayes;

import io.bayou.model.stat.Decay;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.TokenCounts;

/** Multinomial: every occurrence of a token counts, P(t|c) = (n_ct + a) / (n_c + aV). */
final class FrequencyScore implements TokenScore {
  private final TextColumn column;
  private final CellProbability cells;
  private final LogProduct product = new LogProduct();
  private double total;
  private double[] pseudo = {}; // by place in the document
  private double[] units = {};
  private double[] logMass = {};

  FrequencyScore(TextColumn column, CellProbability cells) {
    this.column = column;
    this.cells = cells;
  }

  @Override
  public void refresh(double[] factors) {
    if (units.length < column.classes()) {
      units = new double[column.classes() * 2];
      logMass = new double[column.classes() * 2];
    }
    int known = column.vocabulary().known();
    total = 0.0;
    for (int c = 0; c < column.classes(); c++) {
      TokenCounts counts = column.counts(c);
      double ofClass = counts.total() * factors[c];
      boolean seen = ofClass >= Decay.FORGOTTEN;
      units[c] = seen ? counts.unit() * factors[c] : 0.0;
      logMass[c] = Math.log((seen ? ofClass : 0.0) + cells.pseudoTotal(known));
      total += seen ? ofClass : 0.0;
    }
  }

  @Override
  public void begin() {
    Document document = column.document();
    int known = column.vocabulary().known();
    if (pseudo.length < document.size()) {
      pseudo = new double[document.size() * 2];
    }
    for (int i = 0; i < document.size(); i++) {
      double share = cells.isOverall() ? share(document.id(i), known) : 0.0;
      pseudo[i] = cells.pseudoCount(document.id(i), known, share);
    }
  }

  /* The token's part of all that was counted. */
  private double share(int id, int known) {
    double count = 0.0;
    for (int c = 0; c < column.classes(); c++) {
      count += column.counts(c).units(id) * units[c];
    }
    return total > 0.0 ? count / total : 1.0 / known;
  }

  @Override
  public double score(int c) {
    Document document = column.document();
    if (document.known() == 0 || logMass[c] == Double.NEGATIVE_INFINITY) {
      return 0.0; // the class has seen no token and smoothing adds none: no opinion
    }
    TokenCounts counts = column.counts(c);
    product.reset();
    for (int i = 0; i < document.size(); i++) {
      product.multiply(counts.units(document.id(i)) * units[c] + pseudo[i], document.times(i));
    }
    return product.log() - document.known() * logMass[c];
  }
}
