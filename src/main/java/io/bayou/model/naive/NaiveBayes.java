package io.bayou.model.naive;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;

/** Naive Bayes: given the class, every feature is independent of the others. */
public final class NaiveBayes {
  private NaiveBayes() {}

  /** An empty learner. */
  public static Learner create(ModelSpec spec) {
    Refusals refusals = new Refusals();
    return new BlockLearner(spec, () -> blocks(spec, refusals), refusals);
  }

  private static Blocks blocks(ModelSpec spec, Refusals refusals) {
    Block gaussian = new GaussianBlock(spec);
    Block student = new StudentBlock(spec);
    Block bernoulli = new DiscreteBlock(spec, refusals, "booleans");
    Block categorical = new DiscreteBlock(spec, refusals, "values");
    Block text = new TextBlock(spec, refusals);
    Block binomial = new BinomialBlock(spec);
    boolean predictive = spec.estimate().filter(e -> e == Estimate.BAYES).isPresent();
    return new Blocks()
        .add(gaussian, FeatureType.GAUSSIAN)
        .add(student, FeatureType.STUDENT_T)
        .add(bernoulli, FeatureType.BERNOULLI)
        .add(categorical, FeatureType.CATEGORICAL)
        .add(text, FeatureType.MULTINOMIAL)
        .add(binomial, FeatureType.BINOMIAL)
        .accept(FeatureType.GAUSSIAN, predictive ? student : gaussian)
        .accept(FeatureType.BINNED, categorical)
        .accept(FeatureType.BERNOULLI_TEXT, text);
  }
}
