package io.bayou.stream.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.codec.schema.WriterSchema;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PatientSchemasTest {
  private static final Duration PAUSE = Duration.ofMillis(1);

  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final PatientSchemas schemas =
      new PatientSchemas(
          id -> {
            calls.incrementAndGet();
            if (failures.getAndDecrement() > 0) {
              throw new SchemaUnavailableException("the registry is away");
            }
            return null;
          },
          PAUSE);

  @Test
  void shouldAskAgainUntilTheSchemaComes() {
    failures.set(5);

    assertThat(schemas.get(null)).isNull();
    assertThat(calls).hasValue(6);
    assertThat(schemas.waiting()).isZero();
  }

  @Test
  void shouldEndTheWaitWhenItIsClosed() {
    failures.set(Integer.MAX_VALUE);
    CompletableFuture<WriterSchema> waiting =
        CompletableFuture.supplyAsync(() -> schemas.get(null));
    Awaitility.await().until(() -> schemas.waiting() == 1);

    schemas.close();

    assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(SchemaUnavailableException.class);
    assertThat(schemas.waiting()).isZero();
  }
}
