package io.bayou.app.suggest;

import static io.bayou.model.spec.LearnerKind.AODE;
import static io.bayou.model.spec.LearnerKind.AVERAGE;
import static io.bayou.model.spec.LearnerKind.FOREST;
import static io.bayou.model.spec.LearnerKind.LDA;
import static io.bayou.model.spec.LearnerKind.LOGISTIC;
import static io.bayou.model.spec.LearnerKind.MAJORITY;
import static io.bayou.model.spec.LearnerKind.NAIVE_BAYES;
import static io.bayou.model.spec.LearnerKind.NO_CHANGE;
import static io.bayou.model.spec.LearnerKind.QDA;
import static io.bayou.model.spec.LearnerKind.RDA;
import static io.bayou.model.spec.LearnerKind.TAN;

import io.bayou.app.suggest.DataProfile.Use;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A spec that may suit the data.
 *
 * @param name the learner, and what differs from its defaults
 */
record Candidate(String name, ModelSpec spec) {
  /** Beyond it, learners whose work grows with the square of the features are left out. */
  static final int MAX_PAIRED = 100;

  private static final int LAGS = 2;
  private static final double FADING = 0.99;

  boolean isBaseline() {
    return spec.learner() == MAJORITY || spec.learner() == NO_CHANGE;
  }

  boolean hasLags() {
    return spec.lags() > 0;
  }

  /**
   * What to try on data.
   *
   * @param base the input of each spec, and the types of its features
   * @param lags whether the labels before may be features
   */
  static List<Candidate> of(DataProfile profile, ModelSpec base, boolean lags) {
    return new Choice(profile, base).all(lags && profile.hasRuns());
  }

  private static final class Choice {
    private final DataProfile profile;
    private final ModelSpec base;
    private final List<Candidate> chosen = new ArrayList<>();

    Choice(DataProfile profile, ModelSpec base) {
      this.profile = profile;
      this.base = base;
    }

    List<Candidate> all(boolean lags) {
      baselines();
      int numbers = profile.named(Use.NUMBER).size();
      int discrete =
          numbers + profile.named(Use.BOOLEAN).size() + profile.named(Use.CATEGORY).size();
      add(NAIVE_BAYES);
      fading(NAIVE_BAYES);
      if (discrete >= 2 && discrete <= MAX_PAIRED) {
        add(AODE);
        fading(AODE);
        add(TAN);
      }
      if (numbers >= 1 && discrete >= 2 && discrete <= MAX_PAIRED) {
        List.of(AODE, AVERAGE).forEach(this::withBins);
      }
      if (numbers >= 1 && numbers <= MAX_PAIRED) {
        List.of(LDA, QDA, RDA).forEach(this::add);
      }
      if (discrete >= 1) {
        add(FOREST);
      }
      regressions(discrete);
      add(AVERAGE);
      if (!profile.named(Use.TEXT).isEmpty()) {
        texts();
      }
      if (lags) {
        lags(discrete);
      }
      return List.copyOf(chosen);
    }

    private void baselines() {
      for (LearnerKind kind : List.of(MAJORITY, NO_CHANGE)) {
        ModelSpec.Builder spec = ModelSpec.builder(kind);
        base.input().ifPresent(spec::input);
        chosen.add(new Candidate(kind.key(), spec.build()));
      }
    }

    private void add(LearnerKind kind) {
      chosen.add(new Candidate(kind.key(), spec(kind, FeatureType.MULTINOMIAL).build()));
    }

    private void withBins(LearnerKind kind) {
      ModelSpec spec = spec(kind, FeatureType.MULTINOMIAL).bins(AutoBins.DEFAULT).build();
      chosen.add(new Candidate(kind.key() + ", bins auto", spec));
    }

    private void fading(LearnerKind kind) {
      ModelSpec spec = spec(kind, FeatureType.MULTINOMIAL).forgetting(FADING).build();
      chosen.add(new Candidate(kind.key() + ", forgetting " + FADING, spec));
    }

    private void regressions(int discrete) {
      List<Double> factors = discrete > MAX_PAIRED ? List.of(1.0) : List.of(1.0, 0.98);
      add(LOGISTIC);
      for (double factor : factors) {
        LogisticSpec standard = LogisticSpec.DEFAULT;
        LogisticSpec rule =
            new LogisticSpec(standard.variance(), standard.intercept(), factor, standard.average());
        ModelSpec spec = spec(LOGISTIC, FeatureType.MULTINOMIAL).logistic(rule).build();
        String shown = factor == 1.0 ? "1" : Double.toString(factor);
        chosen.add(new Candidate("logistic, forgetting " + shown, spec));
      }
    }

    /* By which words occur instead of how often. */
    private void texts() {
      for (LearnerKind kind : List.of(NAIVE_BAYES, AVERAGE)) {
        ModelSpec spec = spec(kind, FeatureType.BERNOULLI_TEXT).build();
        chosen.add(new Candidate(kind.key() + ", bernoulli-text", spec));
      }
    }

    private void lags(int discrete) {
      List<LearnerKind> kinds =
          discrete >= 1 && discrete <= MAX_PAIRED
              ? List.of(NAIVE_BAYES, AODE, LOGISTIC, AVERAGE)
              : List.of(NAIVE_BAYES, LOGISTIC, AVERAGE);
      for (LearnerKind kind : kinds) {
        ModelSpec spec = spec(kind, FeatureType.MULTINOMIAL).lags(LAGS).build();
        chosen.add(new Candidate(kind.key() + ", lags " + LAGS, spec));
      }
    }

    private ModelSpec.Builder spec(LearnerKind kind, FeatureType text) {
      ModelSpec.Builder spec = ModelSpec.builder(kind);
      base.input().ifPresent(spec::input);
      profile.features().forEach((name, use) -> declare(spec, kind, name, use, text));
      return spec;
    }

    private static void declare(
        ModelSpec.Builder spec, LearnerKind kind, String name, Use use, FeatureType text) {
      FeatureType type =
          switch (use) {
            case TEXT -> text;
            case NONE -> FeatureType.IGNORE;
            case NUMBER, BOOLEAN, CATEGORY, TOKENS -> null; // inferred
          };
      if (type != null) {
        Set<FeatureType> known = Set.copyOf(kind.declarable());
        spec.feature(name, FeatureSpec.of(known.contains(type) ? type : FeatureType.IGNORE));
      }
    }
  }
}
