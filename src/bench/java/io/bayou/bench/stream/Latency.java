package io.bayou.bench.stream;

/** Milliseconds from sending an event to reading its answer: the median, and 99 in 100. */
public record Latency(double p50, double p99) {}
