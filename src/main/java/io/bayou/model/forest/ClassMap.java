package io.bayou.model.forest;

/** From the numbers of classes to others; negative for a class that has none. */
@FunctionalInterface
interface ClassMap {
  ClassMap SAME = c -> c;

  int of(int c);

  /** Where a class is opened, the later ones move up. */
  static ClassMap opened(int at) {
    return c -> c < at ? c : c + 1;
  }

  /** Where a class is removed, the later ones move down. */
  static ClassMap removed(int at) {
    return c -> c < at ? c : c == at ? -1 : c - 1;
  }
}
