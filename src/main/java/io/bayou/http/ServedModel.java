package io.bayou.http;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.state.ModelFile;
import io.bayou.http.access.Mask;
import io.bayou.model.Answer;
import io.bayou.model.Answerer;
import io.bayou.model.Description;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.SnapshotRow;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One version of a model, summed up from what all partitions have published: a copy that only HTTP
 * reads, any number of requests at a time.
 */
public final class ServedModel {
  private final ModelDefinition definition;
  private final ModelDefinition.Version version;
  private final Learner learner;
  private final Answerer answerer;
  private final List<SnapshotRow> sources;
  private final List<String> silent;
  private final Set<String> learned = new HashSet<>(); // features

  /**
   * @param learner changes no more
   * @param sources how far each partition has come, by its latest row
   * @param silent the sources that have been silent for too long
   */
  public ServedModel(
      ModelDefinition definition,
      ModelDefinition.Version version,
      Learner learner,
      List<SnapshotRow> sources,
      List<String> silent) {
    this.definition = requireNonNull(definition, "definition");
    this.version = requireNonNull(version, "version");
    this.learner = requireNonNull(learner, "learner");
    this.sources = List.copyOf(sources);
    answerer = Answerer.ofPublished(learner, this.sources);
    this.silent = List.copyOf(silent);
    learner.features(learned);
  }

  /** The definition when the model was summed up. */
  public ModelDefinition definition() {
    return definition;
  }

  /** The same sum by the present definition of the model, which may have changed since. */
  public ServedModel with(
      ModelDefinition present, ModelDefinition.Version presentVersion, List<String> presentSilent) {
    return present.equals(definition) && presentSilent.equals(silent)
        ? this
        : new ServedModel(present, presentVersion, learner, sources, presentSilent);
  }

  /** The version that was summed up. */
  public ModelDefinition.Version version() {
    return version;
  }

  List<SnapshotRow> sources() {
    return sources;
  }

  /** Whether one of the partitions has been silent for too long. */
  public boolean isStale() {
    return !silent.isEmpty();
  }

  /** The sources that have been silent for too long. */
  public List<String> silent() {
    return silent;
  }

  /** How many examples are in the sum. */
  public long examples() {
    return learner.examples();
  }

  /** Probability of each class before anything is known of an event, by label. */
  SortedMap<String, Double> priors() {
    Posterior posterior = learner.predict(new Features());
    SortedMap<String, Double> priors = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      priors.put(posterior.label(c), Math.exp(posterior.logPrior(c)));
    }
    return priors;
  }

  /** Weights of the members of an average, by name; empty for any other learner. */
  SortedMap<String, Double> hypotheses() {
    SortedMap<String, Double> hypotheses = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, hypotheses);
    return hypotheses;
  }

  /** How many numbers the model estimates, and how well they describe what it has learned. */
  Fit fit() {
    return learner.fit();
  }

  /**
   * What the model has learned, or one member of an average.
   *
   * @param member null: the model; an average describes its member with the largest weight
   */
  void describe(String member, Description out) {
    Learner described =
        member == null ? learner : EnsembleLearner.hypothesis(learner, member).orElseThrow();
    synchronized (learner) { // it describes in buffers of its own
      described.describe(out);
    }
  }

  /**
   * The model as JSON, for clients that score by themselves.
   *
   * @throws Problem if it must not be passed on, or cannot
   */
  synchronized byte[] scoring(Mask mask) {
    ModelFile file = new ModelFile(definition.name(), version.number(), learner);
    return ScoringDocument.of(file, mask);
  }

  /**
   * The features of an event that the model has never learned and its spec does not name: mostly
   * misspelled ones. Empty if it keeps no names.
   */
  List<String> unknown(Features x) {
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < x.size() && !learned.isEmpty(); i++) {
      String name = x.name(i);
      if (x.kind(i) != Features.Kind.MISSING && !learned.contains(name) && !isNamed(name)) {
        unknown.add(name);
      }
    }
    return unknown;
  }

  private boolean isNamed(String feature) {
    ModelSpec spec = version.spec();
    return spec.features().containsKey(feature)
        || spec.scope().filter(scope -> scope.key().equals(feature)).isPresent();
  }

  /** Answers one event; the model stays as it is. */
  void answer(Example example, boolean explain, long time, Answer answer) {
    begin(example, time, answer);
    answerer.answer(example, isStale(), explain, answer);
  }

  /**
   * Answers what a node of a network is, given the event and its label, if it has one.
   *
   * @throws IllegalArgumentException if the model cannot tell
   */
  void query(String node, Example example, long time, Answer answer) {
    begin(example, time, answer);
    answerer.query(node, example, isStale(), answer);
  }

  private void begin(Example example, long time, Answer answer) {
    answer.begin(
        example.id() == null ? "" : example.id(), time, definition.name(), version.number());
  }
}
