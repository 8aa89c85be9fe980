package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
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

  @Override
  public Scorer newScorer(Document document) {
    return new OfDocument(document);
  }

  private final class OfDocument implements Scorer {
    private final Document document;
    private double[] pseudo = {}; // by place in the document

    OfDocument(Document document) {
      this.document = document;
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
