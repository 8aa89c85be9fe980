package io.bayou.codec.prediction;

import io.bayou.model.Answer;
import io.bayou.model.Posterior;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;

/** The part of an answer that is written: all of it, or as much as fits a message. For reuse. */
final class AnswerPart {
  /** The bytes of a class besides its label: quotes, colon, comma and up to 25 digits. */
  private static final int CLASS_BYTES = 30;

  /** Min bytes of a class besides its label, in any format. */
  private static final int MIN_CLASS_BYTES = 6;

  /** Longer ids are truncated if the rest does not fit otherwise. */
  private static final int ID_LENGTH = 1_000;

  private Answer answer;
  private BitSet kept; // null: all classes
  private double otherProbability;
  private boolean explained;
  private boolean shortened;

  void begin(Answer whole) {
    answer = whole;
    kept = null;
    otherProbability = 0.0;
    explained = true;
    shortened = false;
  }

  Answer answer() {
    return answer;
  }

  String id() {
    String id = answer.id();
    if (!shortened || id.length() <= ID_LENGTH) {
      return id;
    }
    boolean pair = Character.isHighSurrogate(id.charAt(ID_LENGTH - 1));
    return id.substring(0, pair ? ID_LENGTH - 1 : ID_LENGTH);
  }

  SortedMap<String, Long> learnedTo() {
    return shortened ? Collections.emptySortedMap() : answer.learnedTo();
  }

  boolean isExplained() {
    return explained && answer.explanation() != null;
  }

  /** How many classes are written. */
  int classes() {
    return kept == null ? answer.posterior().size() : kept.cardinality();
  }

  boolean isKept(int c) {
    return kept == null || kept.get(c);
  }

  boolean hasAllClasses() {
    return kept == null;
  }

  /** Whether the prediction set is written. */
  boolean hasSet() {
    return hasAllClasses() && answer.posterior().hasSet();
  }

  /** Whether the posterior before calibration is written. */
  boolean hasRaw() {
    return hasAllClasses() && answer.isRaw();
  }

  /** Probability of all classes that are not written. */
  double otherProbability() {
    return otherProbability;
  }

  /** A quick lower bound: whether all classes could fit into this many bytes. */
  boolean mayFit(int bytes) {
    Posterior posterior = answer.posterior();
    long min = 0;
    for (int c = 0; c < posterior.size() && min <= bytes; c++) {
      min += posterior.label(c).length() + MIN_CLASS_BYTES;
    }
    return min <= bytes;
  }

  void leaveOutExplanation() {
    explained = false;
  }

  void leaveOutClasses() {
    kept = new BitSet();
    otherProbability = 1.0;
  }

  /** Truncates the id and omits the offsets. */
  void shorten() {
    shortened = true;
  }

  /** Keeps the best class, then the most probable others that fit into this many bytes. */
  void keepMostProbable(int bytes) {
    Posterior posterior = answer.posterior();
    Integer[] order = new Integer[posterior.size()];
    Arrays.setAll(order, c -> c);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingInt(c -> c == posterior.best() ? 0 : 1)
            .thenComparingDouble(c -> -posterior.probability(c)));
    kept = new BitSet();
    otherProbability = 0.0;
    long size = 0;
    for (int c : order) {
      size += CLASS_BYTES + maxBytes(posterior.label(c));
      if (size <= bytes) {
        kept.set(c);
      } else {
        otherProbability += posterior.probability(c);
      }
    }
  }

  /* Max size of a label in any format: JSON escapes a control character with six bytes. */
  private static int maxBytes(String label) {
    int bytes = 0;
    for (int i = 0; i < label.length(); i++) {
      char c = label.charAt(i);
      if (c < ' ') {
        bytes += 6;
      } else if (c == '"' || c == '\\' || (c >= 0x80 && c < 0x800)) {
        bytes += 2;
      } else {
        bytes += c < 0x80 ? 1 : 3;
      }
    }
    return bytes;
  }
}
