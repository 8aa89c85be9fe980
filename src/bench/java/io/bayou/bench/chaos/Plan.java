package io.bayou.bench.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The schedule of faults: the same seed gives the same plan. */
record Plan(List<Step> steps) {
  /** The values of {@code --plan}. */
  enum Kind {
    /** All kinds of faults, drawn at random. */
    RANDOM,
    /** All brokers are away for the whole time. */
    OUTAGE,
    /** One broker after the other is restarted slowly. */
    ROLLING
  }

  private static final double FIRST_SECOND = 4;
  private static final long UNDER_LOAD_MILLIS = 5_000;
  private static final double BROKER_SHARE = 0.3;
  private static final double WIPE_SHARE = 0.25;
  private static final int[] FREEZE_SECONDS = {12, 20}; // a session lasts ten

  /**
   * One fault.
   *
   * @param target which instance or broker, modulo their number
   * @param detail seconds to freeze or to stay away, or the choice of poison
   */
  record Step(long atMillis, Fault fault, int target, int detail) {
    @Override
    public String toString() {
      return String.format("%8.1f s  %-10s %d %d", atMillis / 1e3, fault, target % 100, detail);
    }
  }

  static Plan of(ChaosOptions options) {
    int seconds = (int) Math.ceil(options.minutes() * 60);
    return switch (options.plan()) {
      case RANDOM -> of(options.seed(), options.minutes(), options.faults());
      case OUTAGE -> new Plan(List.of(new Step(UNDER_LOAD_MILLIS, Fault.OUTAGE, 0, seconds)));
      case ROLLING ->
          new Plan(
              IntStream.range(0, options.brokers())
                  .mapToObj(
                      broker ->
                          new Step(
                              UNDER_LOAD_MILLIS + 1_000L * broker * seconds / options.brokers(),
                              Fault.ROLL,
                              broker,
                              seconds / options.brokers()))
                  .toList());
    };
  }

  /** Every group has its own random source, so that disabling one changes no other. */
  static Plan of(long seed, double minutes, Set<Fault.Group> groups) {
    double seconds = minutes * 60;
    List<Step> all = new ArrayList<>();
    all.addAll(repeat(seed, 1, seconds, 8, 16, Plan::kill));
    all.addAll(repeat(seed, 2, seconds, 20, 40, random -> Fault.FREEZE));
    all.addAll(repeat(seed, 3, seconds, 40, 80, random -> Fault.TERMINATE));
    all.addAll(repeat(seed, 4, seconds, 6, 14, random -> Fault.POISON));
    all.addAll(repeat(seed, 5, seconds, 25, 50, random -> Fault.MODELS));
    all.addAll(repeat(seed, 6, seconds, 15, 30, random -> Fault.RETRAIN));
    all.addAll(growth(seconds));
    return new Plan(
        all.stream()
            .filter(step -> groups.contains(step.fault().group()))
            .sorted(Comparator.comparingLong(Step::atMillis))
            .toList());
  }

  private static Fault kill(Random random) {
    double choice = random.nextDouble();
    if (choice < BROKER_SHARE) {
      return Fault.BROKER;
    }
    return choice < BROKER_SHARE + (1 - BROKER_SHARE) * WIPE_SHARE ? Fault.WIPE : Fault.KILL;
  }

  /* The gaps between faults are uniform between minGap and maxGap. */
  private static List<Step> repeat(
      long seed,
      int stream,
      double seconds,
      double minGap,
      double maxGap,
      Function<Random, Fault> fault) {
    Random random = new Random(seed * 1_000_003 + stream);
    random.nextLong(); // the first draws of neighbouring seeds are alike
    List<Step> steps = new ArrayList<>();
    double time = FIRST_SECOND + random.nextDouble() * minGap;
    while (time < seconds) {
      int freeze = FREEZE_SECONDS[0] + random.nextInt(FREEZE_SECONDS[1] - FREEZE_SECONDS[0] + 1);
      Fault next = fault.apply(random);
      steps.add(
          new Step(
              (long) (time * 1e3),
              next,
              random.nextInt(1 << 20),
              next == Fault.FREEZE ? freeze : 0));
      time += minGap + (maxGap - minGap) * random.nextDouble();
    }
    return steps;
  }

  /* Twice, or once if the run is too short for a second time. */
  private static List<Step> growth(double seconds) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step((long) (seconds * 250), Fault.PARTITIONS, 0, 0));
    if (seconds >= 300) {
      steps.add(new Step((long) (seconds * 600), Fault.PARTITIONS, 0, 0));
    }
    return steps;
  }
}
