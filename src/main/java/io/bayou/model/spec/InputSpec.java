package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a model reads the records of topics that do not hold Bayou's own events. Sources are paths
 * into the record, {@code key}, {@code header:NAME}, or expressions over them.
 *
 * @param topics whose records are read
 * @param format how their bytes are read
 * @param id the name of the event; absent: the key of the record
 * @param key whose model of its own is meant; set by the spec that has a {@link ScopeSpec}
 * @param time the event time; absent: the timestamp of the record
 * @param label the true class; where there is none, the record is to be predicted
 * @param weight how many equal examples the record stands for; absent: one
 * @param where which records are read; absent: all
 * @param features sources by name; empty: every leaf of the record, by its path
 * @param drop paths that are never read; {@code *} stands for one name
 */
public record InputSpec(
    List<String> topics,
    RecordFormat format,
    Optional<String> id,
    Optional<String> key,
    Optional<String> time,
    Optional<LabelSource> label,
    Optional<String> weight,
    Optional<String> where,
    SortedMap<String, String> features,
    List<String> drop) {
  public InputSpec {
    topics = List.copyOf(topics);
    requireNonNull(format, "format");
    requireNonNull(id, "id");
    requireNonNull(key, "key");
    requireNonNull(time, "time");
    requireNonNull(label, "label");
    requireNonNull(weight, "weight");
    requireNonNull(where, "where");
    features = Collections.unmodifiableSortedMap(new TreeMap<>(features));
    drop = List.copyOf(drop);
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("input needs at least one topic");
    }
  }

  /** Of a model without a scope. */
  public InputSpec(
      List<String> topics,
      RecordFormat format,
      Optional<String> id,
      Optional<String> time,
      Optional<LabelSource> label,
      Optional<String> weight,
      Optional<String> where,
      SortedMap<String, String> features,
      List<String> drop) {
    this(topics, format, id, Optional.empty(), time, label, weight, where, features, drop);
  }

  /** The same with another source of the key, or none. */
  InputSpec withKey(Optional<String> other) {
    return new InputSpec(topics, format, id, other, time, label, weight, where, features, drop);
  }

  /** Every leaf of the records of a topic. */
  public static InputSpec of(String topic) {
    return new InputSpec(
        List.of(topic),
        RecordFormat.AUTO,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Collections.emptySortedMap(),
        List.of());
  }

  /** The same with sources of id and time, where it has none of its own. */
  public InputSpec withDefaults(String otherId, String otherTime) {
    return new InputSpec(
        topics,
        format,
        id.or(() -> Optional.of(otherId)),
        key,
        time.or(() -> Optional.of(otherTime)),
        label,
        weight,
        where,
        features,
        drop);
  }

  /** The same for records in another format. */
  public InputSpec withFormat(RecordFormat other) {
    return new InputSpec(topics, other, id, key, time, label, weight, where, features, drop);
  }

  /** The same for records as JSON, whatever the encoding of the topics. */
  public InputSpec asJson() {
    return withFormat(
        new RecordFormat(
            RecordFormat.Encoding.JSON, format.envelope(), Optional.empty(), Optional.empty()));
  }

  /** Whether every leaf of a record is a feature. */
  public boolean readsAll() {
    return features.isEmpty();
  }
}
