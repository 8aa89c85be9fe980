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

/** The models that a task holds, brought in line with their definitions when those change. */
final class TaskModels {
  /** A model's live versions. */
  static final class Group {
    final LiveModel active;
    final List<LiveModel> versions;
    private final ModelDefinition definition;

    private Group(ModelDefinition definition, LiveModel active, List<LiveModel> versions) {
      this.definition = definition;
      this.active = active;
      this.versions = List.copyOf(versions);
    }

    /** Whether a version learns the event at this offset, or leaves it to a replay. */
    boolean learns(LiveModel model, String source, long offset) {
      if (versions.size() == 1) {
        return true;
      }
      return definition
          .version(model.version())
          .map(v -> offset >= v.startOffsets().getOrDefault(source, 0L))
          .orElse(false);
    }
  }

  private final StreamOptions options;
  private final SharedModels shared;
  private final Map<String, LiveModel> live = new TreeMap<>();
  private final Map<String, Group> groups = new HashMap<>();
  private final Map<String, ModelDefinition> provisional = new HashMap<>();
  private long revision = -1;

  TaskModels(StreamOptions options, SharedModels shared) {
    this.options = options;
    this.shared = shared;
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
    if (revision != shared.definitionRevision()) {
      groups.clear();
      revision = shared.definitionRevision();
    }
    String model = name == null ? options.models().defaultModel() : name;
    Group group = groups.get(model);
    if (group == null) {
      group = group(definition(model, created));
      groups.put(model, group);
    }
    return group;
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
      throw new BadRecordException(
          Reason.UNKNOWN_MODEL, "there is no model '" + model + "'; known are " + shared.names());
    }
    if (shared.names().size() + provisional.size() >= options.models().maxModels()) {
      throw new BadRecordException(
          Reason.TOO_LARGE, "there are " + options.models().maxModels() + " models already");
    }
  }

  private Group group(ModelDefinition definition) {
    List<LiveModel> versions = new ArrayList<>();
    LiveModel active = null;
    for (ModelDefinition.Version version : definition.versions()) {
      boolean answers = version.number() == definition.activeVersion();
      if (answers || version.state() != ModelDefinition.State.RETIRED) {
        LiveModel model = open(definition.name(), version);
        versions.add(model);
        active = answers ? model : active;
      }
    }
    return new Group(definition, active, versions);
  }

  private LiveModel open(String name, ModelDefinition.Version version) {
    return live.computeIfAbsent(
        RowKeys.modelVersion(name, version.number()),
        key -> new LiveModel(name, version.number(), version.spec()));
  }

  /** A model version of which rows were stored, if it is still defined. */
  Optional<LiveModel> restored(RowKeys key) {
    return shared
        .definition(key.model())
        .flatMap(definition -> definition.version(key.version()))
        .map(version -> open(key.model(), version));
  }

  /** Lets go of what is no longer defined, and says what that was. */
  List<LiveModel> removeUndefined() {
    List<LiveModel> gone = new ArrayList<>();
    for (LiveModel model : live.values()) {
      boolean defined =
          provisional.containsKey(model.name())
              || shared
                  .definition(model.name())
                  .flatMap(d -> d.version(model.version()))
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
