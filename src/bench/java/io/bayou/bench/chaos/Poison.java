package io.bayou.bench.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.chaos.Ledger.Kind;
import io.bayou.client.Event;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Sends invalid and extreme records. Single-threaded. */
final class Poison implements AutoCloseable {
  private static final int A_VOLLEY = 5;

  /* Kinds, in turn; those that give exactly one dead letter come first. */
  private enum Type {
    GARBAGE,
    CUT_JSON,
    EMPTY,
    NEGATIVE_WEIGHT,
    UNKNOWN_MODEL,
    LONG_NAME,
    LONG_LABEL,
    LONG_KEY,
    UNKNOWN_SCHEMA,
    BROKEN_CONFLUENT,
    CUT_AVRO,
    HUGE_COMPRESSED,
    HUGE_PLAIN,
    HUGE_HEADERS,
    HUGE_EVENT,
    TOO_MANY_FEATURES,
    FAR_VALUES,
    LARGE_LABEL,
    NO_VALUE,
    FOREIGN_ROWS
  }

  private final Sender plain;
  private final Sender gzip;
  private int volleys;
  private int certain;
  private int doubtful;

  Poison(String bootstrapServers, Ledger ledger) {
    plain = new Sender(bootstrapServers, ledger, "none");
    gzip = new Sender(bootstrapServers, ledger, "gzip");
  }

  /** Sends the next few kinds of poison to either event topic. */
  void volley(int choice) {
    Random random = new Random(choice);
    for (int i = 0; i < A_VOLLEY; i++) {
      int turn = volleys * A_VOLLEY + i;
      String topic = random.nextBoolean() ? Topics.LABELED : Topics.UNLABELED;
      send(Type.values()[turn % Type.values().length], topic, random);
    }
    volleys++;
  }

  private void send(Type type, String topic, Random random) {
    switch (type) {
      case FAR_VALUES -> farValues(random);
      case LARGE_LABEL -> largeLabels(random);
      case NO_VALUE -> plain.send(topic, Kind.DOUBTFUL, doubtful++, null);
      case FOREIGN_ROWS -> foreignRows(random);
      case HUGE_HEADERS -> {
        Headers headers = new RecordHeaders().add("huge", bytes(random, 900_000));
        plain.send(topic, Kind.POISON, certain++, garbage(random, 100), headers);
      }
      case HUGE_EVENT -> gzip.send(topic, Kind.POISON, certain++, hugeEvent());
      case HUGE_COMPRESSED -> {
        byte[] value = new byte[2_000_000 + random.nextInt(3_000_000)];
        Arrays.fill(value, (byte) ('a' + random.nextInt(26)));
        gzip.send(topic, Kind.POISON, certain++, value);
      }
      default -> plain.send(topic, Kind.POISON, certain++, value(type, random));
    }
  }

  private static byte[] value(Type type, Random random) {
    return switch (type) {
      case CUT_JSON -> text("{\"features\":{\"never seen " + random.nextInt() + "\":");
      case EMPTY -> new byte[0];
      case NEGATIVE_WEIGHT -> text("{\"weight\":-1,\"features\":{}}");
      case UNKNOWN_MODEL ->
          text("{\"model\":\"no-" + random.nextInt() + "\",\"features\":{\"a\":1}}");
      case LONG_NAME -> text("{\"features\":{\"" + "n".repeat(300) + "\":1}}");
      case LONG_LABEL -> text("{\"features\":{\"a\":1},\"label\":\"" + "l".repeat(70_000) + "\"}");
      case LONG_KEY -> ofCustomer("k".repeat(300), "");
      case UNKNOWN_SCHEMA -> hex("c3010123456789abcdef00");
      case BROKEN_CONFLUENT -> hex("0000000001feffffff0f");
      case CUT_AVRO -> cutAvro();
      case HUGE_PLAIN -> garbage(random, 1_048_400);
      case TOO_MANY_FEATURES -> tooManyFeatures();
      default -> garbage(random, 1 + random.nextInt(2_000));
    };
  }

  /* Weight times square overflows a double: rejected, or learned without harm. Written by hand,
   * because the client's encoder may reject such events. */
  private void farValues(Random random) {
    for (String value : new String[] {"1e150", "-1e150"}) {
      String label = "class-" + random.nextInt(2);
      abuse(plain, "\"weight\":1e15,\"features\":{\"a\":" + value + "}", label);
    }
  }

  private void largeLabels(Random random) {
    for (int i = 0; i < 20; i++) {
      abuse(gzip, "\"features\":{\"a\":1}", random.nextInt(1_000) + "x".repeat(60_000));
    }
  }

  private void abuse(Sender sender, String fields, String label) {
    String json =
        "{\"model\":\"" + Topics.ABUSED + "\"," + fields + ",\"label\":\"" + label + "\"}";
    sender.send(Topics.LABELED, Kind.DOUBTFUL, doubtful++, text(json));
  }

  private void foreignRows(Random random) {
    for (String topic : new String[] {Topics.MODELS, Topics.SNAPSHOTS, Topics.EVALUATIONS}) {
      byte[] key = text("foreign-" + random.nextInt(50));
      plain.send(topic, key, garbage(random, 300));
      plain.send(topic, garbage(random, 12), garbage(random, 300_000));
      plain.send(topic, key, new byte[0]);
      plain.send(topic, key, null);
    }
  }

  /* For a model without a scope it would not be too large. */
  private static byte[] hugeEvent() {
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      texts.append(",\"t").append(i).append("\":\"").append("w".repeat(61_000)).append('"');
    }
    return ofCustomer("ann", texts.toString());
  }

  private static byte[] ofCustomer(String customer, String more) {
    String json = "{\"model\":\"%s\",\"features\":{\"customer\":\"%s\"%s},\"label\":\"buys\"}";
    return text(json.formatted(Topics.PERSONAL, customer, more));
  }

  private static byte[] cutAvro() {
    byte[] whole = new Event("id").number("a", 1).text("b", "value").toAvro();
    return Arrays.copyOf(whole, whole.length - 4);
  }

  private static byte[] tooManyFeatures() {
    StringBuilder json = new StringBuilder("{\"features\":{\"f\":1");
    for (int i = 0; i < 1_500; i++) {
      json.append(",\"f").append(i).append("\":1");
    }
    return text(json.append("}}").toString());
  }

  /* The first byte belongs to no known format. */
  private static byte[] garbage(Random random, int length) {
    byte[] bytes = bytes(random, length);
    bytes[0] = (byte) 0xfe;
    return bytes;
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] text(String value) {
    return value.getBytes(UTF_8);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  @Override
  public void close() {
    plain.close();
    gzip.close();
  }
}
