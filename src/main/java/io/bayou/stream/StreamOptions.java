package io.bayou.stream;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.EventLimits;
import io.bayou.codec.PredictionEncoder;
import io.bayou.model.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the topology needs to know.
 *
 * @param topics where events come from and everything else goes to
 * @param defaultModel the model of events that name none
 * @param defaultSpec the spec of models that are created on first use
 * @param autoCreateModels whether an event may create the model it names
 * @param maxModels how many models there may be
 * @param format how predictions are encoded
 * @param explain whether predictions say what each feature contributed
 * @param snapshotIntervalMillis how often changed rows are published
 * @param snapshotEveryEvents after how many learned events they are published early; 0 for never
 * @param staleAfterMillis how old another partition's share may be before answers say so
 * @param limits what an event may hold
 */
public record StreamOptions(
    Topics topics,
    String defaultModel,
    ModelSpec defaultSpec,
    boolean autoCreateModels,
    int maxModels,
    PredictionEncoder.Format format,
    boolean explain,
    long snapshotIntervalMillis,
    long snapshotEveryEvents,
    long staleAfterMillis,
    EventLimits limits) {
  public StreamOptions {
    requireNonNull(topics, "topics");
    requireNonNull(defaultModel, "defaultModel");
    requireNonNull(defaultSpec, "defaultSpec");
    requireNonNull(format, "format");
    requireNonNull(limits, "limits");
  }

  /** The names of all topics. */
  public record Topics(
      List<String> labeled,
      List<String> unlabeled,
      String predictions,
      String models,
      String snapshots,
      String evaluations,
      String deadLetters) {
    public Topics {
      labeled = List.copyOf(labeled);
      unlabeled = List.copyOf(unlabeled);
    }

    /** The topics that events come from, each once. */
    public List<String> events() {
      Set<String> all = new LinkedHashSet<>(labeled);
      all.addAll(unlabeled);
      return new ArrayList<>(all);
    }
  }
}
