package io.bayou.http;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.http.HttpServer.Deadlines;
import io.bayou.http.access.Connectors;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The real server on a free port, over a model that has learned a little. */
final class TestServer implements AutoCloseable {
  private static final int ATTEMPTS = 8;

  static final String MODEL = "tiny";

  private static final TopicsConfig TOPICS =
      AppConfig.of(Map.of("topic.prefix", "", "unlabeled.topics", "unlabeled,orders")).topics();

  /** What the intake was given, as text: topic, key, event. */
  final List<String> sent = new CopyOnWriteArrayList<>();

  volatile StreamQueries.Status status = new StreamQueries.Status(true, true, "RUNNING", 4);
  volatile StreamQueries.Vitals vitals = new StreamQueries.Vitals(0, 0, 0);
  volatile StreamQueries.Flagged flagged = StreamQueries.Flagged.NONE;
  volatile CompletableFuture<Receipt> nextReceipt;
  volatile int waitingForSchemas;
  volatile List<ReviewQuestion> reviews = List.of();
  volatile StreamQueries.LaterLabels laterLabels = StreamQueries.LaterLabels.NONE;
  volatile StreamQueries.Connection kafka = StreamQueries.Connection.UP;
  volatile SortedMap<String, Map<Refusals.Reason, Long>> leftOut = Collections.emptySortedMap();

  /** Takes events instead of the usual one, unless it is null. */
  volatile EventIntake intake;

  private final TinyModel model = new TinyModel(() -> reviews);
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;

  TestServer() {
    this(Map.of());
  }

  TestServer(Map<String, String> settings) {
    this(settings, Deadlines.DEFAULT);
  }

