package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An answer as it was served.
 *
 * @param version of the model that answered
 * @param label that was answered; empty if the version knew none
 * @param posterior probability of each class; empty if it was not kept, or the version knew none
 */
public record Served(int version, Optional<String> label, SortedMap<String, Double> posterior) {
  public Served {
    requireNonNull(label, "label");
    posterior = Collections.unmodifiableSortedMap(new TreeMap<>(posterior));
  }
}
