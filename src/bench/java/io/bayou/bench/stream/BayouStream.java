package io.bayou.bench.stream;

import io.bayou.app.cli.CommandFailed;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.Activity;
import io.bayou.stream.ModelCreator;
import io.bayou.stream.StreamsRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bayou as {@code bayou run} runs it. */
final class BayouStream implements MeasuredStream {
  private final StreamsRunner runner;

  BayouStream(AppConfig config) {
    ModelSpec spec = spec(config.models().defaultSpec().orElseThrow());
    // Other shapes do not name the model; labels that are read before it exists are skipped.
    if (spec.input().isPresent() || spec.labels().isPresent()) {
      ModelCreator.of(config).create(config.models().defaultModel(), spec);
    }
    runner = new StreamsRunner(config, spec);
  }

  private static ModelSpec spec(Path file) {
    try {
      return SpecCodec.read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new CommandFailed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void start() {
    runner.start();
  }

  @Override
  public boolean isReady() {
    return runner.isReady();
  }

  @Override
  public long processed() {
    Activity activity = runner.activity();
    if (activity.deadLetters() > 0) {
      throw new CommandFailed("events that were made up for the benchmark are not valid");
    }
    return activity.learned() + activity.predicted();
  }

  @Override
  public long publishedBytes() {
    return runner.activity().publishedBytes();
  }

  @Override
  public long sums() {
    return runner.activity().sums();
  }

  @Override
  public long sumNanos() {
    return runner.activity().sumNanos();
  }

  @Override
  public Throwable failure() {
    return runner.failure().getNow(null);
  }

  @Override
  public void close() {
    runner.close();
  }
}
