package io.bayou.stream;

import io.bayou.model.Answer;
import io.bayou.model.Answerer;
import io.bayou.model.Example;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.scope.KeyedPredictor;
import io.bayou.stream.keyed.KeyId;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.KeyedStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The versions of models with a scope, as a task of keys holds them. */
final class KeyedVersions {
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 10;

  private final StreamOptions options;
  private final InstanceServices services;
  private final ThreadServices thread;
  private final KeyedStore store;
  private final Map<String, Version> versions = new HashMap<>();
  private long changes = -1;

  /** One version: everybody's model, and how well keys were answered. */
  final class Version implements Predictor {
    private final LiveModel live;
    private final KeyedModel keyed;
    private final PrequentialScore score;
    private final Posterior posterior = new Posterior();
    private KeyedPredictor predictor;
    private Answerer answerer;
    private Learner everybody;
    private KeyState key; // whose event is at hand
    private boolean unpublished = true; // the former owner may have stopped before it published
    private boolean active;
    private int newest;

    private Version(LiveModel live) {
      this.live = live;
      keyed = KeyedModel.of(live.spec());
      score = new PrequentialScore(live.spec(), live.version());
      store.restore(live.modelVersion(), score);
    }

    LiveModel live() {
      return live;
    }

    KeyedModel keyed() {
      return keyed;
    }

    PrequentialScore score() {
      return score;
    }

    boolean isActive() {
      return active;
    }

    boolean takeUnpublished() {
      boolean taken = unpublished;
      unpublished = false;
      return taken;
    }

    private void follow(ModelDefinition definition, ModelDefinition.Version version) {
      active = definition.activeVersion() == version.number();
      boolean complete = version.state() != ModelDefinition.State.TRAINING;
      live.setPairedSince(complete && !active ? definition.comparableSince(version) : 0L);
      newest =
          definition.versions().stream()
              .filter(other -> other.state() != ModelDefinition.State.TRAINING)
              .mapToInt(ModelDefinition.Version::number)
              .max()
              .orElse(0);
    }

    /** Brings everybody's model up to date. */
    void refresh(long now) {
      live.refreshIfDue(now, options, services.shared(), services.activity());
      if (everybody != live.everybody()) {
        everybody = live.everybody();
        predictor = keyed.newPredictor(everybody);
        answerer = new Answerer(everybody, this, live::learnedTo);
      }
    }

    Learner everybody() {
      return everybody;
    }

    /** Answers an event of a key. */
    void answer(Example example, KeyState state, boolean explain, Answer answer) {
      key = state;
      answerer.answer(example, live.isStale(), explain, answer);
      answer.setKey(state.id().key(), predictor.ownShare(), state.examples());
    }

    /** Adds to the latest answer what decided. */
    void explain(Example example, Answer answer) {
      answerer.explain(example, answer);
    }

    /**
     * Scores the answer to an event before it is learned.
     *
     * @return its log loss; NaN if it could not be scored
     */
    double score(Example example, KeyState state) {
      score.compareSince(newest);
      key = state;
      predict(example.features(), posterior);
      score.add(posterior, example);
      unpublished = true;
      return score.takeLoss();
    }

    @Override
    public void predict(Features x, Posterior answer) {
      predictor.predict(x, key.learner(), answer);
    }

    @Override
    public Explanation explain(Features x) {
      return predictor.explain(x, key.learner());
    }
  }

  KeyedVersions(StreamOptions options, InstanceServices services, KeyedStore store) {
    this.options = options;
    this.services = services;
    this.store = store;
    thread = services.threads().get().ofKeys();
  }

  /** The versions that events have come for. */
  Collection<Version> all() {
    return versions.values();
  }

  /**
   * A version that an event was sent to; null if it was deleted meanwhile.
   *
   * @throws IllegalStateException if nothing is heard of it for too long
   */
  Version of(String model, int number) {
    if (changes != services.shared().definitions().changes()) {
      changes = services.shared().definitions().changes();
      followDefinitions();
    }
    String name = RowKeys.modelVersion(model, number);
    Version version = versions.get(name);
    if (version == null) {
      ModelDefinition definition = await(model, number);
      version = definition.version(number).map(found -> open(definition, found)).orElse(null);
      if (version != null) {
        versions.put(name, version);
      }
    }
    return version;
  }

  private Version open(ModelDefinition definition, ModelDefinition.Version version) {
    Version opened = new Version(new LiveModel(definition.name(), version, thread));
    opened.follow(definition, version);
    return opened;
  }

  /* Whoever has sent the event may have heard of the version earlier. */
  private ModelDefinition await(String model, int number) {
    long start = System.nanoTime();
    while (true) {
      Optional<ModelDefinition> known = services.shared().definitions().latest(model);
      if (known.isPresent() && known.get().lastVersion() >= number) {
        return known.get();
      }
      if (System.nanoTime() - start > MAX_WAIT.toNanos()) {
        throw new IllegalStateException(
            "there are events for version "
                + number
                + " of model '"
                + model
                + "', but the models topic does not define it");
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a definition", e);
    }
  }

  private void followDefinitions() {
    for (Version version : List.copyOf(versions.values())) {
      LiveModel live = version.live();
      Optional<ModelDefinition> definition = services.shared().definitions().latest(live.name());
      Optional<ModelDefinition.Version> found =
          definition.flatMap(known -> known.version(live.version()));
      if (found.isPresent()) {
        version.follow(definition.get(), found.get());
      } else if (definition.isPresent()) {
        versions.remove(live.modelVersion());
        live.close();
      }
    }
  }

  /**
   * Whether a definition says that a version is gone: it was deleted, or has been retired for long
   * enough.
   */
  boolean isGone(String modelVersion, long now) {
    int at = modelVersion.lastIndexOf('@');
    int number = Integer.parseInt(modelVersion.substring(at + 1));
    return services
        .shared()
        .definitions()
        .latest(modelVersion.substring(0, at))
        .filter(definition -> definition.lastVersion() >= number)
        .filter(
            definition ->
                definition.version(number).filter(version -> isKept(version, now)).isEmpty())
        .isPresent();
  }

  private boolean isKept(ModelDefinition.Version version, long now) {
    return version.state() != ModelDefinition.State.RETIRED
        || now - version.changedAt() <= options.models().retiredRetentionMillis();
  }

  /** After how much time without an example a key is forgotten; 0 for never. */
  long idleMillis(KeyId id) {
    String modelVersion = id.modelVersion();
    int at = modelVersion.lastIndexOf('@');
    return services
        .shared()
        .definitions()
        .latest(modelVersion.substring(0, at))
        .flatMap(known -> known.version(Integer.parseInt(modelVersion.substring(at + 1))))
        .flatMap(version -> version.spec().scope())
        .map(scope -> scope.idleMillis())
        .orElse(0L);
  }

  /** Lets go of a version that is being deleted. */
  void close(String modelVersion) {
    Version version = versions.remove(modelVersion);
    if (version != null) {
      version.live().close();
    }
  }

  /** Lets go of everybody's models. */
  void close() {
    versions.values().forEach(version -> version.live().close());
  }
}
