package io.bayou.model.logistic;

import io.bayou.model.spec.FeatureType;

/** What kind of weights a column of a regression has. */
enum ColumnKind {
  NUMBER,
  CATEGORY,
  TEXT;

  private static final ColumnKind[] ALL = values();

  static ColumnKind of(FeatureType type) {
    return type.isText() ? TEXT : type == FeatureType.CATEGORICAL ? CATEGORY : NUMBER;
  }

  /** That of the column at a place. */
  static ColumnKind at(int place) {
    return ALL[place % ALL.length];
  }

  /** Where the column of this kind and number is. */
  int place(int number) {
    return number * ALL.length + ordinal();
  }

  /** The number that the column at a place has among its kind. */
  static int number(int place) {
    return place / ALL.length;
  }
}
