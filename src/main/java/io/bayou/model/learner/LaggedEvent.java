package io.bayou.model.learner;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.LabelMemory;
import java.util.Arrays;

/** An event together with the labels before it, in a buffer of its own. */
final class LaggedEvent {
  private static final int UNKNOWN = -1;

  private final int lags;
  private final FeatureNames names = new FeatureNames();
  private final Features features = new Features(names);
  private FeatureNames copied;
  private int[] ids = {}; // by number of a feature in events, its own number

  LaggedEvent(int lags) {
    this.lags = lags;
    for (int k = 1; k <= lags; k++) {
      names.idOf(LabelMemory.feature(k)); // first, so that values stay in the order of names
    }
  }

  Features features() {
    return features;
  }

  /** Copies an event. Labels are added unless it has some: then they were known when it was new. */
  void fill(Features x, RecentLabels recent) {
    features.clear();
    bind(x.names());
    boolean given = hasLags(x);
    for (int k = 0; k < lags && !given; k++) {
      if (recent.get(k) == null) {
        features.missing(k);
      } else {
        features.text(k, recent.get(k));
      }
    }
    for (int i = 0; i < x.size(); i++) {
      features.copy(x, i, ids[x.id(i)]);
    }
  }

  private void bind(FeatureNames ofEvents) {
    int bound = ofEvents == copied ? ids.length : 0;
    copied = ofEvents;
    if (ids.length != ofEvents.size()) {
      ids = Arrays.copyOf(ids, ofEvents.size());
    }
    for (int id = bound; id < ids.length; id++) {
      ids[id] = names.idOf(ofEvents.nameOf(id));
    }
  }

  private boolean hasLags(Features x) {
    int first = x.names().find(LabelMemory.feature(1));
    for (int i = 0; first != UNKNOWN && i < x.size(); i++) {
      if (x.id(i) == first) {
        return true;
      }
    }
    return false;
  }
}
