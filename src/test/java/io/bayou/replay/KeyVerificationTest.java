package io.bayou.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.keyed.KeyId;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.KeyedActivity;
import io.bayou.stream.keyed.KeyedStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** Whether keys have learned what the log says. */
class KeyVerificationTest {
  private static final int KEYS = 200;
  private static final int EVENTS = 1_000;
  private static final ModelSpec SPEC =
      ModelSpec.builder(LearnerKind.NAIVE_BAYES).scope(ScopeSpec.auto("who")).build();
  private static final ModelDefinition DEFINITION = ModelDefinition.first("default", SPEC, 0L);

  private final ReplayWorld world = new ReplayWorld(Map.of("keyed.enabled", "true"));
  private final KeyValueStore<Bytes, byte[]> rows = rows();

  private static KeyValueStore<Bytes, byte[]> rows() {
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    KeyValueStore<Bytes, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("keyed"), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  /** Learns a log as a task of keys does. */
  private void learn() {
    world.kafka.withTopic("app-keyed-changelog", 1);
    for (int i = 0; i < EVENTS; i++) {
      world.send(
          i % 2,
          i,
          "{\"label\":\"%s\",\"features\":{\"who\":\"customer %d\",\"x\":%d}}"
              .formatted(i % 3 == 0 ? "a" : "b", i / 2 % KEYS, i % 7));
    }
    KeyedStore store = new KeyedStore(rows, new KeyedActivity(), 100_000);
    KeyedModel model = KeyedModel.of(SPEC);
    Learner everybody = model.newEverybody();
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    for (ConsumerRecord<byte[], byte[]> record : world.kafka.records("labeled")) {
      Example example = codec.decode(record.value());
      KeyState state = store.get(new KeyId("default@1", model.keyOf(example)), model);
      String source = "labeled-" + record.partition();
      long position = 2 * record.offset() + 1;
      state.learn(example, everybody, source, "log", position, record.timestamp());
      store.learned(state, 0);
      example.clear();
    }
    store.store(new byte[1]);
  }

  /** Writes the changelog as the store has it, but for the main row of one key. */
  private void publish(String key, UnaryOperator<byte[]> change) {
    try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
      all.forEachRemaining(
          row -> {
            boolean isKey = new String(row.key.get(), UTF_8).contains(key + "\0");
            byte[] value = isKey ? change.apply(row.value.clone()) : row.value;
            world.kafka.append("app-keyed-changelog", 0, 0L, row.key.get(), value);
          });
    }
  }

  private List<Finding> verify(int keys, long seed) {
    return new KeyVerification(world.kafka, "default", DEFINITION.active()).sample(keys, seed);
  }

  @Test
  void shouldFindEveryKeyEqual() {
    learn();
    publish("nobody", row -> row);

    List<Finding> findings = verify(KEYS, 0);
    assertThat(findings).hasSize(2 * KEYS).extracting(Finding::verdict).containsOnly(Verdict.EQUAL);
    assertThat(findings.stream().mapToLong(Finding::examples).sum()).isEqualTo(EVENTS);
  }

  /* The last bit of the last number. */
  @Test
  void shouldNoticeAKeyThatWasTamperedWith() {
    learn();
    publish(
        "customer 17",
        row -> {
          row[row.length - 1] ^= 1;
          return row;
        });

    assertThat(verify(KEYS, 0))
        .filteredOn(finding -> finding.verdict() != Verdict.EQUAL)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.DIFFERENT);
              assertThat(finding.source()).isEqualTo("key customer 17 of labeled-1");
            });
  }

  @Test
  void shouldChooseKeysAtRandomButReproducibly() {
    learn();
    publish("nobody", row -> row);

    assertThat(sources(10, 1)).hasSize(2 * 10).isEqualTo(sources(10, 1));
    assertThat(sources(10, 1)).isNotEqualTo(sources(10, 2));
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      seen.addAll(sources(10, seed));
    }
    assertThat(seen).hasSizeGreaterThan(2 * KEYS * 8 / 10);
  }

  private List<String> sources(int keys, long seed) {
    return verify(keys, seed).stream().map(Finding::source).toList();
  }
}
