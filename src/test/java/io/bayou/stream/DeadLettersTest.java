package io.bayou.stream;

import static io.bayou.stream.TestStream.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.stream.topics.MessageSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A dead letter always fits into a message. */
class DeadLettersTest {
  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  private TestRecord<byte[], byte[]> letter(int key, int value, int header) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("trace", filled(header));
    stream.input("labeled").pipeInput(new TestRecord<>(filled(key), filled(value), headers, 0L));
    return stream.deadLetters.readRecord();
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'x');
    return bytes;
  }

  private static void assertFits(TestRecord<byte[], byte[]> letter) {
    assertThat(MessageSize.of(letter.key(), letter.value(), letter.headers()))
        .isLessThanOrEqualTo(MessageSize.MAX);
    assertThat(header(letter.headers(), DeadLetters.REASON)).isNotEmpty();
    assertThat(header(letter.headers(), DeadLetters.OFFSET)).isNotEmpty();
  }

  @Test
  void shouldPassOnWhatFits() {
    TestRecord<byte[], byte[]> letter = letter(10, 880_000, 10);

    assertFits(letter);
    assertThat(letter.value()).hasSize(880_000);
    assertThat(letter.headers().lastHeader(DeadLetters.TRUNCATED)).isNull();
    assertThat(stream.activity.truncatedLetters()).isZero();
  }

  @Test
  void shouldCutNothingThatFitsExactly() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("trace", filled(10));
    int room = MessageSize.MAX - (8 << 10) - MessageSize.of(filled(10), null, headers);

    assertThat(letter(10, room, 10).value()).hasSize(room);
    assertThat(stream.activity.truncatedLetters()).isZero();
    TestRecord<byte[], byte[]> longer = letter(10, room + 1, 10);
    assertThat(longer.value()).hasSize(room);
    assertThat(header(longer.headers(), DeadLetters.TRUNCATED)).isEqualTo("value");
    assertThat(stream.activity.truncatedLetters()).isOne();
  }

  @Test
  void shouldKeepAKeyAndHeadersOfAQuarterEach() {
    RecordHeaders empty = new RecordHeaders();
    empty.add("trace", filled(0));
    int header = MessageSize.MAX / 4 - MessageSize.of(empty);

    TestRecord<byte[], byte[]> letter = letter(MessageSize.MAX / 4, 1_000_000, header);

    assertThat(header(letter.headers(), DeadLetters.TRUNCATED)).isEqualTo("value");
    assertThat(letter.key()).hasSize(MessageSize.MAX / 4);
    assertThat(header(letter.headers(), "trace")).hasSize(header);
  }

  @Test
  void shouldTellTheListener() {
    List<String> told = new ArrayList<>();
    stream.activity.listen(
        new StreamListener() {
          @Override
          public void refused(
              String topic, int at, long offset, String reason, String message, byte[] value) {
            told.add(topic + "-" + at + "@" + offset + " " + reason + ", bytes " + value.length);
          }
        });
    letter(1, 1, 1);

    assertThat(told).containsExactly("labeled-0@0 UNKNOWN_FORMAT, bytes 1");
  }

  @Test
  void shouldCutAValue() {
    TestRecord<byte[], byte[]> letter = letter(10, 5_000_000, 10);

    assertFits(letter);
    assertThat(letter.value()).hasSizeGreaterThan(MessageSize.MAX - 20_000);
    assertThat(letter.key()).hasSize(10);
    assertThat(header(letter.headers(), "trace")).hasSize(10);
    assertThat(header(letter.headers(), DeadLetters.TRUNCATED)).isEqualTo("value");
    assertThat(header(letter.headers(), DeadLetters.ORIGINAL_SIZE))
        .isEqualTo("" + (5_000_000 + 10 + 10 + 64 + 10 + 3 * "trace".length()));
    assertThat(stream.activity.truncatedLetters()).isOne();
  }

  @Test
  void shouldCutEverything() {
    TestRecord<byte[], byte[]> letter = letter(1_000_000, 2_000_000, 3_000_000);

    assertFits(letter);
    assertThat(letter.headers().lastHeader("trace")).isNull();
    assertThat(header(letter.headers(), DeadLetters.TRUNCATED)).isEqualTo("headers,key,value");
  }

  @Test
  void shouldKeepASmallValueBesideALargeKey() {
    TestRecord<byte[], byte[]> letter = letter(1_000_000, 10, 0);

    assertFits(letter);
    assertThat(letter.value()).hasSize(10);
    assertThat(header(letter.headers(), DeadLetters.TRUNCATED)).isEqualTo("key");
  }
}
