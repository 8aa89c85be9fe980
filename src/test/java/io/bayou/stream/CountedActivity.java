package io.bayou.stream;

/** For tests of other packages: only the stream may count. */
public final class CountedActivity {
  private CountedActivity() {}

  /** One that has counted something of everything that is left out. */
  public static Activity create() {
    return ActivityTest.counted();
  }
}
