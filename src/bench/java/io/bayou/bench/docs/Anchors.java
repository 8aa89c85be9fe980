package io.bayou.bench.docs;

import java.util.Locale;
import java.util.Set;

/** The anchors of headings, as GitHub makes them, so that links work there and in the site. */
final class Anchors {
  private Anchors() {}

  /** The anchor of a title; later ones of the same title get a number. Adds it to the others. */
  static String unused(String title, Set<String> others) {
    String anchor = of(title);
    String unused = anchor;
    for (int i = 1; !others.add(unused); i++) {
      unused = anchor + "-" + i;
    }
    return unused;
  }

  private static String of(String title) {
    StringBuilder anchor = new StringBuilder();
    title
        .toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(c -> Character.isLetterOrDigit(c) || c == ' ' || c == '-' || c == '_')
        .forEach(c -> anchor.appendCodePoint(c == ' ' ? '-' : c));
    return anchor.toString();
  }
}
