package io.bayou.model;

import static java.util.Objects.requireNonNull;

import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The versions of a model, and which of them is active. A deleted model has no version. Its
 * definition stays, so that a later model of the same name continues the version numbers.
 *
 * @param activeVersion number of the version whose predictions are published; one of the versions,
 *     or 0 if the model was deleted
 * @param versions every version that is kept, oldest first
 * @param lastVersion the highest number that was ever given to a version, so that none is used
 *     twice
 * @param revision grows with every change: of two definitions the one with the larger revision is
 *     the later one
 */
public record ModelDefinition(
    String name, int activeVersion, List<Version> versions, int lastVersion, long revision) {
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
    boolean deleted = versions.isEmpty() && activeVersion == 0;
    if (!deleted && find(versions, activeVersion).isEmpty()) {
      throw new IllegalArgumentException(
          "the active version " + activeVersion + " is not one of the model's versions");
    }
    lastVersion = Math.max(last, lastVersion);
  }

  /** A model with one version, which answers from the first event on. */
  public static ModelDefinition first(String name, ModelSpec spec, long createdAt) {
    return deletedAt(name, createdAt).again(spec, createdAt);
  }

  /**
   * The definition of a deleted model of which nothing else is known.
   *
   * @param time when, in milliseconds since 1970; revisions begin with the time of creation, so
   *     that this one is later than those of the model that was deleted
   */
  public static ModelDefinition deletedAt(String name, long time) {
    return new ModelDefinition(name, 0, List.of(), 0, time);
  }

  /** Whether the model was deleted. */
  public boolean isDeleted() {
    return versions.isEmpty();
  }

  /** The same without any version. */
  public ModelDefinition deleted() {
    return changed(0, List.of());
  }

  /** A new model of the same name: its first version has a number that was not used before. */
  public ModelDefinition again(ModelSpec spec, long now) {
    int number = lastVersion + 1;
    return changed(number, List.of(Version.of(number, spec, State.ACTIVE, now)));
  }

  /** Whether this one was made after another one of the same model. */
  public boolean isLaterThan(ModelDefinition other) {
    return revision > other.revision;
  }

  private ModelDefinition changed(int active, List<Version> changedVersions) {
    return new ModelDefinition(name, active, changedVersions, lastVersion, revision + 1);
  }

  /** The version that answers. */
  public Version active() {
    return find(versions, activeVersion).orElseThrow();
  }

  public Optional<Version> version(int number) {
    return find(versions, number);
  }

  /**
   * A version that must be there.
   *
   * @param failure creates the exception from the message
   */
  public <X extends RuntimeException> Version version(int number, Function<String, X> failure) {
    return version(number)
        .orElseThrow(
            () ->
                failure.apply(
                    String.format(
                        Locale.ROOT,
                        "there is no version %d of model '%s'; there are %s",
                        number,
                        name,
                        versions.stream().map(Version::number).toList())));
  }

  /** The version that is being trained; there is one at most. */
  public Optional<Version> training() {
    return versions.stream().filter(version -> version.state() == State.TRAINING).findFirst();
  }

  /** The formerly active version, if it is kept. */
  public Optional<Version> former() {
    return versions.stream()
        .filter(version -> version.state() == State.RETIRED)
        .max(Comparator.comparingLong(Version::changedAt).thenComparingInt(Version::number));
  }

  /** With one more version, which is to be trained. */
  public ModelDefinition train(ModelSpec spec, long now) {
    return with(Version.of(lastVersion + 1, spec, State.TRAINING, now));
  }

  /** With one more version, which is to learn what came since a change. */
  public ModelDefinition trainSince(long cut, long now) {
    Version version = Version.of(lastVersion + 1, active().spec(), State.TRAINING, now);
    return with(version.after(new DriftStart(cut, DriftStart.Step.STARTED)));
  }

  /** With a version replaced, or added if there is none of its number. */
  public ModelDefinition with(Version changed) {
    List<Version> result = new ArrayList<>(versions);
    result.removeIf(version -> version.number() == changed.number());
    result.add(changed);
    result.sort(Comparator.comparingInt(Version::number));
    return changed(activeVersion, result);
  }

  /** The version that was started last because of a drift, if it is kept. */
  public Optional<Version> latestOfDrift() {
    return versions.stream()
        .filter(version -> version.drift().isPresent())
        .max(Comparator.comparingInt(Version::number));
  }

  /**
   * Since when a version can be compared with the active one: both are in their states since then.
   */
  public long comparableSince(Version version) {
    return Math.max(active().changedAt(), version.changedAt());
  }

  /** Without a version other than the active one. */
  public ModelDefinition without(int number) {
    List<Version> result = new ArrayList<>(versions);
    result.removeIf(version -> version.number() == number);
    return changed(activeVersion, result);
  }

  /** With another active version; the former one is kept for a rollback. */
  public ModelDefinition promote(int number, long now) {
    ModelDefinition changed =
        with(active().in(State.RETIRED, now))
            .with(version(number).orElseThrow().in(State.ACTIVE, now));
    return changed.changed(number, changed.versions);
  }

  /**
   * With the formerly active version active again. The one that it replaces becomes ready, not
   * retired: another rollback goes further back, never forward.
   *
   * @throws java.util.NoSuchElementException if none is kept
   */
  public ModelDefinition rollback(long now) {
    ModelDefinition back = promote(former().orElseThrow().number(), now);
    return back.with(back.version(activeVersion).orElseThrow().in(State.READY, now).returned());
  }

  /** Without the versions that retired before some time. */
  public ModelDefinition withoutRetiredBefore(long time) {
    List<Version> kept = new ArrayList<>(versions);
    kept.removeIf(
        version ->
            version.state() == State.RETIRED
                && version.changedAt() < time
                && version.number() != activeVersion);
    return changed(activeVersion, kept);
  }

  private static Optional<Version> find(List<Version> versions, int number) {
    return versions.stream().filter(version -> version.number() == number).findFirst();
  }

  /** The stages of a version. */
  public enum State {
    /** Learns; what came before its start is not replayed yet. */
    TRAINING,
    /** Complete; learns and is scored, but does not answer. */
    READY,
    /** Answers. */
    ACTIVE,
    /** Formerly active; keeps learning for a while, so that a rollback finds it up to date. */
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
   * @param startOffsets by topic-partition, where live learning begins and a replay ends; where
   *     none is given, with the first record that is read
   * @param changedAt since when the version is in its state, in milliseconds since 1970
   * @param drift of a version that was started because of a drift, not by a person
   */
  public record Version(
      int number,
      ModelSpec spec,
      State state,
      long createdAt,
      SortedMap<String, Long> startOffsets,
      long changedAt,
      Optional<DriftStart> drift) {
    public Version {
      requireNonNull(spec, "spec");
      requireNonNull(state, "state");
      requireNonNull(drift, "drift");
      startOffsets = Collections.unmodifiableSortedMap(new TreeMap<>(startOffsets));
    }

    /** A version that a person has started, or an event. */
    public Version(
        int number,
        ModelSpec spec,
        State state,
        long createdAt,
        SortedMap<String, Long> startOffsets,
        long changedAt) {
      this(number, spec, state, createdAt, startOffsets, changedAt, Optional.empty());
    }

    static Version of(int number, ModelSpec spec, State state, long now) {
      return new Version(number, spec, state, now, Collections.emptySortedMap(), now);
    }

    /** The same in another state. */
    public Version in(State next, long now) {
      return new Version(number, spec, next, createdAt, startOffsets, now, drift);
    }

    /** The same with known starts of live learning. */
    public Version startingAt(SortedMap<String, Long> offsets) {
      return new Version(number, spec, state, createdAt, offsets, changedAt, drift);
    }

    /** The same after something was done with a version that a drift has started. */
    public Version after(DriftStart done) {
      return new Version(
          number, spec, state, createdAt, startOffsets, changedAt, Optional.of(done));
    }

    /** The same after it was rolled back: if a drift has started it, that is not tried again. */
    Version returned() {
      return drift.map(start -> after(start.in(DriftStart.Step.RETURNED))).orElse(this);
    }
  }
}
