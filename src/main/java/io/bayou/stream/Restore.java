package io.bayou.stream;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Rebuilds a task's models from the rows of its store: on start, restart and take-over. */
final class Restore {
  private final ModelStore store;
  private final TaskModels models;

  Restore(ModelStore store, TaskModels models) {
    this.store = store;
    this.models = models;
  }

  void run() {
    Map<RowKeys, ModelStore.Slice[]> rows =
        new TreeMap<>(
            Comparator.comparing((RowKeys key) -> key.modelVersion())
                .thenComparing(RowKeys::source)
                .thenComparing(RowKeys::row));
    store.all((key, slice) -> collect(rows, key, slice));
    rows.forEach(this::restore);
  }

  private static void collect(
      Map<RowKeys, ModelStore.Slice[]> rows, RowKeys key, ModelStore.Slice slice) {
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
    models
        .restored(key)
        .ifPresentOrElse(
            model -> model.partial(key.source()).restore(key.row(), slices),
            () -> store.delete(key, slices.length)); // the model was deleted meanwhile
  }
}
