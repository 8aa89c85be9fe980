package io.bayou.bench.stream;

import com.sun.management.OperatingSystemMXBean;
import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.CompilerTime;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** The child process of the benchmark: runs one job after another until its input ends. */
public final class Worker {
  /* Measures the middle of a run: partitions do not start and end at the same time. */
  private static final double FROM = 0.15;
  private static final double TO = 0.9;
  private static final long POLL_MILLIS = 2;
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  static final String STOP = "stop";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final BufferedReader in;
  private final PrintWriter out;

  public Worker(BufferedReader in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /** Runs a broker until the input ends. */
  public void broker(Path directory) throws IOException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory))) {
      say("ready\t" + broker.bootstrapServers());
      while (in.readLine() != null) {
        // a broker gets no jobs
      }
    }
  }

  /** Runs a variant once per job. */
  public void measure(Variant variant) throws IOException, InterruptedException {
    say("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Job job = Job.of(line);
      AppConfig config = job.config();
      ensureTopics(config);
      try (MeasuredStream stream = stream(variant, config)) {
        stream.start();
        if (job.records() > 0) {
          measure(stream, job.records(), variant);
        } else {
          serve(stream);
        }
      }
      say("stopped");
    }
  }

  private static MeasuredStream stream(Variant variant, AppConfig config) {
    return switch (variant) {
      case PASS_THROUGH -> new CopyStream(config, UnaryOperator::identity);
      case AVRO_ROUND_TRIP -> new CopyStream(config, EventRoundTrip::new);
      case PREDICT, LEARN, MIXED, JOINED -> new BayouStream(config);
    };
  }

  private static void ensureTopics(AppConfig config) {
    try (Admin admin = Admin.create(config.kafka().admin())) {
      new TopicSetup(config, note -> {}).ensure(admin);
    } catch (KafkaException e) {
      throw new CommandFailed("the topics could not be set up: " + e, e);
    }
  }

  private void measure(MeasuredStream stream, long records, Variant variant)
      throws InterruptedException {
    boolean all = variant == Variant.JOINED; // answers run ahead of what is learned of them
    Sample first = await(stream, all ? 1 : (long) (records * FROM));
    Sample last = await(stream, all ? records : (long) (records * TO));
    await(stream, records);
    say(
        Measured.line(
            last.processed - first.processed,
            last.nanos - first.nanos,
            last.cpuNanos - first.cpuNanos,
            last.compilerNanos - first.compilerNanos,
            heapInUse(),
            stream.sums(),
            stream.sumNanos(),
            last.publishedBytes - first.publishedBytes));
  }

  /* The heap after a collection, while the stream still holds its state. */
  private static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private record Sample(
      long processed, long nanos, long cpuNanos, long compilerNanos, long publishedBytes) {}

  private Sample await(MeasuredStream stream, long records) throws InterruptedException {
    long last = -1;
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      long processed = stream.processed();
      long now = System.nanoTime();
      if (processed >= records) {
        return new Sample(
            processed,
            now,
            system.getProcessCpuTime(),
            CompilerTime.nanos(),
            stream.publishedBytes());
      }
      if (stream.failure() != null) {
        throw CommandFailed.because("the stream failed", stream.failure());
      }
      if (processed > last) {
        last = processed;
        deadline = now + PATIENCE_NANOS;
      } else if (now - deadline > 0) {
        throw new CommandFailed("the stream stands still at " + processed + " of " + records);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void serve(MeasuredStream stream) throws IOException, InterruptedException {
    while (!stream.isReady()) {
      Thread.sleep(POLL_MILLIS);
    }
    say("serving");
    in.readLine();
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
