package io.bayou.model.learner;

import io.bayou.model.StateReader;

/** A row whose kind was read, for a learner that reads it again. */
public final class RestoredRow implements StateReader {
  private final StateReader row;
  private String kind; // null once it was read again

  public RestoredRow(String kind, StateReader row) {
    this.kind = kind;
    this.row = row;
  }

  @Override
  public String text() {
    String text = kind == null ? row.text() : kind;
    kind = null;
    return text;
  }

  @Override
  public double number() {
    return row.number();
  }

  @Override
  public double amount() {
    return row.amount();
  }

  @Override
  public long integer() {
    return row.integer();
  }

  @Override
  public int count(int limit) {
    return row.count(limit);
  }
}
