package io.bayou.demo;

import java.util.List;

/**
 * One step of the tour: a command that could be typed, and what it shows.
 *
 * @param title a word or two
 * @param before what the command is for
 * @param words the command after {@code bin/bayou}
 * @param lines how many lines of its output are shown
 * @param after what was seen
 */
record TourStep(String title, String before, List<String> words, int lines, String after) {
  private static final String PLAIN_WORD = "[A-Za-z0-9_./:@=,+-]+";

  TourStep {
    words = List.copyOf(words);
  }

  /** The command line as a shell takes it. */
  String typed() {
    StringBuilder line = new StringBuilder("bin/bayou");
    for (String word : words) {
      line.append(' ').append(word.matches(PLAIN_WORD) ? word : "'" + word + "'");
    }
    return lines == Integer.MAX_VALUE ? line.toString() : line + " | head -n " + lines;
  }
}
