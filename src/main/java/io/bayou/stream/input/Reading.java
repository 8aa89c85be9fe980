package io.bayou.stream.input;

import io.bayou.model.Example;

/** What the versions of a model read in a record. */
public interface Reading {
  /** The event that a version reads; null if there is none. Valid until the next record. */
  Example example(int version);

  /** What a version must take back before it learns the event; null if there is nothing. */
  default Example retracted(int version) {
    return null;
  }
}
