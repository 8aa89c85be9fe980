package io.bayou.model;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.List;
import java.util.random.RandomGenerator;

/** What a learner has to say about itself so that the laws can be checked on it. */
public interface LearnerLaws {
  /** Draws a spec of this learner. */
  ModelSpec randomSpec(RandomGenerator random);

  /** An empty learner. */
  default Learner newLearner(ModelSpec spec) {
    return Learners.create(spec);
  }

  /** How many random cases each law is checked on. */
  default int runs() {
    return 150;
  }

  /** A learner that has learned these examples. */
  default Learner learned(ModelSpec spec, List<Sample> samples) {
    Learner learner = newLearner(spec);
    samples.forEach(sample -> sample.learn(learner));
    return learner;
  }

  /** Some examples of anything, often few. */
  /** The same spec, with a prior that names no class. */
  static ModelSpec withoutGivenClasses(ModelSpec spec) {
    return spec.givenClasses().isEmpty()
        ? spec
        : spec.toBuilder().prior(new Prior.Uniform()).build();
  }

  static List<Sample> someSamples(RandomStream stream, RandomGenerator random) {
    return stream.take(random.nextBoolean() ? random.nextInt(6) : random.nextInt(80));
  }

  /** Anything that a decoder may let through. */
  static RandomStream anyStream(RandomGenerator random, ModelSpec spec) {
    return new RandomStream(random, spec, Manner.HOSTILE);
  }
}
