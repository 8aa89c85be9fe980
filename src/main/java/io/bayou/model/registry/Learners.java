package io.bayou.model.registry;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.discriminant.BasisLearner;
import io.bayou.model.discriminant.DiscriminantAnalysis;
import io.bayou.model.ensemble.AverageLearner;
import io.bayou.model.ensemble.CalibratedLearner;
import io.bayou.model.ensemble.ReferenceLearner;
import io.bayou.model.forest.ForestLearner;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.learner.LagLearner;
import io.bayou.model.learner.NoChangeLearner;
import io.bayou.model.logistic.LogisticLearner;
import io.bayou.model.naive.NaiveBayes;
import io.bayou.model.network.AodeLearner;
import io.bayou.model.network.NetworkLearner;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.ModelSpec;
import java.util.function.UnaryOperator;

/** Makes learners. */
public final class Learners {
  private Learners() {}

  /** An empty learner of the spec's kind. */
  public static Learner create(ModelSpec spec) {
    return create(spec, CalibratedLearner::new);
  }

  private static Learner member(ModelSpec spec) {
    return create(spec, CalibratedLearner::member);
  }

  private static Learner create(ModelSpec spec, UnaryOperator<Learner> calibration) {
    Learner learner = spec.basis() == Basis.LINEAR ? linear(spec) : new BasisLearner(linear(spec));
    if (spec.calibration() != Calibration.NONE) {
      learner = calibration.apply(learner);
    }
    if (spec.answers().needsReference()) {
      learner = new ReferenceLearner(learner);
    }
    return spec.lags() == 0 ? learner : new LagLearner(learner);
  }

  private static Learner linear(ModelSpec spec) {
    return switch (spec.learner()) {
      case NAIVE_BAYES -> NaiveBayes.create(spec);
      case LDA, QDA, RDA -> DiscriminantAnalysis.create(spec);
      case BAYES_NET, TAN -> new NetworkLearner(spec);
      case AODE -> AodeLearner.create(spec);
      case LOGISTIC -> new LogisticLearner(spec);
      case FOREST -> new ForestLearner(spec);
      case MAJORITY -> new BlockLearner(spec, Blocks::new, new Refusals());
      case NO_CHANGE -> new NoChangeLearner(spec);
      case AVERAGE -> new AverageLearner(spec, Learners::member);
    };
  }
}
