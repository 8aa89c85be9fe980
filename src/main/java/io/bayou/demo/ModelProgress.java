package io.bayou.demo;

import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.SharedModels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The progress of a model, read from its published snapshots. */
record ModelProgress(SharedModels models, String model) {
  /** How many examples the active version has learned, over all partitions and runs. */
  long examples() {
    return published().stream().mapToLong(SnapshotRow::examples).sum();
  }

  /**
   * Whether the active version has learned everything before some offsets.
   *
   * @param ends by topic-partition, the offset behind the last event
   */
  boolean covers(Map<String, Long> ends) {
    return covers(published(), ends);
  }

  /** Whether there is the model, and each of its versions has learned everything before. */
  boolean everyVersionCovers(Map<String, Long> ends) {
    return models
        .definition(model)
        .map(ModelDefinition::versions)
        .filter(
            versions ->
                versions.stream()
                    .allMatch(version -> covers(models.published(model, version.number()), ends)))
        .isPresent();
  }

  private static boolean covers(List<SnapshotRow> rows, Map<String, Long> ends) {
    Map<String, Long> covered = new HashMap<>();
    for (SnapshotRow row : rows) {
      row.covered().forEach((source, range) -> covered.merge(source, range.to(), Math::max));
    }
    return ends.entrySet().stream()
        .allMatch(end -> covered.getOrDefault(end.getKey(), 0L) >= end.getValue());
  }

  private List<SnapshotRow> published() {
    return models
        .definition(model)
        .map(definition -> models.published(model, definition.activeVersion()))
        .orElse(List.of());
  }
}
