package io.bayou.stream;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.config.AppConfig;
import io.bayou.config.KeyedConfig;
import io.bayou.config.ModelsConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.model.spec.ModelSpec;
import java.util.List;

/**
 * What the topology needs to know.
 *
 * @param topics where events come from and everything else goes to
 * @param models which models there are and how they answer
 * @param defaultSpec the spec of the default model, if it is created on first use
 * @param snapshotIntervalMillis how often changed rows are published
 * @param snapshotEveryEvents after how many learned events they are published early
 * @param snapshotBytesPerSecond how many bytes of one version a partition may publish
 * @param staleAfterMillis how old another partition's share may be before answers say so
 * @param limits what an event may hold
 * @param keyed how much the models of keys may take
 */
public record StreamOptions(
    TopicsConfig topics,
    ModelsConfig models,
    ModelSpec defaultSpec,
    long snapshotIntervalMillis,
    long snapshotEveryEvents,
    long snapshotBytesPerSecond,
    long staleAfterMillis,
    EventLimits limits,
    KeyedConfig keyed) {
  public StreamOptions {
    requireNonNull(topics, "topics");
    requireNonNull(models, "models");
    requireNonNull(defaultSpec, "defaultSpec");
    requireNonNull(limits, "limits");
    requireNonNull(keyed, "keyed");
  }

  public static StreamOptions of(AppConfig config, ModelSpec defaultSpec) {
    return new StreamOptions(
        config.topics(),
        config.models(),
        defaultSpec,
        config.stream().snapshotInterval().toMillis(),
        config.stream().snapshotEveryEvents(),
        config.stream().snapshotBytesPerSecond(),
        config.stream().staleAfter().toMillis(),
        config.limits(),
        config.keyed());
  }

  /** The topics that events come from, each once. */
  List<String> eventTopics() {
    return topics.events();
  }

  PredictionEncoder encoder() {
    return PredictionEncoder.of(models.predictionFormat());
  }
}
