package io.bayou.bench.http;

import io.bayou.bench.learner.BenchData;
import io.bayou.codec.event.EventLimits;
import io.bayou.config.AppConfig;
import io.bayou.http.AlarmSink;
import io.bayou.http.Backend;
import io.bayou.http.HttpServer;
import io.bayou.http.ModelQueries;
import io.bayou.http.ServedModel;
import io.bayou.http.StreamQueries;
import io.bayou.http.VersionControl;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Measures the prediction route and the empty one in turn, on a server without a stream. */
final class HttpBench {
  private static final String MODEL = "bench";
  private static final String EVENT =
      "{\"id\":\"q1\",\"features\":{\"feature-0\":0.5,\"feature-1\":1.25,\"feature-2\":-0.75,"
          + "\"feature-3\":0.1,\"feature-4\":2.5,\"feature-5\":-1.5,\"feature-6\":0.3,"
          + "\"feature-7\":0.9}}";

  record Result(HttpLoad.Result empty, HttpLoad.Result predict) {
    double ratio() {
      return predict.perSecond() / empty.perSecond();
    }
  }

  private final int connections;
  private final int rounds;
  private final Duration duration;

  HttpBench(int connections, int rounds, Duration duration) {
    this.connections = connections;
    this.rounds = rounds;
    this.duration = duration;
  }

  Result run() {
    AppConfig config =
        AppConfig.of(
            Map.of("http.port", "0", "http.max.requests.per.second", Integer.toString(1 << 30)));
    Backend backend =
        new Backend(
            new NoStream(),
            new OneModel(),
            (topic, key, event) -> new CompletableFuture<>(),
            new NoVersions(),
            AlarmSink.NONE,
            EventLimits.DEFAULT,
            config.topics());
    try (HttpServer server = HttpServer.withEmptyRoute(config.http(), backend)) {
      HttpLoad empty = new HttpLoad(server.port(), "/empty", EVENT);
      HttpLoad predict = new HttpLoad(server.port(), "/models/" + MODEL + "/predict", EVENT);
      HttpLoad.Result[] ofEmpty = new HttpLoad.Result[rounds];
      HttpLoad.Result[] ofPredict = new HttpLoad.Result[rounds];
      for (int round = 0; round < rounds; round++) {
        ofEmpty[round] = empty.run(connections, duration);
        ofPredict[round] = predict.run(connections, duration);
      }
      return new Result(warm(ofEmpty), warm(ofPredict));
    }
  }

  /* All rounds but the first, together. */
  private static HttpLoad.Result warm(HttpLoad.Result[] rounds) {
    HttpLoad.Result[] warm = Arrays.copyOfRange(rounds, 1, rounds.length);
    long[] nanos = Arrays.stream(warm).flatMapToLong(r -> Arrays.stream(r.nanos())).toArray();
    Arrays.sort(nanos);
    return new HttpLoad.Result(
        nanos, Arrays.stream(warm).mapToDouble(HttpLoad.Result::seconds).sum());
  }

  private static final class NoVersions implements VersionControl {
    @Override
    public int promote(String model, int version) {
      return version;
    }

    @Override
    public int rollback(String model) {
      return 1;
    }
  }

  private static final class NoStream implements StreamQueries {
    @Override
    public Status status() {
      return new Status(true, true, "RUNNING", 0);
    }

    @Override
    public Vitals vitals() {
      return new Vitals(0, 0, 0);
    }
  }

  private static final class OneModel implements ModelQueries {
    private final ServedModel model = learn();

    private static ServedModel learn() {
      Learner learner = Learners.create(ModelSpec.defaults());
      BenchData data = BenchData.numbers(5_000, 8, 3);
      for (int i = 0; i < data.size(); i++) {
        learner.learn(data.features()[i], data.labels()[i], 1.0, 0L);
      }
      ModelDefinition definition = ModelDefinition.first(MODEL, learner.spec(), 0L);
      return new ServedModel(definition, definition.active(), learner, List.of(), List.of());
    }

    @Override
    public SortedSet<String> names() {
      return new TreeSet<>(List.of(MODEL));
    }

    @Override
    public Optional<ServedModel> find(String name, OptionalInt version) {
      return name.equals(MODEL) ? Optional.of(model) : Optional.empty();
    }

    @Override
    public Optional<Evaluation> evaluation(String name, int version) {
      return Optional.empty();
    }
  }
}
