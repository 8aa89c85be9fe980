package io.bayou.codec.expression;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The paths that a spec drops, with everything below them. */
public final class DroppedPaths {
  private DroppedPaths() {}

  /**
   * Whether a path is not dropped.
   *
   * @param patterns paths in which an asterisk stands for any one name
   */
  public static Predicate<String> except(List<String> patterns) {
    if (patterns.isEmpty()) {
      return path -> true;
    }
    String any = patterns.stream().map(DroppedPaths::regex).collect(Collectors.joining("|"));
    return Pattern.compile("(?:" + any + ")(?:[.\\[].*)?").asMatchPredicate().negate();
  }

  private static String regex(String pattern) {
    return Pattern.quote(pattern).replace("*", "\\E[^.\\[]*\\Q");
  }
}
