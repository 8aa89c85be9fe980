package io.bayou.codec.mapping;

import io.bayou.codec.expression.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random JSON as people write it, and as they should not. */
final class RandomJson {
  private static final List<String> NAMES = List.of("a", "b", "amount", "größe", "x y", "", "e\\n");
  private static final List<String> WORDS =
      List.of(
          "\"\"", "\"web\"", "\"größer\"", "\"a\\nb\"", "\"\\u00e9\\\"\"", "true", "false", "null");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-0.0",
          "7",
          "-12.50",
          "1e3",
          "1E-3",
          "0.1",
          "1e22",
          "1e23",
          "123456789012345",
          "12345678901234567890",
          "0.30000000000000004",
          "1e400",
          "5e-324",
          "0.000001",
          "-1.5e+2");
  private static final List<String> SPACES = List.of("", "", "", " ", "\n\t", "\r ");

  private final RandomGenerator random;
  private final List<FieldPath> paths = new ArrayList<>();

  RandomJson(RandomGenerator random) {
    this.random = random;
  }

  /** An object with others in it. */
  String object(int depth) {
    return object("", depth);
  }

  /** The paths of everything in what was written. */
  List<FieldPath> paths() {
    return paths;
  }

  private String object(String path, int depth) {
    List<String> fields = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      String name = pick(NAMES);
      String inner = path + (path.isEmpty() ? "" : ".") + name;
      note(inner);
      fields.add(space() + '"' + name + '"' + space() + ':' + space() + value(inner, depth));
    }
    return "{" + String.join(space() + ",", fields) + space() + "}";
  }

  private String list(String path, int depth) {
    List<String> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String inner = path + "[" + items.size() + "]";
      note(inner);
      items.add(space() + (random.nextBoolean() ? pick(WORDS) : value(inner, depth)));
    }
    return "[" + String.join(space() + ",", items) + space() + "]";
  }

  private void note(String path) {
    FieldPath.parse(path).ifPresent(paths::add);
  }

  private String value(String path, int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0, 1 -> pick(NUMBERS);
      case 2 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(-30, 30)));
      case 3 -> pick(WORDS);
      case 4 -> object(path, depth - 1);
      default -> list(path, depth - 1);
    };
  }

  private String space() {
    return pick(SPACES);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
