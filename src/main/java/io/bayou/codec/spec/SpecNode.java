package io.bayou.codec.spec;

import io.bayou.model.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** A scalar, list or map in the text of a spec, with its position. */
final class SpecNode {
  /**
   * The position of a value.
   *
   * @param line of its key, or of the value itself if it has none
   * @param path its keys from the top, joined by dots; empty at the top
   */
  record Place(String source, int line, String path) {
    Place key(int keyLine, String key) {
      String shown = key.isEmpty() ? "\"\"" : key;
      return new Place(source, keyLine, path.isEmpty() ? shown : path + "." + shown);
    }

    Place item(int itemLine, int index) {
      return new Place(source, itemLine, path + "[" + index + "]");
    }
  }

  private sealed interface Value {}

  private record Scalar(String text, boolean quoted) implements Value {}

  private record Items(List<SpecNode> nodes) implements Value {}

  private record Entries(Map<String, SpecNode> nodes) implements Value {}

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");

  private final Place place;
  private final Value value;

  private SpecNode(Place place, Value value) {
    this.place = place;
    this.value = value;
  }

  static SpecNode scalar(Place place, String text, boolean quoted) {
    return new SpecNode(place, new Scalar(text, quoted));
  }

  static SpecNode list(Place place, List<SpecNode> items) {
    return new SpecNode(place, new Items(items));
  }

  static SpecNode map(Place place, Map<String, SpecNode> entries) {
    return new SpecNode(place, new Entries(entries));
  }

  int line() {
    return place.line();
  }

  String path() {
    return place.path();
  }

  boolean isNull() {
    return value instanceof Scalar s && !s.quoted() && NULL.matcher(s.text()).matches();
  }

  boolean isList() {
    return value instanceof Items;
  }

  boolean isMap() {
    return value instanceof Entries;
  }

  boolean isNumber() {
    return value instanceof Scalar s && !s.quoted() && NUMBER.matcher(s.text()).matches();
  }

  /** This map; or, for a short form, a map with this value under the key. */
  SpecNode orMapOf(String key) {
    return isMap() ? this : map(place, Map.of(key, this));
  }

  /** A map with other entries at the same position. */
  SpecNode withEntries(Map<String, SpecNode> others) {
    return map(place, others);
  }

  /** A scalar at the same position: part of a word such as the 1 in {@code dirichlet(1)}. */
  SpecNode part(String text) {
    return scalar(place, text, false);
  }

  /** The entries of a map, in the order of the text. */
  Map<String, SpecNode> map() {
    if (value instanceof Entries entries) {
      return entries.nodes();
    }
    throw mustBe("a map");
  }

  List<SpecNode> list() {
    if (value instanceof Items items) {
      return items.nodes();
    }
    throw mustBe("a list");
  }

  /** A scalar as it was written: a word, a number or a boolean. */
  String text() {
    if (value instanceof Scalar s && !isNull()) {
      return s.text();
    }
    throw mustBe("a word");
  }

  double number() {
    if (!isNumber()) {
      throw mustBe("a number");
    }
    double number = Double.parseDouble(text()) + 0.0; // -0 is 0
    if (!Double.isFinite(number)) {
      throw mustBe("a finite number");
    }
    return number;
  }

  double positive() {
    return number(number -> number > 0.0, "> 0");
  }

  double notNegative() {
    return number(number -> number >= 0.0, ">= 0");
  }

  double fraction() {
    return number(number -> number >= 0.0 && number <= 1.0, "between 0 and 1");
  }

  private double number(DoublePredicate valid, String what) {
    double number = number();
    if (!valid.test(number)) {
      throw mustBe(what);
    }
    return number;
  }

  /** A map from names to numbers. */
  SortedMap<String, Double> numbers(ToDoubleFunction<SpecNode> check) {
    SortedMap<String, Double> numbers = new TreeMap<>();
    map().forEach((name, number) -> numbers.put(name, check.applyAsDouble(number)));
    return numbers;
  }

  /** A whole number of at least 1. */
  int count() {
    return (int)
        number(
            number -> number == Math.rint(number) && number >= 1 && number <= Integer.MAX_VALUE,
            "a whole number of at least 1");
  }

  boolean bool() {
    return choice(List.of(true, false), String::valueOf);
  }

  /** The choice whose name was written. */
  <T> T choice(List<T> choices, Function<T, String> name) {
    String word = text();
    for (T choice : choices) {
      if (name.apply(choice).equals(word)) {
        return choice;
      }
    }
    List<String> names = choices.stream().map(name).toList();
    throw fail(path() + " must be " + anyOf(names) + ", was '" + word + "'" + hint(word, names));
  }

  /** As {@link #choice(List, Function)}, of the constants of an enum. */
  <E extends Enum<E>> E choice(Class<E> type) {
    return choice(List.of(type.getEnumConstants()), SpecNode::name);
  }

  /** The name of a constant in specs: lower case with hyphens. */
  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Calls a constructor that checks its arguments, and adds the position to its message. */
  <T> T build(Supplier<T> constructor) {
    try {
      return constructor.get();
    } catch (IllegalArgumentException e) {
      boolean named = path().isEmpty() || e.getMessage().startsWith(path());
      throw fail(named ? e.getMessage() : path() + ": " + e.getMessage());
    }
  }

  SpecException mustBe(String what) {
    String subject = path().isEmpty() ? "a spec" : path();
    return fail(subject + " must be " + what + ", was " + describe());
  }

  SpecException fail(String message) {
    return new SpecException(place.source(), place.line(), message);
  }

  static String anyOf(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /** The end of a message that suggests the nearest name; empty if none is similar. */
  static String hint(String word, Collection<String> known) {
    return Nearest.to(word, known).map(name -> " (did you mean '" + name + "'?)").orElse("");
  }

  /** As {@link #hint(String, Collection)}, with another ending if no name is similar. */
  static String hint(String word, Collection<String> known, String otherwise) {
    String hint = hint(word, known);
    return hint.isEmpty() ? "; " + otherwise : hint;
  }

  private String describe() {
    if (value instanceof Scalar s) {
      return isNull() ? "nothing" : isNumber() ? s.text() : "'" + s.text() + "'";
    }
    return value instanceof Items ? "a list" : "a map";
  }
}
