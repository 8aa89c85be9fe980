package io.bayou.model.logistic;

import io.bayou.model.spec.FeatureType;

/** The kind of a column. An id combines it with the number of the column among its kind. */
enum ColumnKind {
  NUMBER,
  CATEGORY,
  TEXT;

  private static final ColumnKind[] ALL = values();

  static ColumnKind of(FeatureType type) {
    return type.isText() ? TEXT : type == FeatureType.CATEGORICAL ? CATEGORY : NUMBER;
  }

  static ColumnKind ofId(int id) {
    return ALL[id % ALL.length];
  }

  static int number(int id) {
    return id / ALL.length;
  }

  int id(int number) {
    return number * ALL.length + ordinal();
  }
}
