package io.bayou.bench.stream;

/** The variants: two baselines, and four uses of Bayou. */
public enum Variant {
  /** Kafka Streams that only moves bytes. */
  PASS_THROUGH("passThrough", Input.MIXED),
  /** The same, with Avro's generated classes decoding and encoding each event. */
  AVRO_ROUND_TRIP("avroRoundTrip", Input.MIXED),
  PREDICT("predict", Input.UNLABELED),
  LEARN("learn", Input.LABELED),
  MIXED("mixed", Input.MIXED),
  /** As many questions and labels as mixed, but the labels come in a topic of their own. */
  JOINED("joined", Input.QUESTIONS);

  /** The events that a variant reads. */
  public enum Input {
    LABELED,
    UNLABELED,
    /** Labeled and unlabeled alternately. */
    MIXED,
    /** The unlabeled half; the labels of these events are in another topic. */
    QUESTIONS;

    /** How many events of so many records are in the topic. */
    long events(long records) {
      return this == QUESTIONS ? records / 2 : records;
    }

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

  /** The name in reports and on the command line. */
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
