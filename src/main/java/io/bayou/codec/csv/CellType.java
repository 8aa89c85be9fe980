package io.bayou.codec.csv;

import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How the cells of a column are read. */
public enum CellType {
  NUMBER,
  BOOLEAN,
  TEXT,
  /** Not at all. */
  SKIP;

  /* Double.parseDouble also accepts "1f" and "0x1p3": codes, not measurements. */
  private static final Pattern NUMBER_FORMAT =
      Pattern.compile(
          "[+-]?((\\d++(\\.\\d*+)?|\\.\\d++)(e[+-]?\\d++)?|nan|inf(inity)?)",
          Pattern.CASE_INSENSITIVE);

  /** The types of the columns that a spec declares. */
  public static SortedMap<String, CellType> declaredBy(ModelSpec spec) {
    SortedMap<String, CellType> types = new TreeMap<>();
    for (AverageSpec.Member member : spec.average().map(AverageSpec::members).orElse(List.of())) {
      types.putAll(declaredBy(member.spec()));
      types.values().remove(SKIP); // another member may use it
    }
    NodeTypes.of(spec).forEach((name, feature) -> types.put(name, of(feature.type())));
    spec.scope().ifPresent(scope -> types.put(scope.key(), TEXT)); // to be read, not learned
    return types;
  }

  private static CellType of(FeatureType type) {
    return switch (type) {
      case GAUSSIAN, STUDENT_T, BINNED, BINOMIAL -> NUMBER;
      case BERNOULLI -> BOOLEAN;
      case CATEGORICAL, MULTINOMIAL, BERNOULLI_TEXT -> TEXT;
      case IGNORE -> SKIP;
    };
  }

  /** The type of an undeclared column, from its first value. */
  static CellType inferredFrom(String cell) {
    String word = cell.strip().toLowerCase(Locale.ROOT);
    if (word.equals("true") || word.equals("false")) {
      return BOOLEAN;
    }
    return isNumber(cell) ? NUMBER : TEXT;
  }

  static boolean isNumber(String cell) {
    return NUMBER_FORMAT.matcher(cell.strip()).matches();
  }

  /** The number in a cell; NaN if it is not a number. */
  static double number(String cell) {
    if (!isNumber(cell)) {
      return Double.NaN;
    }
    String word = cell.strip().toLowerCase(Locale.ROOT);
    if (word.endsWith("n")) {
      return Double.NaN;
    }
    if (word.endsWith("f") || word.endsWith("y")) {
      return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.parseDouble(word);
  }

  /** 1 for true, 0 for false, NaN for anything else. */
  static double bool(String cell) {
    return switch (cell.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1", "1.0" -> 1.0;
      case "false", "no", "0", "0.0" -> 0.0;
      default -> Double.NaN;
    };
  }
}
