package io.bayou.codec.join;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;
import static org.apache.avro.SchemaNormalization.parsingFingerprint64;

import io.bayou.avro.LabeledExample;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroReader;
import io.bayou.codec.avro.AvroWriter;
import java.util.Optional;

/**
 * Questions, labels, ticks and examples in Avro's single-object encoding, told apart by the
 * fingerprint of their schema. Single-threaded.
 */
public final class WaitingCodec {
  /* A join needs the first fields of a question only. The others have the same order in a question
   * and in an example, and are copied. */
  private static final long QUESTION =
      parsingFingerprint64(io.bayou.avro.Question.getClassSchema());
  private static final long LABEL = parsingFingerprint64(io.bayou.avro.Label.getClassSchema());
  private static final long TICK = parsingFingerprint64(io.bayou.avro.Tick.getClassSchema());
  private static final long EXAMPLE = parsingFingerprint64(LabeledExample.getClassSchema());

  private final AvroWriter labels = new AvroWriter(io.bayou.avro.Label.getClassSchema());
  private final AvroWriter ticks = new AvroWriter(io.bayou.avro.Tick.getClassSchema());
  private final AvroWriter examples = new AvroWriter(LabeledExample.getClassSchema());

  /**
   * @throws BadRecordException if the bytes are none of these records
   */
  public Waiting decode(byte[] bytes) {
    long fingerprint = AvroReader.fingerprint("the record", bytes);
    if (fingerprint == QUESTION) {
      return question(bytes);
    }
    if (fingerprint == LABEL) {
      return label(bytes);
    }
    if (fingerprint == EXAMPLE) {
      return example(bytes);
    }
    if (fingerprint == TICK) {
      return tick(bytes);
    }
    throw new BadRecordException(
        UNKNOWN_SCHEMA,
        String.format(
            "a record of the join has a schema with fingerprint %016X, which this build does not"
                + " know; deploy the new reader before the new writer",
            fingerprint));
  }

  private static Question question(byte[] bytes) {
    AvroReader in = new AvroReader("the question", bytes);
    Arrival arrival = arrival(in);
    long horizon = in.integer();
    Optional<String> otherwise = Optional.ofNullable(in.optional());
    return new Question(arrival, horizon, otherwise, new Asked(bytes, in.position()));
  }

  private static Arrival arrival(AvroReader in) {
    long time = in.integer();
    long writtenAt = in.integer();
    return new Arrival(time, writtenAt, in.string());
  }

  private static Label label(byte[] bytes) {
    AvroReader in = new AvroReader("the label", bytes);
    Arrival arrival = arrival(in);
    long horizon = in.integer();
    String label = in.string();
    LabelRecord record =
        new LabelRecord(in.integer(), in.optionalBytes(), in.optionalBytes(), (int) in.integer());
    in.end();
    return new Label(arrival, horizon, label, record);
  }

  private static LabeledQuestion example(byte[] bytes) {
    AvroReader in = new AvroReader("the example", bytes);
    String label = in.string();
    in.optional();
    long time = in.integer();
    return new LabeledQuestion(label, time, new Asked(bytes, in.position()));
  }

  private static Tick tick(byte[] bytes) {
    AvroReader in = new AvroReader("the tick", bytes);
    Tick tick = new Tick(in.integer(), in.integer());
    in.end();
    return tick;
  }

  public byte[] encode(Label label) {
    labels.begin();
    labels.integer(label.arrival().time());
    labels.integer(label.arrival().writtenAt());
    labels.string(label.arrival().source());
    labels.integer(label.horizon());
    labels.string(label.label());
    LabelRecord record = label.record();
    labels.integer(record.offset());
    labels.optionalBytes(record.key());
    labels.optionalBytes(record.value());
    labels.integer(record.size());
    return labels.toBytes();
  }

  public byte[] encode(Tick tick) {
    ticks.begin();
    ticks.integer(tick.time());
    ticks.integer(tick.writtenAt());
    return ticks.toBytes();
  }

  /** The example that a question and its label are. */
  public byte[] example(Question question, String label) {
    return example(question.asked(), question.arrival().time(), label, null);
  }

  /** The example that corrects the one that was written before. */
  public byte[] correction(LabeledQuestion former, String label) {
    return example(former.asked(), former.time(), label, former.label());
  }

  private byte[] example(Asked asked, long time, String label, String correctionOf) {
    examples.begin();
    examples.string(label);
    examples.optional(correctionOf);
    examples.integer(time);
    examples.encoded(asked.bytes(), asked.from());
    return examples.toBytes();
  }
}
