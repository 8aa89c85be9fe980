package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.text.Document;
import java.util.Arrays;

/**
 * Bernoulli: a token is in a document or not, P(t|c) = (n_ct + a) / (n_c + 2a), and the absence of
 * every other token of the vocabulary is evidence as well.
 *
 * <p>The likelihood of a document without any token is kept for each class and renewed when the
 * class has changed, so that a prediction takes time proportional to the document.
 */
final class PresenceLikelihood implements TokenLikelihood {
  private static final double ROUNDING = 1e-12;

  private final TextColumn column;
  private final double present;
  private final double absent;
  private final LogProduct product = new LogProduct();
  private ClassCache[] caches = {};

  /* What one class needs; the products run over the tokens that it holds. */
  private static final class ClassCache {
    TokenCounts counts;
    int version;
    double factor;
    double unit;
    double documents;
    double logHeld; // of the absence of all held tokens that can be absent
    int certain; // held tokens that cannot be absent
    double logBase;
    int impossible;
  }

  PresenceLikelihood(TextColumn column, CellProbability cells) {
    this.column = column;
    present = cells.present(0.5);
    absent = cells.absent(0.5);
  }

  @Override
  public void refresh(double[] factors) {
    if (caches.length < column.classes()) {
      caches = Arrays.copyOf(caches, column.classes() * 2);
    }
    for (int c = 0; c < column.classes(); c++) {
      TokenCounts counts = column.counts(c);
      if (caches[c] == null) {
        caches[c] = new ClassCache();
      }
      ClassCache cache = caches[c];
      if (cache.counts != counts
          || cache.version != counts.version()
          || cache.factor != factors[c]) {
        renew(cache, counts, factors[c]);
      }
      addUnheld(cache, column.vocabulary().known() - counts.held());
    }
  }

  /* Over the vocabulary in its own order, which is the same after a restart. */
  private void renew(ClassCache cache, TokenCounts counts, double factor) {
    cache.counts = counts;
    cache.version = counts.version();
    cache.factor = factor;
    cache.documents = counts.total() * factor;
    if (cache.documents < Decay.FORGOTTEN) {
      cache.documents = 0.0;
    }
    cache.unit = cache.documents == 0.0 ? 0.0 : counts.unit() * factor;
    cache.certain = 0;
    double mass = cache.documents + present + absent;
    double reciprocal = mass > 0.0 ? 1.0 / mass : 0.0;
    Vocabulary vocabulary = column.vocabulary();
    product.reset();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        double units = counts.units(vocabulary.member(b, i));
        if (units > 0.0) {
          double without = without(cache, units);
          cache.certain += without > 0.0 ? 0 : 1;
          product.multiply(without > 0.0 ? without * reciprocal : 1.0);
        }
      }
    }
    cache.logHeld = product.log();
  }

  private void addUnheld(ClassCache cache, int unheld) {
    double mass = cache.documents + present + absent;
    double without = cache.documents + absent;
    cache.impossible = cache.certain + (without > 0.0 ? 0 : unheld);
    double log = without > 0.0 && unheld > 0 ? unheld * Math.log(without / mass) : 0.0;
    cache.logBase = cache.logHeld + log;
  }

  /* The number of documents without a token that has these units; rounding residue counts as zero. */
  private double without(ClassCache cache, double units) {
    double without = cache.documents - units * cache.unit;
    return without > ROUNDING * cache.documents ? without + absent : absent;
  }

  @Override
  public Fit fit(int c) {
    ClassCache cache = caches[c];
    Vocabulary vocabulary = column.vocabulary();
    double sum = cache.documents * cache.logBase;
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        double units = column.counts(c).units(vocabulary.member(b, i));
        double count = units * cache.unit;
        double without = without(cache, units);
        double rest = without > 0.0 ? without : cache.documents + present + absent;
        sum += count > 0.0 ? count * Math.log((count + present) / rest) : 0.0;
      }
    }
    return new Fit(vocabulary.known(), sum);
  }

  @Override
  public void scoringForm(ScoringForm form) {
    form.form("present", column.byToken((id, c) -> logPresent(caches[c], units(id, c))))
        .form("absent", column.byToken((id, c) -> logAbsent(caches[c], units(id, c))));
  }

  private double units(int id, int c) {
    return column.counts(c).units(id);
  }

  /* A class without an opinion finds everything certain. */
  private double logPresent(ClassCache cache, double units) {
    double mass = cache.documents + present + absent;
    return mass > 0.0 ? Math.log((units * cache.unit + present) / mass) : 0.0;
  }

  private double logAbsent(ClassCache cache, double units) {
    double mass = cache.documents + present + absent;
    return mass > 0.0 ? Math.log(without(cache, units) / mass) : 0.0;
  }

  @Override
  public Scorer newScorer(Document document) {
    LogProduct ofDocument = new LogProduct();
    return c -> score(c, document, ofDocument);
  }

  private double score(int c, Document document, LogProduct ofDocument) {
    ClassCache cache = caches[c];
    if (cache.documents + present + absent == 0.0) {
      return 0.0; // the class has seen no document and smoothing adds none: no opinion
    }
    TokenCounts counts = column.counts(c);
    int impossible = cache.impossible;
    ofDocument.reset();
    for (int i = 0; i < document.size(); i++) {
      double units = counts.units(document.id(i));
      double without = without(cache, units);
      double with = units * cache.unit + present;
      if (without > 0.0) {
        ofDocument.multiply(with / without);
      } else {
        impossible--;
        ofDocument.multiply(with / (cache.documents + present + absent));
      }
    }
    return impossible > 0 ? Double.NEGATIVE_INFINITY : cache.logBase + ofDocument.log();
  }
}
