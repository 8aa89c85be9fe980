package io.bayou.bench.stream;

import io.bayou.codec.event.EventEncoder;
import io.bayou.model.spec.ModelSpec;
import java.util.List;

/** In which shape events lie in their topics. */
public enum Shape {
  /** Bayou's own events, in Avro. */
  NATIVE("native"),
  /** Bayou's own events, in JSON. */
  NATIVE_JSON("native-json"),
  /**
   * JSON of another shape: nested, with {@value ForeignRecords#OTHERS} fields that nobody wants.
   */
  MAPPED_JSON("mapped-json"),
  /** The same in Avro. */
  MAPPED_AVRO("mapped-avro");

  private final String key;

  Shape(String key) {
    this.key = key;
  }

  /** The name in reports and on the command line. */
  public String key() {
    return key;
  }

  boolean isMapped() {
    return this == MAPPED_JSON || this == MAPPED_AVRO;
  }

  /** Encodes the events of a workload. */
  EventWriter writer(Workload workload) {
    return switch (this) {
      case NATIVE -> new OwnEvents(workload, EventEncoder.avro());
      case NATIVE_JSON -> new OwnEvents(workload, EventEncoder.json());
      case MAPPED_JSON -> ForeignRecords.of(workload)::json;
      case MAPPED_AVRO -> ForeignRecords.of(workload)::avro;
    };
  }

  /** What reads events of this shape from these topics. */
  ModelSpec spec(Workload workload, List<String> topics) {
    return isMapped()
        ? workload.spec().toBuilder().input(ForeignRecords.of(workload).input(this, topics)).build()
        : workload.spec();
  }

  @Override
  public String toString() {
    return key;
  }
}
