package io.bayou.app.events;

import io.bayou.model.Prediction;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say which predictions to print: those for which all of them hold. */
final class PredictionFilter {
  @Option(names = "--model", paramLabel = "NAME", description = "Only predictions of this model.")
  private String model;

  @Option(names = "--id", paramLabel = "ID", description = "Only the prediction of this event.")
  private String id;

  @Option(
      names = "--label",
      paramLabel = "LABEL",
      description = "Only predictions of this label; may be repeated.")
  private Set<String> labels = Set.of();

  @Option(
      names = "--flag",
      paramLabel = "FLAG",
      description = "Only predictions with this flag, such as NOVEL; may be repeated.")
  private Set<String> flags = Set.of();

  @Option(
      names = "--below",
      paramLabel = "P",
      description = "Only predictions whose label has a probability below P: the doubtful ones.")
  private double below = Double.POSITIVE_INFINITY;

  boolean accepts(Prediction prediction) {
    return (model == null || model.equals(prediction.model()))
        && (id == null || id.equals(prediction.id()))
        && (labels.isEmpty() || prediction.label().filter(labels::contains).isPresent())
        && (flags.isEmpty() || prediction.flags().stream().anyMatch(flags::contains))
        && probability(prediction) < below;
  }

  /* Of the label; 0 if there is no model yet. */
  private static double probability(Prediction prediction) {
    return prediction.label().map(label -> prediction.posterior().get(label)).orElse(0.0);
  }
}
