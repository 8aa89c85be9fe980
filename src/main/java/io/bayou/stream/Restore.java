package io.bayou.stream;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rebuilds a task's models from what its store holds: on start, restart and take-over. Deletes
 * nothing: rows of a model whose definition cannot be read wait for a build that can.
 */
final class Restore implements ModelStore.Visitor {
  private final TaskModels models;
  private final TaskDefinitions definitions;
  private final Map<RowKeys, ModelStore.Slice[]> rows =
      new TreeMap<>(
          Comparator.comparing((RowKeys key) -> key.modelVersion())
              .thenComparing(RowKeys::source)
              .thenComparing(RowKeys::row));

  Restore(TaskModels models, TaskDefinitions definitions) {
    this.models = models;
    this.definitions = definitions;
  }

  void run(ModelStore store) {
    store.all(this);
    rows.forEach(this::restore);
  }

  @Override
  public void definition(String model, byte[] definition) {
    definitions.restore(model, definition);
  }

  @Override
  public void slice(RowKeys key, ModelStore.Slice slice) {
    ModelStore.Slice[] slices =
        rows.computeIfAbsent(key, k -> new ModelStore.Slice[slice.slices()]);
    if (key.part() < slices.length) {
      slices[key.part()] = slice;
    }
  }

  private void restore(RowKeys key, ModelStore.Slice[] slices) {
    for (ModelStore.Slice slice : slices) {
      if (slice == null) {
        throw new IllegalStateException("row '" + key.row() + "' of " + key + " is not whole");
      }
    }
    models.restored(key).ifPresent(model -> model.partial(key.source()).restore(key.row(), slices));
  }
}
