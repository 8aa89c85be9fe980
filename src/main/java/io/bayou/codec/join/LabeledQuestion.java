package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

/**
 * A question that has its label: an example as it was last written. It waits for another label,
 * which would be a correction.
 *
 * @param time event time of the question
 */
public record LabeledQuestion(String label, long time, Asked asked) implements Waiting {
  public LabeledQuestion {
    requireNonNull(label, "label");
    requireNonNull(asked, "asked");
  }
}
