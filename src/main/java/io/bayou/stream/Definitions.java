package io.bayou.stream;

import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.health.VersionLog;
import io.bayou.stream.join.LabeledModels;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the models topic says of every model. A model that was deleted, one that was never heard of
 * and one whose definition this build cannot read are three different things: only the first is
 * evidence that what was learned may go. One thread takes definitions in; all may read, without
 * waiting for one another.
 */
final class Definitions implements LabeledModels {
  private final Map<String, ModelDefinition> latest = new ConcurrentHashMap<>();
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();
  private volatile long changes;

  @Override
  public long changes() {
    return changes;
  }

  synchronized void define(ModelDefinition definition) {
    VersionLog.tell(latest.put(definition.name(), definition), definition);
    unreadable.remove(definition.name());
    changes++;
  }

  /**
   * A tombstone was read under the name: Bayou itself writes none, but people may.
   *
   * @param time when it was written, in milliseconds
   */
  synchronized void delete(String name, long time) {
    ModelDefinition former = latest.get(name);
    define(former == null ? ModelDefinition.deletedAt(name, time) : former.deleted());
  }

  /** What was read under the name makes no sense to this build; what was read before stays. */
  synchronized void cannotRead(String name) {
    unreadable.add(name);
    changes++;
  }

  boolean isUnreadable(String name) {
    return unreadable.contains(name);
  }

  /** The latest definition that could be read, be it that of a deleted model. */
  Optional<ModelDefinition> latest(String name) {
    return Optional.ofNullable(latest.get(name));
  }

  /** The definitions of all models that were not deleted. */
  List<ModelDefinition> all() {
    return latest.values().stream().filter(definition -> !definition.isDeleted()).toList();
  }

  /** The names of all models that were not deleted. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    for (ModelDefinition definition : latest.values()) {
      if (!definition.isDeleted()) {
        names.add(definition.name());
      }
    }
    return Collections.unmodifiableSortedSet(names);
  }

  @Override
  public SortedMap<String, ModelSpec> specs() {
    SortedMap<String, ModelSpec> specs = new TreeMap<>();
    for (ModelDefinition definition : latest.values()) {
      if (!definition.isDeleted() && definition.active().spec().labels().isPresent()) {
        specs.put(definition.name(), definition.active().spec());
      }
    }
    return specs;
  }

  @Override
  public boolean isGone(String model) {
    return latest(model)
        .filter(
            definition -> definition.isDeleted() || definition.active().spec().labels().isEmpty())
        .isPresent();
  }
}
