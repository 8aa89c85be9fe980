package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.InputSpec;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Tells those who have defined a version that a task follows it from now on. */
final class Acknowledgements {
  private final TaskModels models;
  private final TaskDefinitions definitions;
  private final Publisher publisher;
  private final List<TopicPartition> partitions;
  private long changes = -1;

  /**
   * @param partitions those that the task reads
   */
  Acknowledgements(
      TaskModels models,
      TaskDefinitions definitions,
      Publisher publisher,
      List<TopicPartition> partitions) {
    this.models = models;
    this.definitions = definitions;
    this.publisher = publisher;
    this.partitions = partitions;
  }

  void send(long now) {
    acknowledgeTraining(now);
    if (changes != definitions.changes()) {
      changes = definitions.changes();
      definitions.all().forEach(definition -> acknowledgeInput(definition, now));
    }
  }

  /* Versions in training, until their start offsets are known. */
  private void acknowledgeTraining(long now) {
    for (LiveModel model : models.training()) {
      for (TopicPartition partition : partitions) {
        if (!model.startOffsets().containsKey(partition.toString())) {
          publisher.acknowledge(model, partition.toString(), now);
        }
      }
    }
  }

  /* Models that read topics of another shape, once: before, their records are no events at all. */
  private void acknowledgeInput(ModelDefinition definition, long now) {
    if (definition.isDeleted()) {
      return;
    }
    Optional<InputSpec> input = definition.active().spec().input();
    List<TopicPartition> own =
        partitions.stream()
            .filter(p -> input.isPresent() && input.get().topics().contains(p.topic()))
            .toList();
    if (!own.isEmpty()) {
      active(definition.name())
          .ifPresent(model -> own.forEach(p -> acknowledge(model, p.toString(), now)));
    }
  }

  private Optional<LiveModel> active(String model) {
    try {
      return Optional.of(models.of(model).active);
    } catch (BadRecordException e) {
      return Optional.empty(); // it was deleted a moment ago
    }
  }

  private void acknowledge(LiveModel model, String source, long now) {
    if (model.partialOf(source) == null && !model.acknowledged().contains(source)) {
      publisher.acknowledge(model, source, now);
    }
  }
}
