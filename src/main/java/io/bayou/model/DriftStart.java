package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * Why a version was started without a person, and what was done with it since.
 *
 * @param cut event time of the change: the version learns what came since, in milliseconds
 * @param step the latest thing that was done without a person, or that ends what may be
 */
public record DriftStart(long cut, Step step) {
  public DriftStart {
    requireNonNull(step, "step");
  }

  /** The same after another step. */
  public DriftStart in(Step next) {
    return new DriftStart(cut, next);
  }

  /** What is done with a version without a person; each at most once. */
  public enum Step {
    /** It was registered. */
    STARTED,
    /** It was better, and has become the active version. */
    PROMOTED,
    /** It was rolled back, perhaps by a person; its predecessor is active again. */
    RETURNED;

    /** The name used in topics and reports: lower case. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
