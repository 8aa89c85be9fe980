package io.bayou.app.offline;

import io.bayou.codec.csv.CellType;
import io.bayou.model.Description;
import io.bayou.model.Description.Token;
import io.bayou.model.Learner;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The types of a file's columns, as a trained model needs them. */
final class LearnedTypes implements Description {
  private static final Set<String> TRUTHS = Set.of("true", "false");

  private final SortedMap<String, CellType> types = new TreeMap<>();

  private LearnedTypes() {}

  /** The declared type of a feature, or else the type that the model has learned. */
  static SortedMap<String, CellType> of(Learner learner) {
    LearnedTypes learned = new LearnedTypes();
    learner.describe(learned);
    learned.types.putAll(CellType.declaredBy(learner.spec()));
    return learned.types;
  }

  @Override
  public void beginClass(String label, long examples, double weight) {
    // every class has the same features
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    types.put(feature, CellType.NUMBER);
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    boolean truth = TRUTHS.containsAll(counts.keySet());
    types.merge(
        feature, truth ? CellType.BOOLEAN : CellType.TEXT, (a, b) -> a == b ? a : CellType.TEXT);
  }

  @Override
  public void tokens(String feature, double weight, int distinct, List<Token> telling) {
    types.put(feature, CellType.TEXT);
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    types.put(feature, value.isEmpty() ? CellType.NUMBER : CellType.TEXT);
  }
}
