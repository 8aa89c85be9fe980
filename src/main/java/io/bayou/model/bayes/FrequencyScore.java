package io.bayou.model.bayes;

import io.bayou.model.stat.Decay;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.text.Document;

/** Multinomial: every occurrence of a token counts, P(t|c) = (n_ct + a) / (n_c + aV). */
final class FrequencyScore implements TokenScore {
  private final TextColumn column;
  private final CellProbability cells;
  private final LogProduct product = new LogProduct();
  private double pseudo;
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
    pseudo = cells.pseudoCount(known);
    for (int c = 0; c < column.classes(); c++) {
      TokenCounts counts = column.counts(c);
      double total = counts.total() * factors[c];
      boolean seen = total >= Decay.FORGOTTEN;
      units[c] = seen ? counts.unit() * factors[c] : 0.0;
      logMass[c] = Math.log((seen ? total : 0.0) + cells.pseudoTotal(known));
    }
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
      product.multiply(counts.units(document.id(i)) * units[c] + pseudo, document.times(i));
    }
    return product.log() - document.known() * logMass[c];
  }
}
