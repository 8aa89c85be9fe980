package io.bayou.client;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventEncoder;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/** Lets a Kafka producer send {@link Event}s as JSON or Avro. */
public final class EventSerializer implements Serializer<Event> {
  /** Producer setting: {@code json}, the default, or {@code avro}. */
  public static final String FORMAT = "bayou.event.format";

  private EventEncoder encoder = EventEncoder.json();

  @Override
  public void configure(Map<String, ?> settings, boolean isKey) {
    Object format = settings.get(FORMAT);
    String name = format == null ? "json" : format.toString().toLowerCase(Locale.ROOT);
    encoder =
        switch (name) {
          case "json" -> EventEncoder.json();
          case "avro" -> EventEncoder.avro();
          default ->
              throw new ConfigException(
                  "unknown value '" + format + "' of " + FORMAT + "; it is json or avro");
        };
  }

  /** Synchronized: a producer is used by many threads, an encoder by one at a time. */
  @Override
  public synchronized byte[] serialize(String topic, Event event) {
    if (event == null) {
      return null;
    }
    try {
      return encoder.encode(event.example());
    } catch (BadRecordException e) {
      throw new SerializationException(e.getMessage(), e);
    }
  }
}
