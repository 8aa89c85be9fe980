package io.bayou.app.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordLeaves;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import io.bayou.stream.input.RawRecords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the records of a sample are: their encoding, their envelope, and the fields in them. */
public final class TopicProfile {
  private static final int MAX_PATHS = 2_000;
  private static final String CLOUD_EVENT_HEADER = "ce_specversion";

  private final TopicSample sample;
  private final EventLimits limits;
  private final Supplier<RecordDecoder> decoders;
  private final Map<String, FieldStats> fields = new LinkedHashMap<>();
  private final FieldStats keys = new FieldStats("key");
  private final Envelopes envelopes = new Envelopes();
  private Envelope envelope = Envelope.NONE;
  private boolean own;
  private boolean complete = true;
  private int readable;
  private String firstProblem = "";

  private TopicProfile(TopicSample sample, EventLimits limits, Supplier<RecordDecoder> decoders) {
    this.sample = sample;
    this.limits = limits;
    this.decoders = decoders;
  }

  /** As {@link #of(TopicSample, EventLimits, Supplier)}, without a schema registry. */
  static TopicProfile of(TopicSample sample, EventLimits limits) {
    return of(sample, limits, () -> new RecordDecoder(limits));
  }

  /**
   * With the schema registry of the settings.
   *
   * @throws CommandFailed if most records cannot be read
   */
  public static TopicProfile of(TopicSample sample, AppConfig config) {
    SchemaCache schemas = SchemaCache.of(config.schemaRegistry());
    try {
      return of(
          sample,
          config.limits(),
          () -> new RecordDecoder(config.limits(), config.schemaRegistry(), schemas));
    } catch (SchemaUnavailableException e) {
      throw new CommandFailed(e.getMessage());
    }
  }

  /**
   * @throws CommandFailed if most records cannot be read
   */
  static TopicProfile of(TopicSample sample, EventLimits limits, Supplier<RecordDecoder> decoders) {
    TopicProfile profile = new TopicProfile(sample, limits, decoders);
    profile.readKeys();
    profile.own = profile.areOwnEvents();
    if (!profile.own) {
      profile.readRecords();
      profile.envelope = profile.envelopes.most(profile.readable);
      if (profile.envelope != Envelope.NONE) {
        profile.readRecords();
      }
    }
    return profile;
  }

  private void readKeys() {
    RecordValues values = new RecordValues();
    int slot = values.addSlot();
    for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
      if (record.key() != null && record.key().length > 0) {
        values.clear();
        values.text(slot, new String(record.key(), UTF_8));
        keys.add(values, slot, record.partition());
      }
    }
  }

  /* Nine in ten: a topic of events may hold some bad records. */
  private boolean areOwnEvents() {
    EventCodec codec = new EventCodec(limits);
    OwnEvents events = new OwnEvents();
    for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
      try {
        events.add(codec.decode(record.value()), record.partition());
      } catch (BadRecordException e) {
        remember(e);
      }
    }
    boolean most = events.count() > 0 && 10L * events.count() >= 9L * sample.records().size();
    if (most) {
      readable = events.count();
      fields.putAll(events.fields());
    }
    return most;
  }

  private void readRecords() {
    fields.clear();
    readable = 0;
    firstProblem = "";
    Map<Boolean, RecordLeaves> readers = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : sample.records()) {
      boolean plain = record.headers().lastHeader(CLOUD_EVENT_HEADER) != null;
      RecordLeaves leaves = readers.computeIfAbsent(plain, this::leaves);
      try {
        RawRecord raw = RawRecords.of(record, record.timestamp());
        envelopes.begin(plain);
        leaves.read(
            raw,
            (path, values, slot) -> {
              envelopes.leaf(path, values, slot);
              fields.computeIfAbsent(path, FieldStats::new).add(values, slot, record.partition());
            });
        envelopes.end();
        readable++;
      } catch (BadRecordException e) {
        remember(e);
      }
    }
    complete = readers.values().stream().allMatch(RecordLeaves::isComplete);
    requireReadable();
  }

  private RecordLeaves leaves(boolean plain) {
    RecordFormat format =
        new RecordFormat(Encoding.AUTO, envelope, Optional.empty(), Optional.empty());
    return new RecordLeaves(decoders.get(), format, plain, MAX_PATHS);
  }

  private void remember(BadRecordException e) {
    if (firstProblem.isEmpty()) {
      firstProblem = e.getMessage();
    }
  }

  private void requireReadable() {
    List<byte[]> values = new ArrayList<>();
    sample.records().forEach(record -> values.add(record.value()));
    if (!values.isEmpty() && 2 * readable < values.size()) {
      throw new CommandFailed(
          "%d of %d records of %s cannot be read: %s; %s"
              .formatted(
                  values.size() - readable,
                  values.size(),
                  sample.topic(),
                  firstProblem,
                  FirstBytes.advice(values)));
    }
  }

  public TopicSample sample() {
    return sample;
  }

  /** As {@link InspectReport} suggests it, with this field as the label. */
  public String specFor(String label) {
    return FirstSpec.of(this, Roles.of(this).withLabel(label));
  }

  /** Where a record has values. */
  public List<String> paths() {
    return List.copyOf(fields.keySet());
  }

  /** Which fields may be the label, best first. */
  public List<String> labels() {
    return List.copyOf(Roles.of(this).label().keySet());
  }

  /** Reads the records. */
  public RecordDecoder newDecoder() {
    return decoders.get();
  }

  Collection<FieldStats> fields() {
    return fields.values();
  }

  FieldStats keys() {
    return keys;
  }

  Envelope envelope() {
    return envelope;
  }

  /** Whether the records are Bayou's own events, so that no mapping is needed. */
  public boolean isOwn() {
    return own;
  }

  /** Whether there were no more fields than are kept. */
  boolean isComplete() {
    return complete;
  }

  int readable() {
    return readable;
  }

  /** Why a record could not be read; empty if all could. */
  String firstProblem() {
    return firstProblem;
  }

  /** How the records are encoded, in words. */
  String format() {
    boolean json =
        sample.records().stream().allMatch(record -> FirstBytes.isObject(record.value()));
    String encoding = json ? "JSON" : "binary";
    return own
        ? "Bayou's own events"
        : switch (envelope) {
          case NONE -> encoding;
          case DEBEZIUM -> encoding + ", change events of Debezium";
          case CLOUDEVENTS -> encoding + ", CloudEvents";
        };
  }
}
