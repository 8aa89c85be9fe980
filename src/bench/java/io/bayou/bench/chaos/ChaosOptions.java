package io.bayou.bench.chaos;

import java.util.Set;

/**
 * The size of a run.
 *
 * @param minutes duration of the faults
 * @param rate events per second, half of them labeled
 */
record ChaosOptions(
    Plan.Kind plan,
    long seed,
    double minutes,
    int brokers,
    int instances,
    double rate,
    Set<Fault.Group> faults) {}
