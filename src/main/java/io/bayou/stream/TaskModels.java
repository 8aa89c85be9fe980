package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.stream.health.ModelCounts;
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

    /** The active one first: the others are paired with it. */
    final List<LiveModel> versions;

    /** Number of the latest version that is complete: all are compared since it is. */
    final int newest;

    final ModelCounts counts;

    private double activeLoss = Double.NaN;

    private Group(LiveModel active, List<LiveModel> versions, int newest, ModelCounts counts) {
      this.counts = counts;
      this.newest = newest;
      this.active = active;
      this.versions = List.copyOf(versions);
    }

    /** Begins with another event. */
    void begin() {
      activeLoss = Double.NaN;
    }

    /** Pairs the loss of a version that has answered the event with that of the active one. */
    void pair(LiveModel model, PrequentialScore score) {
      double loss = score.takeLoss();
      if (model == active) {
        activeLoss = loss;
      } else if (model.pairedSince() > 0 && !Double.isNaN(activeLoss - loss)) {
        score.pair(model.pairedSince(), activeLoss - loss);
      }
    }
  }

  private final StreamOptions options;
  private final InstanceServices services;
  private final TaskDefinitions definitions;
  private final LongSupplier clock;
  private final Consumer<LiveModel> gone;
  private final Map<String, LiveModel> live = new TreeMap<>();
  private final Map<String, Group> groups = new HashMap<>();
  private long changes = -1;
  private boolean anyTraining = true; // false: none, until the definitions change
  private boolean anyRetired = true;

  /**
   * @param gone told of each version that is no longer defined, to take back what was published
   */
  TaskModels(
      StreamOptions options,
      InstanceServices services,
      TaskDefinitions definitions,
      LongSupplier clock,
      Consumer<LiveModel> gone) {
    this.options = options;
    this.services = services;
    this.definitions = definitions;
    this.clock = clock;
    this.gone = gone;
  }

  /** Every version of every model that is held. */
  Collection<LiveModel> all() {
    return live.values();
  }

  /**
   * The model of this name, or the default one.
   *
   * @throws BadRecordException if there is no such model and the event may not create it
   */
  Group of(String name) {
    followDefinitions();
    String model = options.models().modelOf(name);
    Group group = groups.get(model);
    if (group == null) {
      ModelDefinition definition = definitions.usable(model).orElseGet(() -> create(model));
      group = group(definition);
      definitions.keep(definition); // afterwards: a version that was replaced forgets its own
      groups.put(model, group);
    }
    return group;
  }

  private void followDefinitions() {
    if (changes != definitions.changes()) {
      changes = definitions.changes();
      anyTraining = true;
      groups.clear();
      removeUndefined();
    }
  }

  private ModelDefinition create(String model) {
    if (!options.models().createsOnFirstEvent(model)) {
      throw new BadRecordException(Reason.UNKNOWN_MODEL, services.shared().unknown(model));
    }
    if (services.shared().names().size() >= options.models().maxModels()) {
      throw new BadRecordException(
          Reason.TOO_LARGE, "there are " + options.models().maxModels() + " models already");
    }
    return services.creator().create(model, options.defaultSpec());
  }

  private Group group(ModelDefinition definition) {
    List<LiveModel> versions = new ArrayList<>();
    LiveModel active = null;
    int newest = 0;
    for (ModelDefinition.Version version : definition.versions()) {
      if (isKept(definition, version)) {
        LiveModel model = open(definition.name(), version);
        boolean complete = version.state() != ModelDefinition.State.TRAINING;
        newest = complete ? version.number() : newest;
        boolean answers = version.number() == definition.activeVersion();
        active = answers ? model : active;
        versions.add(answers ? 0 : versions.size(), model);
        model.setPairedSince(complete && !answers ? definition.comparableSince(version) : 0L);
      }
    }
    return new Group(active, versions, newest, services.activity().ofModel(definition.name()));
  }

  /* A version that has retired is kept for a time, in case of a return to it. The one that answers
   * is kept whatever its state: a newer build may know states that this one does not. */
  private boolean isKept(ModelDefinition definition, ModelDefinition.Version version) {
    anyRetired |= version.state() == ModelDefinition.State.RETIRED;
    return version.number() == definition.activeVersion()
        || version.state() != ModelDefinition.State.RETIRED
        || clock.getAsLong() - version.changedAt() <= options.models().retiredRetentionMillis();
  }

  private LiveModel open(String name, ModelDefinition.Version version) {
    String key = RowKeys.modelVersion(name, version.number());
    LiveModel model = live.get(key);
    if (model != null && model.createdAt() != version.createdAt()) {
      remove(model); // of a model of the same name that was deleted
      model = null;
    }
    if (model == null) {
      model = new LiveModel(name, version, services.threads().get());
      live.put(key, model);
    }
    model.setStartOffsets(version.startOffsets());
    return model;
  }

  /** The versions in training: from now on, every event is learned by them. */
  List<LiveModel> training() {
    followDefinitions();
    if (!anyTraining) {
      return List.of();
    }
    List<LiveModel> models = new ArrayList<>();
    for (String name : definitions.names()) {
      definitions
          .latest(name)
          .filter(definition -> definition.training().isPresent())
          .filter(definition -> !definitions.isSetAside(name))
          .ifPresent(
              definition -> {
                models.add(open(name, definition.training().orElseThrow()));
                // Whoever takes this task over must know the version, or it would leave a gap.
                definitions.keep(definition);
              });
    }
    anyTraining = !models.isEmpty();
    return models;
  }

  /**
   * The version that stored rows belong to, as it was when they were stored. If it was deleted
   * since, it is removed later, together with what was published of it.
   */
  Optional<LiveModel> restored(RowKeys key) {
    return definitions
        .stored(key.model())
        .flatMap(definition -> definition.version(key.version()))
        .map(version -> open(key.model(), version));
  }

  /** Lets go of a model, but not of what is stored of it. */
  void setAside(String name) {
    for (LiveModel model : List.copyOf(live.values())) {
      if (model.name().equals(name)) {
        live.remove(model.modelVersion()).close();
      }
    }
    groups.remove(name);
  }

  /** Lets go of the sums that answer; what was learned can still be stored. */
  void close() {
    live.values().forEach(LiveModel::close);
  }

  /** Removes what is no longer defined, and versions that have been retired for long enough. */
  void removeOld() {
    followDefinitions();
    if (anyRetired) {
      removeUndefined();
    }
  }

  /* Removes what is no longer defined or kept. */
  private void removeUndefined() {
    anyRetired = false;
    for (LiveModel model : List.copyOf(live.values())) {
      // Not heard of is not deleted: only a definition that was read takes a version away.
      boolean defined =
          definitions
              .latest(model.name())
              .map(definition -> isDefined(definition, model))
              .orElse(true);
      if (!defined) {
        remove(model);
      }
    }
  }

  private boolean isDefined(ModelDefinition definition, LiveModel model) {
    return definition
        .version(model.version())
        .filter(version -> version.createdAt() == model.createdAt())
        .filter(version -> isKept(definition, version))
        .isPresent();
  }

  private void remove(LiveModel model) {
    live.remove(model.modelVersion());
    model.close();
    groups.remove(model.name());
    gone.accept(model);
    if (live.values().stream().noneMatch(other -> other.name().equals(model.name()))) {
      definitions.forget(model.name());
    }
  }
}
