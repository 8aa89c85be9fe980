package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.spec.FeatureSpec;
import java.util.Arrays;

/** One event as the blocks of a learner read it. */
final class GatheredEvent extends FeatureBinder {
  private final BlockState state;
  private final FeatureSpace space;
  private BlockEvent[] active = {};
  private int revision = -1;
  private BlockEvent[] eventOf = {}; // by number of the feature
  private int[] runEnd = {}; // by number of the feature, where features of another block begin
  private int runsTo;
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
      return;
    }
    for (BlockEvent event : active) {
      event.openNew();
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
    if (gathered != x) { // writing a reference costs more than a comparison
      gathered = x;
    }
    gatheredRevision = x.revision();
    gatheredFrom = state.version();
    leftOut().clear();
    for (BlockEvent event : active) {
      event.begin();
    }
    if (x.isInOrder()) {
      gatherRuns(x, learning);
    } else {
      for (int i = 0; i < x.size(); i++) {
        gather(x, i, learning);
      }
    }
  }

  private void gatherRuns(Features x, boolean learning) {
    if (runsTo != x.names().size()) {
      findRuns(x.names().size());
    }
    int i = 0;
    while (i < x.size()) {
      if (eventOf[i] != null) {
        i = eventOf[i].putFrom(columns(), x, i, Math.min(runEnd[i], x.size()));
      }
      if (i < x.size()) {
        gather(x, i, learning);
        i++;
      }
    }
  }

  private void findRuns(int size) {
    runsTo = size;
    for (int id = size - 1; id >= 0; id--) {
      boolean goesOn = id + 1 < size && eventOf[id + 1] == eventOf[id];
      runEnd[id] = goesOn ? runEnd[id + 1] : id + 1;
    }
  }

  private void gather(Features x, int i, boolean learning) {
    int id = x.id(i);
    BlockEvent event = eventOf[id];
    if (event == null || !x.isUsable(i)) {
      countLeftOut(x, i);
    } else if (!event.put(column(id), x, i, learning)) {
      countMisfit(x, i, space.typeOf(x.name(i)));
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
      runEnd = Arrays.copyOf(runEnd, eventOf.length);
    }
    Block block = space.blockOf(name);
    eventOf[id] = null;
    for (int b = 0; b < active.length; b++) {
      if (space.active()[b] == block) {
        eventOf[id] = active[b];
      }
    }
    runsTo = 0;
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
