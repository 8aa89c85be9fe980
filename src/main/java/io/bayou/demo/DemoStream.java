package io.bayou.demo;

import io.bayou.model.spec.ModelSpec;

/**
 * An endless stream to learn from and to be asked about. Pure: the same number gives the same event
 * in every run, so that a stream can be taken up again anywhere.
 */
public interface DemoStream {
  /** Names the model, and begins the ids of all events. */
  String name();

  /** How the stream is best learned. */
  ModelSpec spec();

  /** One event without a label, as JSON that a person can type. */
  String example();

  /**
   * The event of this number.
   *
   * @param index from 0
   */
  DemoEvent at(long index);
}
