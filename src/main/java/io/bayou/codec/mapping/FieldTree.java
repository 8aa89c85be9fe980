package io.bayou.codec.mapping;

import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The wanted fields of a record, as a tree of names. A reader walks down the record and the tree
 * together, fills the slots it meets and skips what the tree does not have.
 *
 * <p>A tree that captures wants every leaf: it grows with the fields that it meets.
 * Single-threaded.
 */
public final class FieldTree {
  /** Takes the leaves that nobody has asked for by name. */
  public interface Capture {
    /**
     * The slot of a new leaf, or -1 if nobody wants it.
     *
     * @param path names with dots between them, from where the capture begins
     */
    int slotOf(String path);

    /** Whether it also wants lists that hold something else than strings; they have no value. */
    default boolean takesLists() {
      return false;
    }
  }

  private final String path;
  private final int[] size; // of the whole tree
  private final Map<String, FieldTree> fields = new HashMap<>();
  private final List<FieldTree> items = new ArrayList<>();
  private JsonNames names;
  private Capture capture;
  private int base; // where the path begins for the one who captures
  private int slot = -1;
  private boolean named;
  private boolean captured;
  private boolean wantsText;

  public FieldTree() {
    this("", new int[1]);
  }

  private FieldTree(String path, int[] size) {
    this.path = path;
    this.size = size;
    size[0]++;
  }

  /** How many nodes the whole tree has. */
  public int size() {
    return size[0];
  }

  /** Wants every leaf below a field, too; or of the whole record, if the field is empty. */
  public void capture(List<String> place, Capture taker) {
    FieldTree node = this;
    for (String name : place) {
      node.names = null;
      node = node.open(name);
    }
    node.capture(taker, node.path.isEmpty() ? 0 : node.path.length() + 1);
  }

  private void capture(Capture taker, int from) {
    capture = taker;
    base = from;
    names = null;
    fields.values().forEach(field -> field.capture(taker, from));
  }

  /**
   * Wants the value at a path.
   *
   * @param text whether the digits of a number are wanted as they are written
   */
  public void want(FieldPath wanted, int slotOfValue, boolean text) {
    FieldTree node = this;
    for (Step step : wanted.steps()) {
      node.names = null; // they may say of this field that it is not wanted
      node = step.isItem() ? node.openItem(step.index()) : node.open(step.name());
    }
    node.slot = slotOfValue;
    node.named = true;
    node.wantsText |= text;
  }

  private FieldTree open(String name) {
    return fields.computeIfAbsent(
        name, n -> new FieldTree(path.isEmpty() ? n : path + "." + n, size));
  }

  private FieldTree openItem(int index) {
    while (items.size() <= index) {
      items.add(null);
    }
    if (items.get(index) == null) {
      items.set(index, new FieldTree(path + "[" + index + "]", size));
    }
    return items.get(index);
  }

  /** The slot of the value here, which is a leaf; -1 if it is not wanted. */
  public int slot() {
    if (slot < 0 && capture != null && !captured) {
      captured = true;
      if (path.length() > base || base == 0) { // the place where it begins is no leaf
        slot = capture.slotOf(path.substring(base));
      }
    }
    return slot;
  }

  /** Whether the digits of a number are wanted as they are written. */
  public boolean wantsText() {
    return wantsText;
  }

  /** Whether the value here was asked for by name, or whoever captures wants to know of it. */
  public boolean isNamed() {
    return named || (capture != null && capture.takesLists());
  }

  /** Whether nothing is wanted here or below. */
  public boolean isEmpty() {
    return slot < 0 && capture == null && fields.isEmpty() && items.isEmpty();
  }

  /** Whether something below is wanted. */
  public boolean hasFields() {
    return capture != null || !fields.isEmpty();
  }

  /** Whether a position of the list here is wanted. */
  public boolean hasItems() {
    return !items.isEmpty();
  }

  /** The field of this name; null if nothing of it is wanted. */
  public FieldTree field(String name) {
    FieldTree field = fields.get(name);
    if (field == null && capture != null) {
      field = open(name);
      field.capture = capture;
      field.base = base;
    }
    return field;
  }

  /** The names of the fields here, as they came the last time. */
  JsonNames names() {
    if (names == null) {
      names = new JsonNames();
    }
    return names;
  }

  /** The item at a position of the list here; null if nothing of it is wanted. */
  public FieldTree item(int index) {
    return index < items.size() ? items.get(index) : null;
  }
}
