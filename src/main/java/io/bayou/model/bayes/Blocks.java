package io.bayou.model.bayes;

import io.bayou.model.Refusals;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The blocks that make up a learner, and which of them takes a feature. */
final class Blocks {
  private final Block[] all;
  private final FeatureType[] types;
  private Predicate<String> uses = name -> true;
  private SortedSet<String> given = new TreeSet<>();
  private final Map<FeatureType, Block> byType = new EnumMap<>(FeatureType.class);

  private Blocks(Block[] all, FeatureType[] types) {
    this.all = all;
    this.types = types;
  }

  /** Every feature on its own: naive Bayes. */
  static Blocks naiveBayes(ModelSpec spec, Refusals refusals) {
    Block gaussian = new GaussianBlock(spec);
    Block student = new StudentBlock();
    Block bernoulli = new DiscreteBlock(spec, refusals);
    Block categorical = new DiscreteBlock(spec, refusals);
    TextBlock text = new TextBlock(spec, refusals);
    Block binomial = new BinomialBlock(spec);
    Blocks blocks =
        new Blocks(
            new Block[] {gaussian, student, bernoulli, categorical, text, binomial},
            new FeatureType[] {
              FeatureType.GAUSSIAN,
              FeatureType.STUDENT_T,
              FeatureType.BERNOULLI,
              FeatureType.CATEGORICAL,
              FeatureType.MULTINOMIAL,
              FeatureType.BINOMIAL
            });
    boolean predictive = spec.estimate().filter(e -> e == Estimate.BAYES).isPresent();
    blocks.byType.put(FeatureType.GAUSSIAN, predictive ? student : gaussian);
    blocks.byType.put(FeatureType.STUDENT_T, student);
    blocks.byType.put(FeatureType.BERNOULLI, bernoulli);
    blocks.byType.put(FeatureType.CATEGORICAL, categorical);
    blocks.byType.put(FeatureType.BINNED, categorical);
    blocks.byType.put(FeatureType.BINOMIAL, binomial);
    blocks.byType.put(FeatureType.MULTINOMIAL, text);
    blocks.byType.put(FeatureType.BERNOULLI_TEXT, text);
    return blocks;
  }

  /** Numbers together: discriminant analysis. */
  static Blocks discriminant(ModelSpec spec) {
    Block normal = new NormalBlock(spec);
    Blocks blocks = new Blocks(new Block[] {normal}, new FeatureType[] {FeatureType.GAUSSIAN});
    blocks.byType.put(FeatureType.GAUSSIAN, normal);
    blocks.byType.put(FeatureType.STUDENT_T, normal);
    blocks.byType.put(FeatureType.BERNOULLI, normal);
    return blocks;
  }

  /** Discrete features that depend on one another: a Bayesian network. */
  static Blocks network(ModelSpec spec, Refusals refusals) {
    boolean tree = spec.learner() == LearnerKind.TAN && spec.network().isEmpty();
    NetworkStructure structure = tree ? new TreeStructure(spec) : new GivenStructure(spec);
    return network(spec, structure, refusals);
  }

  static Blocks network(ModelSpec spec, NetworkStructure structure, Refusals refusals) {
    Block network = new NetworkBlock(spec, structure, refusals);
    Blocks blocks = new Blocks(new Block[] {network}, new FeatureType[] {FeatureType.CATEGORICAL});
    blocks.uses = structure::uses;
    if (spec.network().isOpenFromTheStart()) {
      blocks.given = spec.network().nodes();
      blocks.given.remove(spec.network().className());
    }
    blocks.byType.put(FeatureType.GAUSSIAN, network);
    blocks.byType.put(FeatureType.BINNED, network);
    blocks.byType.put(FeatureType.BERNOULLI, network);
    blocks.byType.put(FeatureType.CATEGORICAL, network);
    return blocks;
  }

  /** No features at all: the prior decides. */
  static Blocks none() {
    return new Blocks(new Block[0], new FeatureType[0]);
  }

  int size() {
    return all.length;
  }

  Block get(int b) {
    return all[b];
  }

  /**
   * Whether there is memory for one more class.
   *
   * @param learned whether it was learned before and comes from a row
   */
  boolean hasRoomForClass(boolean learned) {
    for (Block block : all) {
      if (!(learned ? block.hasRoomToRestore() : block.hasRoom(1, 0))) {
        return false;
      }
    }
    return true;
  }

  /** The blocks that have columns. */
  Block[] active() {
    return Arrays.stream(all).filter(block -> block.columns() > 0).toArray(Block[]::new);
  }

  /** The type that opens a column in a block when nothing but the block is known. */
  FeatureType type(int b) {
    return types[b];
  }

  /** The features that have a column before any event has them. */
  SortedSet<String> given() {
    return given;
  }

  /** Whether the learner has a use for a feature of this name. */
  boolean uses(String name) {
    return uses.test(name);
  }

  /** The block of texts, if the learner has one. */
  Optional<TextBlock> text() {
    return Optional.ofNullable((TextBlock) byType.get(FeatureType.MULTINOMIAL));
  }

  /** The block for a type; null where the learner does not use such features. */
  Block of(FeatureType type) {
    return byType.get(type);
  }
}
