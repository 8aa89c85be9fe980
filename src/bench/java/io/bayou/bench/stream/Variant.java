package io.bayou.bench.stream;

/** The variants: two baselines, and Bayou used in three ways. */
public enum Variant {
  /** Kafka Streams moving the bytes and nothing else. */
  PASS_THROUGH("passThrough", Input.MIXED),
  /** The same, with Avro's generated classes decoding and encoding each event. */
  AVRO_ROUND_TRIP("avroRoundTrip", Input.MIXED),
  PREDICT("predict", Input.UNLABELED),
  LEARN("learn", Input.LABELED),
  MIXED("mixed", Input.MIXED);

  /** The events that a variant reads. */
  public enum Input {
    LABELED,
    UNLABELED,
    /** Labeled and unlabeled in turn. */
    MIXED;

    boolean isLabeled(long index) {
      return this == LABELED || (this == MIXED && index % 2 == 0);
    }
  }

  private final String key;
  private final Input input;

  Variant(String key, Input input) {
    this.key = key;
    this.input = input;
  }

  /** Its name in reports and on command lines. */
  public String key() {
    return key;
  }

  Input input() {
    return input;
  }

  boolean isBayou() {
    return this != PASS_THROUGH && this != AVRO_ROUND_TRIP;
  }

  @Override
  public String toString() {
    return key;
  }
}
