package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events wait where a task has state that only a newer build can use. */
class HeldTaskTest {
  private final TestStream stream = new TestStream();

  @BeforeEach
  void learn() {
    stream.learn("{\"features\":{\"x\":1},\"label\":\"a\"}", 0);
    stream.learn("{\"features\":{\"x\":2},\"label\":\"a\"}", 1);
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private boolean isHeld(String topic) {
    return stream.services.held().contains(new TopicPartition(topic, 0));
  }

  /** A newer build has another format of rows, other rows, or another format of definitions. */
  @ParameterizedTest
  @CsvSource({
    "default@1/labeled-0/class/a/0, 00000001 02",
    "default@1/labeled-0/newer/0, 00000001 01 05 6e65776572",
    "definition/default, c301 0102030405060708"
  })
  void shouldHoldATaskThatNeedsANewerBuild(String key, String value) {
    Map<Bytes, byte[]> newer = new TreeMap<>(TakeOver.rowsOf(stream));
    newer.put(Bytes.wrap(bytes(key)), HexFormat.of().parseHex(value.replace(" ", "")));

    try (TakeOver next = new TakeOver(stream, newer)) {
      assertThat(isHeld("labeled")).isTrue();
      assertThat(isHeld("unlabeled")).isTrue();
      next.publish(LearningTopology.SNAPSHOTS);

      assertThat(next.rows()).isEqualTo(newer);
    }
    assertThat(isHeld("labeled")).isFalse();
  }

  @Test
  void shouldNotHoldATaskWhoseRowsAreDamaged() {
    Map<Bytes, byte[]> damaged = new TreeMap<>(TakeOver.rowsOf(stream));
    damaged.put(Bytes.wrap(bytes("default@1/labeled-0/class/a/0")), new byte[] {0, 0, 0, 2, 1});

    try (TakeOver next = new TakeOver(stream, damaged)) {
      assertThat(isHeld("labeled")).isFalse();
      assertThat(next.rows()).isEqualTo(damaged);
    }
  }

  @Test
  void shouldNotHoldATaskThatItCanRead() {
    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      assertThat(next.rows()).isNotEmpty();
      assertThat(isHeld("labeled")).isFalse();
    }
  }
}
