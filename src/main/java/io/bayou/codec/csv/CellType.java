package io.bayou.codec.csv;

import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the cells of a column are read. */
public enum CellType {
  NUMBER,
  TRUTH,
  TEXT,
  /** Not at all. */
  SKIP;

  /** The types of the columns that a spec declares. */
  public static SortedMap<String, CellType> declaredBy(ModelSpec spec) {
    SortedMap<String, CellType> types = new TreeMap<>();
    for (AverageSpec.Member member : spec.average().map(AverageSpec::members).orElse(List.of())) {
      types.putAll(declaredBy(member.spec()));
      types.values().remove(SKIP); // another member may use it
    }
    NodeTypes.of(spec).forEach((name, feature) -> types.put(name, of(feature.type())));
    return types;
  }

  private static CellType of(FeatureType type) {
    return switch (type) {
      case GAUSSIAN, STUDENT_T, BINNED, BINOMIAL -> NUMBER;
      case BERNOULLI -> TRUTH;
      case CATEGORICAL, MULTINOMIAL, BERNOULLI_TEXT -> TEXT;
      case IGNORE -> SKIP;
    };
  }

  /** The type of a column of which only its first value is known. */
  static CellType inferredFrom(String cell) {
    String word = cell.strip().toLowerCase(Locale.ROOT);
    if (word.equals("true") || word.equals("false")) {
      return TRUTH;
    }
    return CsvNumbers.isNumber(cell) ? NUMBER : TEXT;
  }
}
