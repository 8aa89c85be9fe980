package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.http.ServedModel;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.TestStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What HTTP serves while somebody is summing. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PublishedModelsTest {
  private static final String LARGE = "large";
  private static final String SMALL = "small";

  private final TestStream stream = new TestStream();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger sums = new AtomicInteger();
  private final PublishedModels models =
      new PublishedModels(
          stream.shared, this::sum, Duration.ofDays(1), SMALL, clock::incrementAndGet);

  /* While it is set, the sum of the large model is not done. */
  private volatile CountDownLatch summing = new CountDownLatch(0);
  private final CountDownLatch begun = new CountDownLatch(1);

  private Learner sum(String model, int version, ModelSpec spec) {
    sums.incrementAndGet();
    if (model.equals(LARGE) && summing.getCount() > 0) {
      begun.countDown();
      try {
        summing.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return stream.shared.merged(model, version, spec);
  }

  @BeforeEach
  void define() {
    stream.define(LARGE);
    stream.define(SMALL);
  }

  @AfterEach
  void stop() {
    summing.countDown();
    stream.close();
  }

  private void learn(String model) {
    stream.learn("{\"model\":\"" + model + "\",\"features\":{\"x\":1},\"label\":\"a\"}");
    stream.passInterval();
    for (KeyValue<byte[], byte[]> row : stream.snapshots.readKeyValuesToList()) {
      stream.input("snapshots").pipeInput(row.key, row.value);
    }
  }

  private ServedModel find(String model) {
    return models.find(model, OptionalInt.empty()).orElseThrow();
  }

  private CompletableFuture<ServedModel> findLater(String model) throws InterruptedException {
    CompletableFuture<ServedModel> found = CompletableFuture.supplyAsync(() -> find(model));
    begun.await();
    return found;
  }

  private void later() {
    clock.addAndGet(TimeUnit.HOURS.toMillis(1)); // whatever the former sum took
  }

  @Test
  void shouldDelayNeitherAnotherModelNorReadersOfTheFormerSum()
      throws ExecutionException, InterruptedException, TimeoutException {
    learn(LARGE);
    ServedModel former = find(LARGE);
    later();
    learn(LARGE);
    learn(SMALL);
    summing = new CountDownLatch(1);
    CompletableFuture<ServedModel> slow = findLater(LARGE);

    assertThat(find(SMALL).examples()).isEqualTo(1);
    assertThat(find(LARGE)).isSameAs(former);
    assertThat(slow).isNotDone();

    summing.countDown();
    assertThat(slow.get(10, TimeUnit.SECONDS).examples()).isEqualTo(2);
    assertThat(find(LARGE)).isSameAs(slow.get());
  }

  @Test
  void shouldShowANewDefinitionWhileSumming() throws Exception {
    learn(LARGE);
    ServedModel former = find(LARGE);
    later();
    learn(LARGE);
    summing = new CountDownLatch(1);
    CompletableFuture<ServedModel> slow = findLater(LARGE);
    ModelDefinition changed = former.definition().train(ModelSpec.defaults(), 1L);
    stream.define(changed);

    assertThat(find(LARGE).definition()).isEqualTo(changed);
    assertThat(slow).isNotDone();
  }

  @Test
  void shouldWaitForTheFirstSumOfItsOwnModelOnly() throws Exception {
    learn(LARGE);
    learn(SMALL);
    summing = new CountDownLatch(1);
    CompletableFuture<ServedModel> first = findLater(LARGE);
    CompletableFuture<ServedModel> second = CompletableFuture.supplyAsync(() -> find(LARGE));

    assertThat(find(SMALL).examples()).isEqualTo(1);
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    summing.countDown();
    assertThat(second.get(10, TimeUnit.SECONDS)).isSameAs(first.get(10, TimeUnit.SECONDS));
    assertThat(sums).hasValue(2);
  }

  @Test
  void shouldSumAgainOnlyWhatHasChanged() {
    learn(SMALL);
    ServedModel first = find(SMALL);
    later();
    assertThat(find(SMALL)).as("nothing was published").isSameAs(first);
    ModelDefinition changed = first.definition().train(ModelSpec.defaults(), 1L);
    stream.define(changed);
    assertThat(find(SMALL).definition()).isEqualTo(changed);
    assertThat(sums).as("a definition changes no sum").hasValue(1);

    learn(SMALL);
    assertThat(find(SMALL).examples()).as("within a second").isEqualTo(1);
    later();
    assertThat(find(SMALL).examples()).isEqualTo(2);
    assertThat(sums).hasValue(2);
  }

  @Test
  void shouldSayWhoHasBeenSilent() {
    learn(SMALL);
    later();
    assertThat(find(SMALL).isStale()).isFalse();
    clock.addAndGet(TimeUnit.DAYS.toMillis(1));

    assertThat(find(SMALL).isStale()).isTrue();
    assertThat(sums).hasValue(1);
  }
}
