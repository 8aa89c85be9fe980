package io.bayou.bench.stream;

import io.bayou.config.AppConfig;
import io.bayou.stream.StreamSettings;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** The minimal Kafka Streams application: records in, records out, with Bayou's settings. */
final class CopyStream implements MeasuredStream {
  private final LongAdder processed = new LongAdder();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AppConfig config;
  private final KafkaStreams streams;

  /**
   * @param change creates the function applied to each value, one per task
   */
  CopyStream(AppConfig config, Supplier<UnaryOperator<byte[]>> change) {
    this.config = config;
    Topology topology = new Topology();
    topology
        .addSource(
            AutoOffsetReset.earliest(),
            "in",
            null,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            config.topics().unlabeled().toArray(String[]::new))
        .addProcessor("copy", () -> new Copy(processed, change.get()), "in")
        .addSink(
            "out",
            config.topics().predictions(),
            new ByteArraySerializer(),
            new ByteArraySerializer(),
            "copy");
    streams = new KafkaStreams(topology, StreamSettings.of(config));
    streams.setUncaughtExceptionHandler(
        cause -> {
          failure.set(cause);
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
  }

  private static final class Copy extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    private final LongAdder processed;
    private final UnaryOperator<byte[]> change;

    Copy(LongAdder processed, UnaryOperator<byte[]> change) {
      this.processed = processed;
      this.change = change;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      context().forward(record.withValue(change.apply(record.value())));
      processed.increment();
    }
  }

  @Override
  public void start() {
    streams.start();
  }

  @Override
  public boolean isReady() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  @Override
  public long processed() {
    return processed.sum();
  }

  @Override
  public Throwable failure() {
    return failure.get();
  }

  @Override
  public void close() {
    streams.close(config.stream().shutdownTimeout());
  }
}
