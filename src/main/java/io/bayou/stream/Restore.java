package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.stream.review.ReviewQuestions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rebuilds the models of a task from its store, on start, restart and takeover. Deletes nothing:
 * rows that this build cannot read are kept for one that can.
 */
final class Restore implements ModelStore.Visitor {
  private final TaskModels models;
  private final TaskDefinitions definitions;
  private final ReviewQuestions reviews;
  private final Map<RowKeys, ModelStore.Slice[]> rows =
      new TreeMap<>(
          Comparator.comparing((RowKeys key) -> key.modelVersion())
              .thenComparing(RowKeys::source)
              .thenComparing(RowKeys::row));

  private final Map<RowKeys, long[]> offsets = new HashMap<>();

  Restore(TaskModels models, TaskDefinitions definitions, ReviewQuestions reviews) {
    this.models = models;
    this.definitions = definitions;
    this.reviews = reviews;
  }

  void run(ModelStore store) {
    store.all(this);
    rows.forEach(this::restore);
    offsets.forEach(this::restoreOffsets);
  }

  @Override
  public void definition(String model, byte[] definition) {
    definitions.restore(model, definition);
  }

  @Override
  public void review(String model, byte[] budget) {
    reviews.restore(model, budget);
  }

  @Override
  public void slice(RowKeys key, ModelStore.Slice slice) {
    ModelStore.Slice[] slices =
        rows.computeIfAbsent(key, k -> new ModelStore.Slice[slice.slices()]);
    if (key.part() < slices.length) {
      slices[key.part()] = slice;
    }
  }

  @Override
  public void offsets(RowKeys key, long from, long to, long lost) {
    offsets.put(key, new long[] {from, to, lost});
  }

  private void restoreOffsets(RowKeys key, long[] range) {
    if (!definitions.isSetAside(key.model())) {
      partial(key).ifPresent(partial -> partial.restoreOffsets(range[0], range[1], range[2]));
    }
  }

  private Optional<Partial> partial(RowKeys key) {
    return models.restored(key).map(model -> model.partial(key.source()));
  }

  private void restore(RowKeys key, ModelStore.Slice[] slices) {
    if (definitions.isSetAside(key.model())) {
      return;
    }
    try {
      requireWhole(key, slices);
      partial(key).ifPresent(partial -> partial.restore(key.row(), slices));
    } catch (BadRecordException e) {
      setAside(key, e.reason(), e);
    } catch (IllegalStateException e) {
      setAside(
          key, Reason.UNSUPPORTED_VERSION, e); // a learner does not know the row, or part of it
    }
  }

  /* The rows stay as they are. Failing would not help: a restart would find the same rows. */
  private void setAside(RowKeys key, Reason reason, RuntimeException e) {
    String message = "row '" + key.row() + "': " + e.getMessage();
    definitions.setAside(key.model(), new BadRecordException(reason, message, e));
    models.setAside(key.model());
  }

  private static void requireWhole(RowKeys key, ModelStore.Slice[] slices) {
    for (ModelStore.Slice slice : slices) {
      if (slice == null) {
        throw new BadRecordException(
            Reason.MALFORMED, "a slice of it is missing in " + key.modelVersion());
      }
    }
  }
}
