package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a model is: its versions, and which of them answers.
 *
 * @param activeVersion number of the version whose predictions are published; one of the versions
 * @param versions every version that is kept, at least one, oldest first
 */
public record ModelDefinition(String name, int activeVersion, List<Version> versions) {
  public ModelDefinition {
    versions = List.copyOf(versions);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a model must have a name");
    }
    int last = 0;
    for (Version version : versions) {
      if (version.number() <= last) {
        throw new IllegalArgumentException(
            "versions must rise from 1, but " + version.number() + " follows " + last);
      }
      last = version.number();
    }
    if (find(versions, activeVersion).isEmpty()) {
      throw new IllegalArgumentException(
          "the active version " + activeVersion + " is not one of the model's versions");
    }
  }

  /** A model with one version, which answers from the first event on. */
  public static ModelDefinition first(String name, ModelSpec spec, long createdAt) {
    Version version = new Version(1, spec, State.ACTIVE, createdAt, Collections.emptySortedMap());
    return new ModelDefinition(name, 1, List.of(version));
  }

  /** The version that answers. */
  public Version active() {
    return find(versions, activeVersion).orElseThrow();
  }

  public Optional<Version> version(int number) {
    return find(versions, number);
  }

  private static Optional<Version> find(List<Version> versions, int number) {
    return versions.stream().filter(version -> version.number() == number).findFirst();
  }

  /** How far a version has come. */
  public enum State {
    /** Learns; what came before its start is not replayed yet. */
    TRAINING,
    /** Complete; learns and is scored, but does not answer. */
    READY,
    /** Answers. */
    ACTIVE,
    /** Kept, but learns no more. */
    RETIRED;

    /** The name used in topics and on the command line: lower case. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One way to learn the model.
   *
   * @param number counts from 1; never used twice
   * @param createdAt when the version was registered, in milliseconds since 1970
   * @param startOffsets by topic-partition, where live learning begins; empty: from the first
   *     record read
   */
  public record Version(
      int number,
      ModelSpec spec,
      State state,
      long createdAt,
      SortedMap<String, Long> startOffsets) {
    public Version {
      requireNonNull(spec, "spec");
      requireNonNull(state, "state");
      startOffsets = Collections.unmodifiableSortedMap(new TreeMap<>(startOffsets));
    }
  }
}
