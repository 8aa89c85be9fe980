package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.FakeKafka;
import io.bayou.stream.topics.KafkaCluster;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers of the same model shut one another out. */
class ModelWriterTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final FakeKafka kafka =
      new FakeKafka(AppConfig.of(Map.of("topic.prefix", "", "application.id", "app")))
          .withTopic("models", 1)
          .withTopic("evaluations", 1);

  @AfterEach
  void shouldCloseEveryClient() {
    assertThat(kafka.openClients()).isZero();
  }

  /** The same cluster, where something happens before each call of a producer's method. */
  private record Disturbed(FakeKafka kafka, String method, Runnable before)
      implements KafkaCluster {
    @Override
    public AppConfig config() {
      return kafka.config();
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
      return kafka.consumer(settings);
    }

    @Override
    public Admin admin(Map<String, Object> settings) {
      return kafka.admin(settings);
    }

    @Override
    @SuppressWarnings("unchecked") // it is of the class that is asked for
    public Producer<byte[], byte[]> producer(Map<String, Object> settings) {
      Producer<byte[], byte[]> producer = kafka.producer(settings);
      return (Producer<byte[], byte[]>)
          Proxy.newProxyInstance(
              Producer.class.getClassLoader(),
              new Class<?>[] {Producer.class},
              (proxy, called, arguments) -> {
                if (called.getName().equals(method)) {
                  before.run();
                }
                try {
                  return called.invoke(producer, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  /** Counts the commits; the first ones are overruled by another command. */
  private ModelCreator overruled(int times, AtomicInteger commits) {
    return ModelCreator.of(
        new Disturbed(
            kafka,
            "commitTransaction",
            () -> {
              if (commits.incrementAndGet() <= times) {
                ModelWriter.ofDefinition(kafka, "m").close();
              }
            }));
  }

  @Test
  void shouldCreateAModelThoughItIsOverruledAtFirst() {
    AtomicInteger commits = new AtomicInteger();

    ModelDefinition created = overruled(9, commits).create("m", SPEC);

    assertThat(commits).hasValue(ModelCreator.MAX_ATTEMPTS);
    assertThat(new ModelTopics(kafka).readDefinitions().definition("m")).contains(created);
    assertThat(kafka.records("models")).hasSize(1);
  }

  @Test
  void shouldGiveUpWhenItIsOverruledAgainAndAgain() {
    AtomicInteger commits = new AtomicInteger();
    ModelCreator creator = overruled(1_000, commits);

    assertThatThrownBy(() -> creator.create("m", SPEC))
        .isInstanceOf(ModelWriter.OverruledException.class);
    assertThat(commits).hasValue(ModelCreator.MAX_ATTEMPTS);
    assertThat(kafka.records("models")).isEmpty();
  }

  /** The broker does not say whether it has committed: it has, or it has not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadWhatHasBecomeOfACommitThatTheBrokerFailsIn(boolean committed) {
    AtomicInteger commits = new AtomicInteger();
    ModelCreator creator =
        ModelCreator.of(
            new Disturbed(
                kafka,
                "commitTransaction",
                () -> {
                  if (commits.incrementAndGet() == 1) {
                    if (committed) {
                      ModelCreator.of(kafka).create("m", SPEC);
                    }
                    throw new KafkaException(
                        "Unhandled error in EndTxnResponse: "
                            + Errors.UNKNOWN_SERVER_ERROR.message());
                  }
                }));

    ModelDefinition created = creator.create("m", SPEC);

    assertThat(commits).hasValue(committed ? 1 : 2);
    assertThat(new ModelTopics(kafka).readDefinitions().definition("m")).contains(created);
    assertThat(kafka.records("models")).hasSize(1);
  }

  @Test
  void shouldNotRepeatWhatIsRefused() {
    AtomicInteger commits = new AtomicInteger();
    ModelCreator creator =
        ModelCreator.of(
            new Disturbed(
                kafka,
                "commitTransaction",
                () -> {
                  commits.incrementAndGet();
                  throw new TopicAuthorizationException("no");
                }));

    assertThatThrownBy(() -> creator.create("m", SPEC))
        .isInstanceOf(TopicAuthorizationException.class);
    assertThat(commits).hasValue(1);
  }

  @Test
  void shouldCloseAProducerThatCannotBegin() {
    Disturbed cluster =
        new Disturbed(
            kafka,
            "initTransactions",
            () -> {
              throw new KafkaException("no coordinator");
            });

    assertThatThrownBy(() -> ModelWriter.ofDefinition(cluster, "m"))
        .isInstanceOf(KafkaException.class)
        .hasMessage("no coordinator");
  }

  @Test
  void shouldNumberThePartsOfALargeEvaluation() {
    PrequentialScore score = new PrequentialScore(4_000);
    for (int i = 0; i < 3_000; i++) {
      score.add(new Posterior(), i + "x".repeat(200), 1.0);
    }
    try (ModelWriter writer = ModelWriter.ofReplay(kafka, "m")) {
      writer.publish(
          new Evaluation(
              "m", 1, "base:p-0", score.cumulative(), score.fading(), Comparison.NONE, 1L));
      writer.commit();
    }

    assertThat(kafka.records("evaluations"))
        .extracting(record -> text(record.key()))
        .startsWith("m@1/base:p-0", "m@1/base:p-0/1");
  }
}
