package io.bayou.codec.join;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;
import static org.apache.avro.SchemaNormalization.parsingFingerprint64;

import io.bayou.avro.Event;
import io.bayou.avro.LabeledExample;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroReader;
import io.bayou.codec.avro.AvroWriter;
import io.bayou.codec.event.AvroFeatures;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.model.Example;
import io.bayou.model.Served;

/** Events for the models of their keys, in Avro's single-object encoding. Single-threaded. */
public final class KeyedEventCodec {
  private static final String WHAT = "the keyed event";
  private static final long FINGERPRINT =
      parsingFingerprint64(io.bayou.avro.KeyedEvent.getClassSchema());
  private static final Purpose[] PURPOSES = Purpose.values();

  private final AvroWriter out = new AvroWriter(io.bayou.avro.KeyedEvent.getClassSchema());
  private final AvroWriter events = new AvroWriter(Event.getClassSchema());
  private final AvroWriter examples = new AvroWriter(LabeledExample.getClassSchema());

  /** The event of an example, as {@link KeyedEvent#event} holds it. */
  public byte[] event(Example example, String id, String model) {
    return example.served() == null ? plain(example, id, model) : served(example, id, model);
  }

  /* Of what is only taken back, the label is the one that was learned: the purpose tells. */
  private byte[] plain(Example example, String id, String model) {
    boolean retraction = example.label() == null;
    events.begin();
    events.string(id == null ? "" : id);
    events.optional(model);
    AvroFeatures.write(example.features(), events);
    events.optional(retraction ? example.correctionOf() : example.label());
    events.number(example.weight());
    events.optional(retraction ? null : example.correctionOf());
    return events.toBytes();
  }

  private byte[] served(Example example, String id, String model) {
    Served served = example.served();
    examples.begin();
    examples.string(example.label());
    examples.optional(example.correctionOf());
    examples.integer(0); // when it was asked matters to the join alone
    examples.string(id == null ? "" : id);
    examples.string(model);
    AvroFeatures.write(example.features(), examples);
    examples.number(example.weight());
    examples.integer(served.version());
    examples.optional(served.label().orElse(null));
    examples.items(served.posterior().size());
    served
        .posterior()
        .forEach(
            (label, probability) -> {
              examples.string(label);
              examples.number(probability);
            });
    examples.end();
    return examples.toBytes();
  }

  public byte[] encode(KeyedEvent event) {
    out.begin();
    out.integer(event.purpose().ordinal());
    out.integer(event.arrival().time());
    out.integer(event.arrival().writtenAt());
    out.string(event.arrival().source());
    out.string(event.log());
    out.integer(event.offset());
    out.integer(event.version());
    out.bytes(event.event());
    return out.toBytes();
  }

  /**
   * @throws BadRecordException if the bytes are no such event
   */
  public KeyedEvent decode(byte[] bytes) {
    if (AvroReader.fingerprint(WHAT, bytes) != FINGERPRINT) {
      throw new BadRecordException(
          UNKNOWN_SCHEMA,
          "a record of the keyed topic is of a schema that this build does not know; deploy the new"
              + " reader before the new writer");
    }
    AvroReader in = new AvroReader(WHAT, bytes);
    long purpose = in.integer();
    if (purpose < 0 || purpose >= PURPOSES.length) {
      throw new BadRecordException(INVALID, WHAT + " has the unknown purpose " + purpose);
    }
    long time = in.integer();
    long writtenAt = in.integer();
    Arrival arrival = new Arrival(time, writtenAt, in.string());
    KeyedEvent event =
        new KeyedEvent(
            PURPOSES[(int) purpose],
            arrival,
            in.string(),
            in.integer(),
            (int) in.integer(),
            in.bytes());
    in.end();
    return event;
  }
}
