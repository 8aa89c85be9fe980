package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FaultPolicyTest {
  @Test
  void shouldTellFaultsThatPassFromThoseThatStay() {
    assertThat(FaultPolicy.passes(new StreamsException(new InvalidTxnStateException("late"))))
        .isTrue();
    assertThat(FaultPolicy.passes(new TimeoutException("slow"))).isTrue();
    assertThat(
            FaultPolicy.passes(
                new StreamsException(
                    new IllegalStateException(
                        "Cannot attempt operation `sendOffsetsToTransaction` because the previous"
                            + " call to `commitTransaction` timed out and must be retried"))))
        .isTrue();
    assertThat(FaultPolicy.passes(new StreamsException(unhandled(Errors.UNKNOWN_SERVER_ERROR))))
        .isTrue();
    assertThat(FaultPolicy.passes(new UnknownServerException("broken"))).isTrue();
    assertThat(FaultPolicy.passes(unhandled(Errors.UNSUPPORTED_VERSION))).isFalse();
    assertThat(FaultPolicy.passes(new KafkaException("a bug"))).isFalse();
    assertThat(FaultPolicy.passes(new KafkaException())).isFalse();
    assertThat(FaultPolicy.passes(new IllegalStateException("a bug"))).isFalse();
    assertThat(FaultPolicy.passes(new StreamsException(new NullPointerException()))).isFalse();
    assertThat(FaultPolicy.passes(new TopicAuthorizationException("no"))).isFalse();
    assertThat(FaultPolicy.passes(new StackOverflowError())).isFalse();
  }

  /* As a producer says it that commits. */
  private static KafkaException unhandled(Errors error) {
    return new KafkaException("Unhandled error in EndTxnResponse: " + error.message());
  }

  @Test
  void shouldReplaceAFewThreadsInAWhile() {
    AtomicLong clock = new AtomicLong(2 * FaultPolicy.WINDOW.toNanos());
    FaultPolicy policy = new FaultPolicy(2, clock::get);
    for (int i = 0; i < FaultPolicy.MAX_REPLACEMENTS * 2; i++) {
      assertThat(policy.mayReplace(false)).isTrue();
    }
    assertThat(policy.mayReplace(false)).isFalse();

    clock.addAndGet(FaultPolicy.WINDOW.toNanos());
    assertThat(policy.mayReplace(false)).isFalse();
    clock.incrementAndGet();
    assertThat(policy.mayReplace(false)).isTrue();
  }

  @Test
  void shouldReplaceThreadsForAsLongAsAnOutageLasts() {
    FaultPolicy policy = new FaultPolicy(1, () -> 0);
    for (int i = 0; i < 100; i++) {
      assertThat(policy.mayReplace(true)).isTrue();
    }
    for (int i = 0; i < FaultPolicy.MAX_REPLACEMENTS; i++) {
      assertThat(policy.mayReplace(false)).as("an outage takes none of them").isTrue();
    }
    assertThat(policy.mayReplace(true)).isTrue();
    assertThat(policy.mayReplace(false)).isFalse();
  }
}
