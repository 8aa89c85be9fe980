package io.bayou.codec.expression;

import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.expression.RecordValues.Kind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * A value that is computed from the values of a record, such as {@code hour(created_at) < 6}. A
 * path alone is an expression, too. {@code docs/expressions.md} describes the language.
 *
 * <p>An expression always has a value, or is missing; there is no record for which it fails. It
 * depends on the record only, with the same bits on every platform.
 */
public final class Expression {
  /** The longest text. */
  public static final int MAX_LENGTH = 4_096;

  /* A header may have any name, but not one that looks like a comparison. */
  private static final Pattern ODD_HEADER = Pattern.compile("[\\s'\"()<>=!&|?]");

  private final String text;
  private final Optional<FieldPath> path;
  private final List<FieldPath> paths;
  private final boolean condition;

  private Expression(
      String text, Optional<FieldPath> path, List<FieldPath> paths, boolean condition) {
    this.text = text;
    this.path = path;
    this.paths = paths;
    this.condition = condition;
  }

  /**
   * @throws ExpressionException if the text is no expression; the message says where and why
   */
  public static Expression parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "an expression has at most " + MAX_LENGTH + " characters, this one has " + text.length());
    }
    Optional<FieldPath> path = path(text.strip());
    if (path.isPresent()) {
      return new Expression(text.strip(), path, List.of(path.get()), true);
    }
    Set<FieldPath> paths = new LinkedHashSet<>();
    Term term =
        Parser.parse(
            text,
            read -> {
              paths.add(read);
              return 0;
            });
    boolean condition = term.yields() == null || term.yields() == Kind.BOOLEAN;
    return new Expression(text, Optional.empty(), List.copyOf(paths), condition);
  }

  private static Optional<FieldPath> path(String text) {
    Optional<FieldPath> path = Parser.isWord(text) ? Optional.empty() : FieldPath.parse(text);
    path.filter(found -> found.root() == Root.HEADER)
        .map(header -> header.steps().get(0).name())
        .filter(name -> ODD_HEADER.matcher(name).find())
        .ifPresent(
            name -> {
              throw new ExpressionException(
                  "'"
                      + Scanner.shown(text)
                      + "' is no header; write header('name') in expressions");
            });
    return path;
  }

  /** The distinct paths that are read, in the order of the text. */
  public List<FieldPath> paths() {
    return paths;
  }

  /** Whether it is a path and nothing else. */
  public boolean isPath() {
    return path.isPresent();
  }

  /** The path, if it is nothing else. */
  public Optional<FieldPath> path() {
    return path;
  }

  /** Whether it may be true or false. What is always a number, a text or tokens may not. */
  public boolean isCondition() {
    return condition;
  }

  /** An evaluator that reads the values of paths from these slots. Not for several threads. */
  public Evaluator bind(ToIntFunction<FieldPath> slotOf) {
    Term term =
        path.<Term>map(only -> new Terms.Field(slotOf.applyAsInt(only)))
            .orElseGet(() -> Parser.parse(text, slotOf));
    return new Evaluator(term);
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
