package io.bayou.codec.expression;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value of a record: a path into its value, such as {@code items[0].price}, its key, or one of
 * its headers.
 *
 * @param steps the names of fields and the positions in lists, from the top; for a header its name
 */
public record FieldPath(Root root, List<Step> steps) {
  /** Where a path begins. */
  public enum Root {
    VALUE,
    KEY,
    HEADER
  }

  /**
   * One step downwards.
   *
   * @param name of a field; empty for a position in a list
   * @param index the position in a list, from 0; -1 for a field
   */
  public record Step(String name, int index) {
    public Step {
      requireNonNull(name, "name");
    }

    static Step field(String name) {
      return new Step(name, -1);
    }

    static Step item(int index) {
      return new Step("", index);
    }

    public boolean isItem() {
      return index >= 0;
    }
  }

  private static final String HEADER = "header:";
  private static final int MAX_STEPS = 32;
  private static final Pattern PATH_STEP =
      Pattern.compile(
          "\\.?([\\p{L}_$@][\\p{L}\\p{N}_$@-]*)|\\[(\\d{1,6})]|\\['([^']+)']|\\[\"([^\"]+)\"]");

  public FieldPath {
    requireNonNull(root, "root");
    steps = List.copyOf(steps);
  }

  /** The path that a text is; empty if it is none, and perhaps an expression. */
  public static Optional<FieldPath> parse(String text) {
    if (text.equals("key")) {
      return Optional.of(new FieldPath(Root.KEY, List.of()));
    }
    if (text.startsWith(HEADER)) {
      String name = text.substring(HEADER.length());
      return name.isBlank()
          ? Optional.empty()
          : Optional.of(new FieldPath(Root.HEADER, List.of(Step.field(name))));
    }
    return steps(text).map(steps -> new FieldPath(Root.VALUE, steps));
  }

  private static Optional<List<Step>> steps(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher step = PATH_STEP.matcher(text);
    int position = 0;
    while (position < text.length() && steps.size() < MAX_STEPS) {
      boolean dot = text.charAt(position) == '.';
      boolean first = position == 0;
      if (!step.find(position) || step.start() != position || (first && dot)) {
        return Optional.empty();
      }
      if (!first && step.group(1) != null && !dot) {
        return Optional.empty(); // two names need a dot between them
      }
      steps.add(step(step));
      position = step.end();
    }
    return position == text.length() && !steps.isEmpty() ? Optional.of(steps) : Optional.empty();
  }

  private static Step step(Matcher step) {
    if (step.group(1) != null) {
      return Step.field(step.group(1));
    }
    if (step.group(2) != null) {
      return Step.item(Integer.parseInt(step.group(2)));
    }
    return Step.field(step.group(3) != null ? step.group(3) : step.group(4));
  }

  /** As in a spec, and as the name of a feature: names with dots between them. */
  @Override
  public String toString() {
    return switch (root) {
      case KEY -> "key";
      case HEADER -> HEADER + steps.get(0).name();
      case VALUE -> name(steps);
    };
  }

  private static String name(List<Step> steps) {
    StringBuilder name = new StringBuilder();
    for (Step step : steps) {
      if (step.isItem()) {
        name.append('[').append(step.index()).append(']');
      } else {
        name.append(name.length() == 0 ? "" : ".").append(step.name());
      }
    }
    return name.toString();
  }
}