  TestServer(Map<String, String> settings, Deadlines deadlines) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("http.port", "0");
    server = new HttpServer(AppConfig.of(all).http(), backend(), deadlines);
  }

  private Backend backend() {
    return new Backend(
        new FakeStream(),
        model,
        this::send,
        new FakeVersions(),
        AlarmSink.NONE,
        EventLimits.DEFAULT,
        TOPICS);
  }

  /** A backend that does nothing. */
  static Backend idleBackend() {
    return new Backend(
        new StreamQueries() {
          @Override
          public Status status() {
            return new Status(true, true, "RUNNING", 1);
          }

          @Override
          public Vitals vitals() {
            return new Vitals(0, 0, 0);
          }
        },
        new TinyModel(List::of),
        (topic, key, event) -> new CompletableFuture<>(),
        new FakeVersions(),
        AlarmSink.NONE,
        EventLimits.DEFAULT,
        TOPICS);
  }

  private CompletableFuture<Receipt> send(String topic, byte[] key, byte[] event) {
    sent.add(topic + " " + text(key) + " " + text(event));
    if (intake != null) {
      return intake.send(topic, key, event);
    }
    return nextReceipt != null
        ? nextReceipt
        : CompletableFuture.completedFuture(new Receipt(topic, 3, sent.size() - 1L));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Lets the model have learned so many events, and have predicted so many of them right. */
  void learned(int examples, int correct) {
    model.model = TinyModel.served(examples);
    model.scores =
        new Scores(examples, correct, 0.0, 0.0, 0.0, 0.0, Collections.emptySortedMap(), List.of());
  }

  LiveFeed feed() {
    return server.monitor().feed();
  }

  int port() {
    return server.port();
  }

  Optional<String> metricsUrl() {
    return server.metricsUrl();
  }

  Connectors connectors() {
    return server.connectors();
  }

  URI uri(String path) {
    return URI.create(server.url().replaceFirst("/$", "") + path);
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send(HttpRequest.newBuilder(uri(path)).GET(), headers);
  }

  HttpResponse<String> post(String path, String json, String... headers) throws Exception {
    return post(path, json.getBytes(StandardCharsets.UTF_8), headers);
  }

  HttpResponse<String> post(String path, byte[] body, String... headers) throws Exception {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body)),
        headers);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String... headers)
      throws IOException, InterruptedException {
    if (headers.length > 0) {
      request.headers(headers);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return client.send(request.build(), BodyHandlers.ofString());
      } catch (IOException e) {
        // After refusing a large body the server hangs up; a client that still writes may notice
        // that before it reads the answer.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** Version 2 may answer, version 3 may not, and Kafka does not know of version 4. */
  private static final class FakeVersions implements VersionControl {
    @Override
    public int promote(String model, int version) {
      if (version == 3) {
        throw new RefusedException(model + "@3 is clearly worse", null);
      }
      if (version == 4) {
        throw new UnreachableException("Kafka failed", null);
      }
      return version;
    }

    @Override
    public int rollback(String model) {
      return 1;
    }
  }

  private final class FakeStream implements StreamQueries {
    @Override
    public Instance instance() {
      return new Instance("1", "7@here", 5, "fraud-detection", "kafka:9092", "abc", 17);
    }

    @Override
    public int waitingForSchemas() {
      return waitingForSchemas;
    }

    @Override
    public LaterLabels laterLabels() {
      return laterLabels;
    }

    @Override
    public Status status() {
      return status;
    }

    @Override
    public Flagged flagged(String model) {
      return flagged;
    }

    @Override
    public Vitals vitals() {
      return vitals;
    }

    @Override
    public Connection kafka() {
      return kafka;
    }

    @Override
    public SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
      return leftOut;
    }
  }

  /** Lets the model be a network of two features: the weather makes it wet, and wet it is busy. */
  void learnedNetwork(int examples) {
    NetworkSpec network =
        new NetworkSpec(
            "crowd", new TreeMap<>(Map.of("wet", List.of("weather"), "crowd", List.of("wet"))));
    ModelSpec spec = ModelSpec.builder(LearnerKind.BAYES_NET).network(network).build();
    Learner learner = Learners.create(spec);
    for (int i = 0; i < examples; i++) {
      boolean fog = i % 4 == 0;
      Features x = new Features().text("weather", fog ? "fog" : "sun").truth("wet", fog);
      learner.learn(x, fog ? "quiet" : "busy", 1.0, 0L);
    }
    ModelDefinition definition = ModelDefinition.first(MODEL, spec, 1_700_000_000_000L);
    model.model = new ServedModel(definition, definition.active(), learner, List.of(), List.of());
  }

  /** Gives the model another spec; it has learned nothing. */
  void define(String spec) {
    ModelDefinition definition =
        ModelDefinition.first(MODEL, SpecCodec.read("spec.yaml", spec), 1_700_000_000_000L);
    Learner learner = Learners.create(definition.active().spec());
    model.model = new ServedModel(definition, definition.active(), learner, List.of(), List.of());
  }

  /** Lets the model read the records of some topics, and have learned two lands. */
  void learnedOrders(String... topics) {
    ModelSpec spec =
        SpecCodec.read(
            "spec.yaml",
            "input: {topics: ["
                + String.join(", ", topics)
                + "], id: order.ref, where: order.total >= 0, features: {total: order.total, land:"
                + " buyer.land}}");
    Learner learner = Learners.create(spec);
    for (int i = 0; i < 20; i++) {
      Features x = new Features().number("total", 10 + i % 2 * 90 + i).text("land", "l" + i % 2);
      learner.learn(x, i % 2 == 0 ? "kept" : "returned", 1.0, 0L);
    }
    ModelDefinition definition = ModelDefinition.first(MODEL, spec, 1_700_000_000_000L);
    model.model = new ServedModel(definition, definition.active(), learner, List.of(), List.of());
  }

  /** Two classes, told apart by a number and a category. */
  private static final class TinyModel implements ModelQueries {
    private volatile ServedModel model = served(20);
    private volatile Scores scores = oneRight();
    private final Supplier<List<ReviewQuestion>> reviews;

    private TinyModel(Supplier<List<ReviewQuestion>> reviews) {
      this.reviews = reviews;
    }

    @Override
    public List<ReviewQuestion> reviews(String name) {
      return reviews.get();
    }

    private static ServedModel served(int examples) {
      ModelDefinition definition =
          ModelDefinition.first(MODEL, ModelSpec.defaults(), 1_700_000_000_000L);
      return new ServedModel(
          definition, definition.active(), learned(examples), List.of(), List.of());
    }

    private static Scores oneRight() {
      Score score = Score.cumulative(10);
      score.add(learned(20).predict(new Features().number("temperature", 26)), "busy", 1.0);
      return score.scores();
    }

    private static Learner learned(int examples) {
      Learner learner = Learners.create(ModelSpec.defaults());
      for (int i = 0; i < examples; i++) {
        boolean warm = i % 2 == 0;
        Features x =
            new Features()
                .number("temperature", (warm ? 25.0 : 5.0) + i % 3)
                .text("weather", warm ? "sun" : "fog");
        learner.learn(x, warm ? "busy" : "quiet", 1.0, 0L);
      }
      return learner;
    }

    @Override
    public SortedSet<String> names() {
      return new TreeSet<>(List.of(MODEL));
    }

    @Override
    public Optional<ServedModel> find(String name, OptionalInt version) {
      return name.equals(MODEL) && version.orElse(1) == 1 ? Optional.of(model) : Optional.empty();
    }

    @Override
    public Optional<Evaluation> evaluation(String name, int version) {
      return Optional.of(
          new Evaluation(name, version, "labeled-0", scores, scores, Comparison.NONE, 5L));
    }
  }
}
