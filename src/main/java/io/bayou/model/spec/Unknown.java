package io.bayou.model.spec;

/** What a value outside the known ones means. */
public enum Unknown {
  /** One extra cell beside the K known values: n_c + alpha (K + 1). */
  RESERVE,
  /** Textbook denominators n_c + alpha K; an unknown value is left out of the posterior. */
  NONE
}
