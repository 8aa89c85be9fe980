package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import java.util.Arrays;

/** One event as the blocks of a learner read it. */
final class GatheredEvent extends FeatureBinder {
  private final BlockState state;
  private final FeatureSpace space;
  private BlockEvent[] active = {};
  private int revision = -1;
  private BlockEvent[] eventOf = {}; // by number of the feature
  private Features gathered;
  private int gatheredRevision;
  private long gatheredFrom;

  GatheredEvent(BlockState state) {
    super(state.spec());
    this.state = state;
    space = state.space();
  }

  /** By block that has columns, in a fixed order. */
  BlockEvent[] active() {
    return active;
  }

  /** Gathers an event for prediction; skips unknown features. */
  void gather(Features x) {
    renew();
    bind(x.names());
    gather(x, false);
  }

  /** Gathers an event for learning; opens new features first, in name order. */
  void gatherToLearn(Features x) {
    renew();
    bindToLearn(x);
    if (!isGathered(x)) {
      gather(x, true);
    }
  }

  /* An event is predicted first and then learned: mostly it need not be gathered again. */
  private boolean isGathered(Features x) {
    if (x != gathered || x.revision() != gatheredRevision || gatheredFrom != state.version()) {
      return false;
    }
    for (BlockEvent event : active) {
      if (!event.isReadyToLearn()) {
        return false;
      }
    }
    return true;
  }

  private void gather(Features x, boolean learning) {
    gathered = x;
    gatheredRevision = x.revision();
    gatheredFrom = state.version();
    leftOut().clear();
    for (BlockEvent event : active) {
      event.begin();
    }
    for (int i = 0; i < x.size(); i++) {
      int id = x.id(i);
      BlockEvent event = eventOf[id];
      if (event == null || !x.isUsable(i)) {
        countLeftOut(x, i);
      } else if (!event.put(column(id), x, i, learning)) {
        leftOut().count(Reason.BAD_VALUE);
      }
    }
  }

  private void renew() {
    if (revision != space.revision()) {
      revision = space.revision();
      active = new BlockEvent[space.active().length];
      Arrays.setAll(active, b -> space.active()[b].newEvent());
      gathered = null;
    }
  }

  @Override
  protected int revision() {
    return space.revision();
  }

  @Override
  protected int find(int id, String name) {
    renew();
    if (id >= eventOf.length) {
      eventOf = Arrays.copyOf(eventOf, Math.max(16, id * 2));
    }
    Block block = space.blockOf(name);
    eventOf[id] = null;
    for (int b = 0; b < active.length; b++) {
      if (space.active()[b] == block) {
        eventOf[id] = active[b];
      }
    }
    return eventOf[id] == null ? -1 : block.find(name);
  }

  @Override
  protected boolean uses(String name, FeatureSpec declared) {
    return space.uses(name, declared);
  }

  @Override
  protected boolean isFull() {
    return space.isFull();
  }

  @Override
  protected void open(String name, FeatureSpec feature) {
    space.open(name, feature);
  }
}
