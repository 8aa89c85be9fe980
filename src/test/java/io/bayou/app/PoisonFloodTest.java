package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.stream.DeadLetters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One bad record for every good one: none gets in the way of another, and none leaves a trace. */
@Tag("broker")
class PoisonFloodTest {
  private static final int THIRD = 66_600;
  private static final int ALL = 3 * THIRD + 200; // half of them good

  /* Buffers and the dictionaries of names have limits, which they reach by and by. To keep every
   * bad record would take three times as much. */
  private static final long NOISE = 6 << 20;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Poison(Reason reason, byte[] value) {}

  @Test
  void shouldAnswerTheGoodAndKeepTheBad() throws Exception {
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "poison.")) {
      BayouProcess instance = fleet.start("state");
      List<RecordMetadata> places = new ArrayList<>();
      send(fleet, 0, THIRD, places);
      long heapAtFirst = instance.liveHeap();
      send(fleet, THIRD, 2 * THIRD, places);
      send(fleet, 2 * THIRD, ALL, places);
      long heapAtLast = instance.liveHeap();

      assertThat(heapAtLast - heapAtFirst).as("growth of the live heap").isLessThan(NOISE);
      fleet.assertAnsweredOnce(ALL / 2);
      assertDeadLetters(fleet, places);
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  /* Even numbers are good, odd ones are bad. */
  private static void send(Fleet fleet, int from, int to, List<RecordMetadata> places) {
    String topic = fleet.topic("unlabeled");
    places.addAll(
        fleet
            .log()
            .send(
                from,
                to,
                i ->
                    new ProducerRecord<>(
                        topic,
                        key(i).getBytes(UTF_8),
                        i % 2 == 0 ? TopicLog.event(i, false) : poison(i).value())));
    fleet.await(() -> assertThat(fleet.log().keys(fleet.topic("predictions"))).hasSize(to / 2));
    fleet.await(() -> assertThat(fleet.log().keys(fleet.topic("dead-letters"))).hasSize(to / 2));
  }

  private static String key(int i) {
    return "e" + i;
  }

  private static Poison poison(int i) {
    return switch (i / 2 % 8) {
      case 0 -> poison(Reason.UNKNOWN_FORMAT, "hello " + i);
      case 1 -> poison(Reason.MALFORMED, "{\"features\":{\"never seen " + i + "\":");
      case 2 -> poison(Reason.MALFORMED, "");
      case 3 -> poison(Reason.INVALID, "{\"weight\":-" + i + ",\"features\":{}}");
      case 4 ->
          poison(Reason.UNKNOWN_MODEL, "{\"model\":\"no model " + i + "\",\"features\":{\"a\":1}}");
      case 5 -> poison(Reason.TOO_LARGE, "{\"features\":{\"" + "n".repeat(300) + i + "\":1}}");
      case 6 -> new Poison(Reason.UNKNOWN_SCHEMA, bytes("c301" + "0123456789abcdef", i));
      default -> new Poison(Reason.MALFORMED, bytes("0000000001" + "feffffff0f", i));
    };
  }

  private static Poison poison(Reason reason, String value) {
    return new Poison(reason, value.getBytes(UTF_8));
  }

  private static byte[] bytes(String hex, int i) {
    return HexFormat.of().parseHex(hex + HexFormat.of().toHexDigits(i));
  }

  private static void assertDeadLetters(Fleet fleet, List<RecordMetadata> places) {
    Map<String, Integer> letters = new HashMap<>();
    fleet
        .log()
        .read(
            fleet.topic("dead-letters"),
            letter -> {
              String key = new String(letter.key(), UTF_8);
              int i = Integer.parseInt(key.substring(1));
              assertLetter(letter, poison(i), places.get(i));
              letters.merge(key, 1, Integer::sum);
            });
    assertThat(letters).hasSize(ALL / 2).allSatisfy((key, count) -> assertThat(count).isOne());
  }

  private static void assertLetter(
      ConsumerRecord<byte[], byte[]> letter, Poison poison, RecordMetadata place) {
    assertThat(letter.value()).isEqualTo(poison.value());
    assertThat(header(letter, DeadLetters.REASON)).isEqualTo(poison.reason().name());
    assertThat(header(letter, "__streams.errors.exception"))
        .isEqualTo(BadRecordException.class.getName());
    assertThat(header(letter, "__streams.errors.message")).isNotBlank();
    assertThat(header(letter, "__streams.errors.topic")).isEqualTo(place.topic());
    assertThat(header(letter, "__streams.errors.partition")).isEqualTo("" + place.partition());
    assertThat(header(letter, "__streams.errors.offset")).isEqualTo("" + place.offset());
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }
}
