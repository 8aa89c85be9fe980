package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.junit.jupiter.api.Test;

class OutputErrorsTest {
  private final Activity activity = new Activity();
  private final OutputErrors handler = new OutputErrors();
  private final ProducerRecord<byte[], byte[]> letter =
      new ProducerRecord<>("dead-letters", new byte[0]);

  OutputErrorsTest() {
    handler.configure(Map.of(DeadLetters.ACTIVITY, activity));
  }

  private static ErrorHandlerContext context() {
    return (ErrorHandlerContext)
        Proxy.newProxyInstance(
            OutputErrorsTest.class.getClassLoader(),
            new Class<?>[] {ErrorHandlerContext.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "partition" -> 1;
                  case "offset" -> 2L;
                  default -> "labeled";
                });
  }

  /** Kafka's own handler makes a dead letter of a dead letter, until the stack overflows. */
  @Test
  void shouldDropAndCountWhatIsTooLargeForItsTopic() {
    var response = handler.handleError(context(), letter, new RecordTooLargeException("large"));

    assertThat(response.result()).isEqualTo(Result.RESUME);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
    assertThat(activity.lostOutputs()).containsEntry("dead-letters", 1L);
  }

  @Test
  void shouldFailOnEverythingElse() {
    var response = handler.handleError(context(), letter, new TimeoutException("slow"));

    assertThat(response.result()).isEqualTo(Result.FAIL);
    assertThat(activity.lostOutputs()).isEmpty();
  }
}
