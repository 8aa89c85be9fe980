package io.bayou.codec.join;

/**
 * Moves the clock of a partition in which nothing happens.
 *
 * @param time the clock is at least here
 * @param writtenAt when it was written, by the clock of the instance
 */
public record Tick(long time, long writtenAt) implements Waiting {}
