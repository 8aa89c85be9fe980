package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.ModelDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The models that a task holds, brought in line with their definitions when those change. */
final class TaskModels {
  /** A model's live versions. */
  static final class Group {
    final LiveModel active;
    final List<LiveModel> versions;

    /** Number of the latest version that is complete: all are compared since it is. */
    final int newest;

    private Group(LiveModel active, List<LiveModel> versions, int newest) {
      this.newest = newest;
      this.active = active;
      this.versions = List.copyOf(versions);
    }
  }

  private final StreamOptions options;
  private final SharedModels shared;
  private final LongSupplier clock;
  private final Map<String, LiveModel> live = new TreeMap<>();
  private final Map<String, Group> groups = new HashMap<>();
  private final Map<String, ModelDefinition> provisional = new HashMap<>();
  private long revision = -1;

  TaskModels(StreamOptions options, SharedModels shared, LongSupplier clock) {
    this.options = options;
    this.shared = shared;
    this.clock = clock;
  }

  /** Every version of every model that is held. */
  Collection<LiveModel> all() {
    return live.values();
  }

  /**
   * The model of this name, or the default one.
   *
   * @param created told of a definition that the event brought about
   * @throws BadRecordException if there is no such model and the event may not create it
   */
  Group of(String name, Consumer<ModelDefinition> created) {
    followDefinitions();
    String model = name == null ? options.models().defaultModel() : name;
    Group group = groups.get(model);
    if (group == null) {
      group = group(definition(model, created));
      groups.put(model, group);
    }
    return group;
  }

  private void followDefinitions() {
    if (revision != shared.definitionRevision()) {
      groups.clear();
      revision = shared.definitionRevision();
    }
  }

  private ModelDefinition definition(String model, Consumer<ModelDefinition> created) {
    Optional<ModelDefinition> known = shared.definition(model);
    if (known.isPresent()) {
      provisional.remove(model);
      return known.get();
    }
    ModelDefinition own = provisional.get(model);
    if (own == null) {
      checkMayCreate(model);
      own = ModelDefinition.first(model, options.defaultSpec(), 0L);
      provisional.put(model, own);
      created.accept(own);
    }
    return own;
  }

  private void checkMayCreate(String model) {
    boolean isDefault = model.equals(options.models().defaultModel());
    if (!isDefault || !options.models().autoCreate()) {
      throw new BadRecordException(Reason.UNKNOWN_MODEL, shared.unknown(model));
    }
    if (shared.names().size() + provisional.size() >= options.models().maxModels()) {
      throw new BadRecordException(
          Reason.TOO_LARGE, "there are " + options.models().maxModels() + " models already");
    }
  }

  private Group group(ModelDefinition definition) {
    List<LiveModel> versions = new ArrayList<>();
    LiveModel active = null;
    int newest = 0;
    for (ModelDefinition.Version version : definition.versions()) {
      if (isKept(version)) {
        LiveModel model = open(definition.name(), version);
        versions.add(model);
        boolean complete = version.state() != ModelDefinition.State.TRAINING;
        newest = complete ? version.number() : newest;
        active = version.number() == definition.activeVersion() ? model : active;
      }
    }
    return new Group(active, versions, newest);
  }

  /* A version that has retired is kept for a time, in case of a return to it. */
  private boolean isKept(ModelDefinition.Version version) {
    return version.state() != ModelDefinition.State.RETIRED
        || clock.getAsLong() - version.changedAt() <= options.models().retiredRetentionMillis();
  }

  private LiveModel open(String name, ModelDefinition.Version version) {
    LiveModel model =
        live.computeIfAbsent(
            RowKeys.modelVersion(name, version.number()),
            key -> new LiveModel(name, version.number(), version.spec()));
    model.setStartOffsets(version.startOffsets());
    return model;
  }

  /** The versions in training: from now on, every event is learned by them. */
  List<LiveModel> training() {
    followDefinitions();
    List<LiveModel> models = new ArrayList<>();
    for (String name : shared.names()) {
      shared
          .definition(name)
          .flatMap(ModelDefinition::training)
          .ifPresent(version -> models.add(open(name, version)));
    }
    return models;
  }

  /** A model version of which rows were stored, if it is still defined. */
  Optional<LiveModel> restored(RowKeys key) {
    return shared
        .definition(key.model())
        .flatMap(definition -> definition.version(key.version()))
        .filter(this::isKept)
        .map(version -> open(key.model(), version));
  }

  /** Lets go of what is no longer defined or kept, and says what that was. */
  List<LiveModel> removeUndefined() {
    List<LiveModel> gone = new ArrayList<>();
    for (LiveModel model : live.values()) {
      boolean defined =
          provisional.containsKey(model.name())
              || shared
                  .definition(model.name())
                  .flatMap(d -> d.version(model.version()))
                  .filter(this::isKept)
                  .isPresent();
      if (!defined) {
        gone.add(model);
      }
    }
    for (LiveModel model : gone) {
      live.remove(RowKeys.modelVersion(model.name(), model.version()));
      groups.remove(model.name());
    }
    return gone;
  }
}
