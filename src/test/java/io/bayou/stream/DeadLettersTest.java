package io.bayou.stream;

import static io.bayou.stream.TestStream.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.stream.topics.MessageSize;
import java.util.Arrays;
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
