package io.bayou.codec.mapping;

import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.RecordValues.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Some paths of records, and what a reader found there. */
public final class Wanted {
  private final List<FieldPath> paths = new ArrayList<>();
  private final RecordValues values = new RecordValues();
  private final FieldTree tree = new FieldTree();

  public Wanted(List<FieldPath> wanted, boolean text) {
    for (FieldPath path : wanted) {
      paths.add(path);
      tree.want(path, values.addSlot(), text);
    }
  }

  public static Wanted of(String... paths) {
    List<FieldPath> parsed = new ArrayList<>();
    for (String path : paths) {
      parsed.add(FieldPath.parse(path).orElseThrow());
    }
    return new Wanted(parsed, true);
  }

  public FieldTree tree() {
    return tree;
  }

  public RecordValues values() {
    return values;
  }

  /** What a record holds, by path: numbers, texts, booleans, lists of strings, kinds of others. */
  public Map<String, Object> read(RecordReader reader, byte[] bytes, int from) {
    values.clear();
    reader.read(bytes, from, tree, values);
    return found();
  }

  public Map<String, Object> found() {
    Map<String, Object> found = new TreeMap<>();
    for (int slot = 0; slot < paths.size(); slot++) {
      if (values.kind(slot) != Kind.ABSENT) {
        found.put(paths.get(slot).toString(), value(slot));
      }
    }
    return found;
  }

  private Object value(int slot) {
    return switch (values.kind(slot)) {
      case NUMBER -> values.number(slot);
      case BOOLEAN -> values.number(slot) != 0.0;
      case TEXT -> values.text(slot);
      case TOKENS -> values.tokens(slot);
      default -> values.kind(slot);
    };
  }
}
