package io.bayou.stream.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class CommitHookTest {
  private static final String STORE = "rows";
  private static final String HOOK = "hook";

  private final List<String> calls = new ArrayList<>();

  @Test
  void shouldUseTheVersionOfKafkaForWhichTheOrderOfACommitWasRead() {
    assertThat(AppInfoParser.getVersion())
        .as(
            "CommitHook uses an internal interface: read StreamTask.prepareCommit of the new"
                + " version, run ExactlyOnceTest, then change the version here")
        .isEqualTo("4.3.1");
  }

  @Test
  void shouldWriteWhatWasHeldBackBeforeTheCommit() {
    try (TopologyTestDriver driver = new TopologyTestDriver(topology(), settings())) {
      var input =
          driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
      input.pipeInput(new byte[] {1}, new byte[] {2});

      KeyValueStore<Bytes, byte[]> rows = driver.getKeyValueStore(STORE);
      assertThat(calls).containsExactly("process", "before commit");
      assertThat(rows.get(Bytes.wrap(new byte[] {1}))).containsExactly(2);
      var output =
          driver.createOutputTopic("out", new ByteArrayDeserializer(), new ByteArrayDeserializer());
      assertThat(output.readValue()).as("forwarded before the commit").containsExactly(2);
      // The change is in the changelog, not only in the store.
      var changelog =
          driver.createOutputTopic(
              "hook-test-" + STORE + "-changelog",
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      assertThat(changelog.readValue()).containsExactly(2);
    }
  }

  @Test
  void shouldBeOpenBetweenStartAndEnd() {
    CommitHook hook = CommitHook.builder(HOOK).build();
    assertThat(hook.isOpen()).isFalse();
    hook.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), hook);
    assertThat(hook.isOpen()).isTrue();
    assertThat(hook.persistent()).isFalse();
    assertThat(hook.setFlushListener(null, false)).isFalse();
    hook.close();
    assertThat(hook.isOpen()).isFalse();
  }

  @Test
  void shouldHaveNothingToLogOrToCache() {
    StoreBuilder<CommitHook> builder = CommitHook.builder(HOOK);

    assertThat(builder.loggingEnabled()).isFalse();
    assertThat(builder.withLoggingDisabled()).isSameAs(builder);
    assertThat(builder.withCachingEnabled()).isSameAs(builder);
    assertThat(builder.withCachingDisabled()).isSameAs(builder);
    assertThatThrownBy(() -> builder.withLoggingEnabled(Map.of()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private Topology topology() {
    return new Topology()
        .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
        .addProcessor("hold", () -> new HoldBack(calls), "in")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray()),
            "hold")
        .addStateStore(CommitHook.builder(HOOK), "hold")
        .addSink("out", "out", new ByteArraySerializer(), new ByteArraySerializer(), "hold");
  }

  private static Properties settings() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "hook-test");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    return settings;
  }

  /** Keeps what it reads until the commit. */
  private static final class HoldBack extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    private final List<String> calls;
    private Record<byte[], byte[]> held;

    HoldBack(List<String> calls) {
      this.calls = calls;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
      super.init(context);
      CommitHook hook = context.getStateStore(HOOK);
      KeyValueStore<Bytes, byte[]> rows = context.getStateStore(STORE);
      hook.beforeCommit(
          () -> {
            if (held != null) {
              calls.add("before commit");
              rows.put(Bytes.wrap(held.key()), held.value());
              context.forward(held);
              held = null;
            }
          });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      calls.add("process");
      held = record;
    }
  }
}
