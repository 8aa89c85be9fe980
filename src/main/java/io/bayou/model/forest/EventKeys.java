package io.bayou.model.forest;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads events into keys. A key is a function of the values of the event, the spec and nothing
 * else: a missing value is none of its features, and an unknown one is as any other. A buffer for
 * one thread.
 */
final class EventKeys {
  private static final int MAX_PLANS = 64;

  private final ModelSpec spec;
  private final long[] forest;
  private final long[] keys;
  private final Refusals leftOut = new Refusals();

  private FeatureNames names;
  private final List<Use> uses = new ArrayList<>(); // by number of the feature
  private final Map<List<Integer>, CutPlan> plans = new RecentPlans();
  private CutPlan plan;

  private int size;
  private int[] ids = new int[8];
  private int[] plannedIds = {};
  private double[] positions = new double[8];
  private long[] values = new long[8];
  private long[] bits = new long[8];

  /* Of sets of features, the latest: sparse events have many. */
  private static final class RecentPlans extends LinkedHashMap<List<Integer>, CutPlan> {
    private static final long serialVersionUID = 1;

    RecentPlans() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<List<Integer>, CutPlan> eldest) {
      return size() > MAX_PLANS;
    }
  }

  /**
   * How a feature is read.
   *
   * @param type declared; null: any value is read as what it is
   */
  private record Use(FeatureType type, Scale scale) {
    private static final Use ANY = new Use(null, Scale.ANY);
    private static final Use NONE = new Use(FeatureType.IGNORE, Scale.ANY);
  }

  EventKeys(ModelSpec spec) {
    this.spec = spec;
    forest = CutPlan.forest(spec.forest().seed(), spec.forest().trees());
    keys = new long[forest.length];
  }

  /** By tree, the key of the event that was read. */
  long[] keys() {
    return keys;
  }

  /** The plan of the event that was read. */
  CutPlan plan() {
    return plan;
  }

  /** The name of a feature of the event that was read. */
  String name(int feature) {
    return names.nameOf(ids[feature]);
  }

  /** The values that were left out of the event that was read. */
  Refusals leftOut() {
    return leftOut;
  }

  /** Reads an event; returns false if it has no feature that is of use. */
  boolean read(Features x) {
    bind(x.names());
    leftOut.clear();
    size = 0;
    for (int i = 0; i < x.size(); i++) {
      read(x, i, uses.get(x.id(i)));
    }
    if (size == 0) {
      return false;
    }
    findPlan();
    for (int t = 0; t < keys.length; t++) {
      keys[t] = plan.key(t, positions, values, bits);
    }
    return true;
  }

  private void bind(FeatureNames current) {
    if (current != names) {
      names = current;
      uses.clear();
      plans.clear();
      plan = null;
    }
    for (int id = uses.size(); id < names.size(); id++) {
      uses.add(use(spec.features().get(names.nameOf(id))));
    }
  }

  private static Use use(FeatureSpec declared) {
    if (declared == null) {
      return Use.ANY;
    }
    return LearnerKind.FOREST.learns(declared.type())
        ? new Use(declared.type(), declared.bins().map(Scale::of).orElse(Scale.ANY))
        : Use.NONE;
  }

  private void read(Features x, int i, Use use) {
    Features.Kind kind = x.kind(i);
    if (kind == Features.Kind.MISSING) {
      return;
    }
    FeatureType type = use.type() == null ? inferred(kind) : use.type();
    if (type == FeatureType.IGNORE) {
      return;
    }
    if (type.isNumeric()) {
      readNumber(x, i, use.scale());
    } else if (type == FeatureType.BERNOULLI && kind == Features.Kind.BOOLEAN) {
      add(x.id(i), Double.NaN, (long) x.number(i));
    } else if (type == FeatureType.CATEGORICAL && kind == Features.Kind.TEXT) {
      add(x.id(i), Double.NaN, Hash.text(x.text(i)));
    } else {
      leftOut.countTypeChange(x.name(i));
    }
  }

  /* Lists of tokens are left to learners of texts. */
  private static FeatureType inferred(Features.Kind kind) {
    return switch (kind) {
      case NUMBER -> FeatureType.GAUSSIAN;
      case BOOLEAN -> FeatureType.BERNOULLI;
      case TEXT -> FeatureType.CATEGORICAL;
      case TOKENS, MISSING -> FeatureType.IGNORE;
    };
  }

  private void readNumber(Features x, int i, Scale scale) {
    double number = x.numeric(i);
    if (!Double.isNaN(number)) {
      add(x.id(i), scale.position(number), 0);
    } else if (x.isOutOfRange(i)) {
      leftOut.count(Reason.OUT_OF_RANGE);
    } else if (x.kind(i) != Features.Kind.NUMBER) {
      leftOut.countTypeChange(x.name(i));
    }
  }

  private void add(int id, double position, long value) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
      positions = Arrays.copyOf(positions, size * 2);
      values = Arrays.copyOf(values, size * 2);
      bits = Arrays.copyOf(bits, size * 2);
    }
    ids[size] = id;
    positions[size] = position;
    values[size] = value;
    size++;
  }

  private void findPlan() {
    boolean same = plan != null && Arrays.equals(ids, 0, size, plannedIds, 0, plannedIds.length);
    if (!same) {
      plannedIds = Arrays.copyOf(ids, size);
      List<Integer> key = Arrays.stream(plannedIds).boxed().toList();
      plan = plans.computeIfAbsent(key, all -> newPlan(plannedIds));
    }
  }

  private CutPlan newPlan(int[] featureIds) {
    return CutPlan.of(forest, Arrays.stream(featureIds).mapToObj(names::nameOf).toList());
  }
}
