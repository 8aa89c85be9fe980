package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.model.ModelDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a task knows of the definitions: what the models topic says, or what the task has stored
 * beside its rows, whichever is later.
 */
final class TaskDefinitions {
  /* The models topic alone is not enough: an instance may not have read a definition yet that the
   * former owner of the task has acted on, because it lies behind an open transaction or because
   * the global thread is late. Rows and the definition that they belong to are committed together. */
  private static final Logger log = LoggerFactory.getLogger(TaskDefinitions.class);

  private final SharedModels shared;
  private final ModelStore store;
  private final ModelDefinitionCodec codec = new ModelDefinitionCodec();
  private final Map<String, ModelDefinition> stored = new HashMap<>();
  private final Set<String> setAside = new HashSet<>();
  private boolean needsOtherBuild;

  TaskDefinitions(SharedModels shared, ModelStore store) {
    this.shared = shared;
    this.store = store;
  }

  /** Takes in a definition that was stored before. */
  void restore(String name, byte[] bytes) {
    try {
      stored.put(name, codec.decode(bytes));
    } catch (BadRecordException e) {
      setAside(name, e);
    }
  }

  /** What is stored of a model stays as it is, but cannot be used by this build. */
  void setAside(String name, BadRecordException reason) {
    log.error(
        "what was learned of model '{}' is kept, but cannot be used by this build: {}",
        name,
        reason.getMessage());
    setAside.add(name);
    needsOtherBuild |= reason.reason() != Reason.MALFORMED;
  }

  /** Whether something was set aside that another build can use: it is not damaged. */
  boolean needsOtherBuild() {
    return needsOtherBuild;
  }

  boolean isSetAside(String name) {
    return setAside.contains(name);
  }

  /** Grows with every change of what the models topic says. */
  long changes() {
    return shared.definitions().changes();
  }

  /** The definition that the rows in the store belong to. */
  Optional<ModelDefinition> stored(String name) {
    return Optional.ofNullable(stored.get(name));
  }

  /** The latest definition, be it that of a deleted model; empty: it is not known. */
  Optional<ModelDefinition> latest(String name) {
    ModelDefinition own = stored.get(name);
    Optional<ModelDefinition> told = shared.definitions().latest(name);
    boolean isTold = told.isPresent() && (own == null || !own.isLaterThan(told.get()));
    return isTold ? told : Optional.ofNullable(own);
  }

  /**
   * The latest definition, unless the model was deleted or never created.
   *
   * @throws BadRecordException if there is one that this build cannot read, and no other
   */
  Optional<ModelDefinition> usable(String name) {
    Optional<ModelDefinition> latest = latest(name);
    if (isUnreadable(name, latest)) {
      throw new BadRecordException(Reason.UNSUPPORTED_VERSION, SharedModels.unreadable(name));
    }
    return latest.filter(definition -> !definition.isDeleted());
  }

  private boolean isUnreadable(String name, Optional<ModelDefinition> latest) {
    return setAside.contains(name)
        || (shared.definitions().isUnreadable(name)
            && latest.filter(definition -> !definition.isDeleted()).isEmpty());
  }

  /** The names of all models. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(shared.names());
    stored.forEach((name, definition) -> names.add(name));
    return names;
  }

  /** The latest definitions of all models that this build can use. */
  List<ModelDefinition> all() {
    return names().stream()
        .filter(name -> !isSetAside(name))
        .flatMap(name -> latest(name).stream())
        .toList();
  }

  /** Stores a definition that the task acts on. */
  void keep(ModelDefinition definition) {
    ModelDefinition former = stored.put(definition.name(), definition);
    if (!definition.equals(former)) {
      store.putDefinition(definition.name(), codec.encode(definition));
    }
  }

  /** Nothing is stored of the model any more. */
  void forget(String name) {
    if (stored.remove(name) != null) {
      store.deleteDefinition(name);
      store.deleteReview(name);
    }
  }
}
