package io.bayou.codec.expression;

import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.expression.FieldPath.Step;
import io.bayou.codec.expression.Terms.Constant;
import io.bayou.codec.expression.Terms.Field;
import io.bayou.model.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Builds the terms of an expression, by recursive descent. */
final class Parser {
  private static final int MAX_DEPTH = 64;
  private static final int EXACT_DIGITS = 15;
  private static final Set<String> WORDS = Set.of("true", "false", "null");

  private final Scanner scanner;
  private final ToIntFunction<FieldPath> slotOf;
  private int depth;

  private Parser(String text, ToIntFunction<FieldPath> slotOf) {
    scanner = new Scanner(text);
    this.slotOf = slotOf;
  }

  /** The whole text as one expression over the slots of its paths. */
  static Term parse(String text, ToIntFunction<FieldPath> slotOf) {
    Parser parser = new Parser(text, slotOf);
    Term term = parser.expression();
    if (!parser.scanner.atEnd()) {
      throw parser.scanner.unexpected("an operator or the end");
    }
    return term;
  }

  /** Whether a text that looks like a path is a value. */
  static boolean isWord(String text) {
    return WORDS.contains(text);
  }

  private Term expression() {
    enter();
    Term term = operators(0);
    if (scanner.isNext('?')) {
      term = choice(term);
    }
    depth--;
    return term;
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw scanner.fail(
          "nested too deeply", scanner.position(), "; at most " + MAX_DEPTH + " levels");
    }
  }

  private Term choice(Term first) {
    List<Term> conditions = new ArrayList<>();
    List<Term> choices = new ArrayList<>();
    Term last = first;
    while (scanner.accept('?')) {
      conditions.add(last);
      choices.add(expression());
      scanner.expect(':');
      last = operators(0);
    }
    choices.add(last);
    return new Terms.Choice(conditions, choices);
  }

  private Term operators(int level) {
    if (level == Operator.LEVELS) {
      return prefixed();
    }
    Term first = operators(level + 1);
    if (level == Operator.COMPARISON) {
      return compared(first);
    }
    List<Term> operands = new ArrayList<>(List.of(first));
    List<Operator> operators = new ArrayList<>();
    for (Operator next = scanner.operator(level); next != null; next = scanner.operator(level)) {
      operators.add(next);
      operands.add(operators(level + 1));
    }
    if (operators.isEmpty()) {
      return first;
    }
    return level < Operator.COMPARISON
        ? new Terms.Logic(operands, operators.get(0))
        : new Terms.Chain(operands, operators);
  }

  /* Comparisons do not chain: a < b < c would compare a truth with c. */
  private Term compared(Term left) {
    if (scanner.acceptWord("in")) {
      return new Terms.Member(left, list());
    }
    int start = scanner.position();
    Operator operator = scanner.operator(Operator.COMPARISON);
    if (operator == null) {
      return left;
    }
    Term right = operators(Operator.COMPARISON + 1);
    if (isNull(left) || isNull(right)) {
      throw scanner.fail(
          "comparison with null", start, ", which is always missing; write has(path) instead");
    }
    return new Terms.Chain(List.of(left, right), List.of(operator));
  }

  private static boolean isNull(Term term) {
    return term instanceof Constant && term.isMissing();
  }

  private List<Term> list() {
    scanner.expect('[');
    List<Term> items = new ArrayList<>();
    do {
      items.add(item());
    } while (scanner.accept(','));
    scanner.expect(']');
    return items;
  }

  private Term item() {
    String sign = scanner.accept('-') ? "-" : "";
    int start = scanner.position();
    String number = scanner.number();
    if (number != null) {
      return number(sign + number, start);
    }
    String quoted = sign.isEmpty() ? scanner.quoted() : null;
    if (quoted != null) {
      return Constant.of(quoted);
    }
    for (boolean value : new boolean[] {true, false}) {
      if (sign.isEmpty() && scanner.acceptWord(String.valueOf(value))) {
        return Constant.of(value);
      }
    }
    throw scanner.unexpected("a text, a number, true or false");
  }

  private Term prefixed() {
    boolean logical = scanner.isNext('!');
    if (!logical && !scanner.isNext('-')) {
      return primary();
    }
    scanner.accept(logical ? '!' : '-');
    enter();
    Term term = new Terms.Prefix(prefixed(), logical);
    depth--;
    return term;
  }

  private Term primary() {
    if (scanner.accept('(')) {
      Term term = expression();
      scanner.expect(')');
      return term;
    }
    String quoted = scanner.quoted();
    if (quoted != null) {
      return Constant.of(quoted);
    }
    int start = scanner.position();
    String number = scanner.number();
    if (number != null) {
      return number(number, start);
    }
    String path = scanner.path();
    if (path == null) {
      throw scanner.unexpected("a value");
    }
    return scanner.isNext('(') ? call(path, start) : value(path, start);
  }

  private Term number(String digits, int start) {
    double number = Double.parseDouble(digits);
    if (Double.isInfinite(number)) {
      throw scanner.fail("number too large", start, "");
    }
    return Constant.of(number, digits.length() > EXACT_DIGITS ? digits : null);
  }

  private Term value(String path, int start) {
    return switch (path) {
      case "true" -> Constant.of(true);
      case "false" -> Constant.of(false);
      case "null" -> Constant.ofNothing();
      default ->
          FieldPath.parse(path)
              .map(this::field)
              .orElseThrow(() -> scanner.fail("the path", start, " has too many steps"));
    };
  }

  private Field field(FieldPath path) {
    return new Field(slotOf.applyAsInt(path));
  }

  private Term call(String name, int start) {
    if (!Functions.names().contains(name)) {
      throw scanner.fail("unknown function '" + name + "'", start, hint(name));
    }
    List<Term> arguments = arguments();
    return switch (name) {
      case Functions.HAS -> has(arguments, start);
      case Functions.COALESCE -> coalesce(arguments, start);
      case Functions.HEADER -> header(arguments, start);
      default -> function(Functions.named(name), arguments, start);
    };
  }

  private static String hint(String name) {
    int dot = name.lastIndexOf('.');
    if (dot > 0 && Functions.names().contains(name.substring(dot + 1))) {
      String function = name.substring(dot + 1);
      return "; write " + function + "(" + name.substring(0, dot) + ", ...)";
    }
    return Nearest.to(name, Functions.names())
        .map(near -> " (did you mean '" + near + "'?)")
        .orElse("; known are " + String.join(", ", Functions.names()));
  }

  private List<Term> arguments() {
    scanner.expect('(');
    List<Term> arguments = new ArrayList<>();
    if (scanner.accept(')')) {
      return arguments;
    }
    do {
      arguments.add(expression());
    } while (scanner.accept(','));
    if (!scanner.accept(')')) {
      throw scanner.unexpected("an operator, ',' or ')'");
    }
    return arguments;
  }

  private Term has(List<Term> arguments, int start) {
    if (arguments.size() == 1 && arguments.get(0) instanceof Field field) {
      return new Terms.Has(field);
    }
    throw scanner.fail(
        "has", start, " needs one path; write has(['odd-name']) for a name with other characters");
  }

  private Term header(List<Term> arguments, int start) {
    boolean named = arguments.size() == 1 && arguments.get(0) instanceof Constant;
    String name = named ? arguments.get(0).asText() : null;
    if (name == null || name.isBlank()) {
      throw scanner.fail("header", start, " needs its name as text: header('name')");
    }
    return field(new FieldPath(Root.HEADER, List.of(Step.field(name))));
  }

  private Term coalesce(List<Term> arguments, int start) {
    if (arguments.isEmpty()) {
      throw scanner.fail("coalesce", start, " needs 1 or more arguments, has none");
    }
    return new Terms.Coalesce(arguments);
  }

  private Term function(Function function, List<Term> arguments, int start) {
    int given = arguments.size();
    if (given < function.least() || given > function.most()) {
      throw scanner.fail(function.name(), start, " needs " + function.arity() + ", has " + given);
    }
    String objection = function.check().objection(arguments);
    if (objection != null) {
      throw scanner.fail(function.name(), start, ": " + objection);
    }
    return new Terms.Call(function, arguments);
  }
}
