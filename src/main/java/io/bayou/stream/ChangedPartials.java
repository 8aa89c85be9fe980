package io.bayou.stream;

import io.bayou.codec.state.RowWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The partials of a task that have learned something which is not stored or not published yet.
 * There may be thousands of others, which cost nothing.
 */
final class ChangedPartials {
  /** A partial and the model that it is a part of. */
  private record Learned(LiveModel model, Partial partial) {}

  private final Publisher publisher;
  private final Activity activity;
  private final List<Partial> unstored = new ArrayList<>();
  private final Set<Learned> unpublished = new LinkedHashSet<>();

  ChangedPartials(Publisher publisher, Activity activity) {
    this.publisher = publisher;
    this.activity = activity;
  }

  /** Notes that a partial has learned the event at an offset. */
  void learned(LiveModel model, Partial partial, long offset, long time) {
    model.learned(partial);
    if (partial.learned(offset, time)) {
      unstored.add(partial);
      unpublished.add(new Learned(model, partial));
    }
  }

  /** Adds the partials of models that have something to publish, as after a restore. */
  void addUnpublished(Iterable<LiveModel> models) {
    for (LiveModel model : models) {
      for (Partial partial : model.partials()) {
        if (partial.unpublishedEvents() > 0) {
          unpublished.add(new Learned(model, partial));
        }
      }
    }
  }

  void store(RowWriter writer, ModelStore store) {
    unstored.forEach(partial -> partial.store(writer, store));
    unstored.clear();
  }

  void publish(long now) {
    unpublished.removeIf(learned -> publish(learned.model(), learned.partial(), now));
  }

  /* Returns whether there is nothing left to publish. */
  private boolean publish(LiveModel model, Partial partial, long now) {
    if (model.isClosed()) {
      return true;
    }
    partial.leftOut((reason, count) -> activity.countLeftOut(model.name(), reason, count));
    partial.typeChanges((feature, count) -> activity.countTypeChange(model.name(), feature, count));
    publishIfDue(model, partial, now);
    return partial.unpublishedEvents() == 0;
  }

  void publishIfDue(LiveModel model, Partial partial, long now) {
    if (partial.isDue(now)) {
      publisher.publish(model, partial, now);
    }
  }
}
