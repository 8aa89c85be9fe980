package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ScoresJson;
import io.bayou.http.VersionControl.RefusedException;
import io.bayou.http.VersionControl.UnreachableException;
import io.bayou.http.access.Mask;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.keyed.KeyQueries;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** The routes and their handlers. Every route is also in openapi.json. */
final class Api {
  /** What a client must be allowed to do. */
  enum Access {
    /** Nothing: the route tells nothing about models and events. */
    OPEN,
    READ,
    WRITE
  }

  /** One route. */
  record Route(HandlerType method, String path, Access access, Handler handler) {}

  static final String JSON = "application/json";

  private static final String DOCUMENT = "/io/bayou/http/openapi.json";
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final Backend backend;
  private final Bodies bodies;
  private final Predictions predictions;
  private final Intake intake;
  private final Reviews reviews;
  private final LiveFeed feed;
  private final Recorder recorder;
  private final Metrics metrics;
  private final EventStream stream;
  private final Mask mask;

  Api(
      Backend backend,
      Bodies bodies,
      Intake intake,
      LiveFeed feed,
      Recorder recorder,
      Metrics metrics,
      Mask mask) {
    this.backend = backend;
    this.mask = mask;
    this.bodies = bodies;
    this.intake = intake;
    this.feed = feed;
    this.recorder = recorder;
    this.metrics = metrics;
    stream = new EventStream(feed, HEARTBEAT);
    predictions = new Predictions(backend.limits());
    reviews = new Reviews(backend, intake, mask);
  }

  List<Route> routes() {
    return List.of(
        open("/health", this::health),
        open("/ready", this::ready),
        read("/models", this::models),
        read("/models/{model}", this::model),
        read("/models/{model}/evaluation", this::evaluation),
        read("/models/{model}/thresholds", this::thresholds),
        read("/models/{model}/scoring", context -> send(context, find(context).scoring(mask))),
        read("/models/{model}/history", this::history),
        read("/models/{model}/keys", this::keys),
        read("/models/{model}/keys/{key}", this::key),
        new Route(HandlerType.POST, "/models/{model}/predict", Access.READ, this::predict),
        new Route(HandlerType.POST, "/models/{model}/query", Access.READ, this::query),
        read("/models/{model}/reviews", this::reviews),
        write("/models/{model}/reviews", this::review),
        write("/models/{model}/promote", this::promote),
        write("/models/{model}/rollback", this::rollback),
        write("/events", this::events),
        read("/predictions", this::predictions),
        read("/dead-letters", this::deadLetters),
        read("/labels", this::labels),
        read("/instance", this::instance),
        read("/alarms", context -> send(context, feed.latestAlarms())),
        read("/stream", stream::serve),
        read("/metrics", this::metrics),
        open(
            "/openapi.json",
            context -> send(context, StaticFiles.resource(DOCUMENT).orElseThrow())));
  }

  private static Route write(String path, Handler handler) {
    return new Route(HandlerType.POST, path, Access.WRITE, handler);
  }

  private static Route read(String path, Handler handler) {
    return new Route(HandlerType.GET, path, Access.READ, handler);
  }

  private static Route open(String path, Handler handler) {
    return new Route(HandlerType.GET, path, Access.OPEN, handler);
  }

  private void health(Context context) {
    StreamQueries.Status status = backend.stream().status();
    if (!status.alive()) {
      throw Problem.unavailable("the stream is " + status.state());
    }
    status(context, "alive", status);
  }

  private void ready(Context context) {
    StreamQueries.Status status = backend.stream().status();
    if (!status.ready()) {
      context.header("Retry-After", "1");
      throw Problem.unavailable(
          status.note().isEmpty()
              ? "the stream is " + status.state() + " with " + status.tasks() + " tasks; not ready"
              : status.note());
    }
    status(context, "ready", status);
  }

  private static void status(Context context, String word, StreamQueries.Status status) {
    send(
        context,
        json -> {
          json.text("status", word).text("state", status.state()).number("tasks", status.tasks());
          if (!status.note().isEmpty()) {
            json.text("note", status.note());
          }
        });
  }

  private void instance(Context context) {
    send(context, json -> InstanceReport.write(json, backend));
  }

  private void labels(Context context) {
    StreamQueries.LaterLabels labels = backend.stream().laterLabels();
    send(
        context,
        json ->
            json.texts("topics", labels.topics())
                .number("awaited", labels.awaited())
                .counts("outcomes", labels.outcomes())
                .numbers("delaySeconds", labels.delaySeconds()));
  }

  private void models(Context context) {
    List<ServedModel> models =
        backend.models().names().stream()
            .map(name -> backend.models().find(name, OptionalInt.empty()))
            .flatMap(Optional::stream) // absent if deleted a moment ago
            .toList();
    send(
        context,
        json ->
            json.objects(
                "models",
                models,
                (object, model) ->
                    ModelReports.listed(
                        object, model, recorder.latest(model.definition().name()))));
  }

  private void model(Context context) {
    ServedModel model = find(context);
    String member = context.queryParam("member");
    if (member != null && !model.hypotheses().containsKey(member)) {
      throw Problem.notFound(
          "'%s' is no member of the model; its members are %s"
              .formatted(member, model.hypotheses().keySet()));
    }
    send(context, json -> ModelReports.full(json, model, member, backend.stream(), mask));
  }

  private void evaluation(Context context) {
    ServedModel model = find(context);
    Evaluation evaluation = evaluation(model);
    send(context, json -> ScoresJson.evaluation(json, evaluation, model.version().spec()));
  }

  private Evaluation evaluation(ServedModel model) {
    return backend
        .models()
        .evaluation(model.definition().name(), model.version().number())
        .orElseThrow(() -> Problem.notFound("nothing has been scored yet; send labeled events"));
  }

  private void thresholds(Context context) {
    ServedModel model = find(context);
    Evaluation evaluation = evaluation(model);
    String label = context.queryParam("class");
    if (label == null) {
      throw Problem.badRequest("the class is missing; add ?class=fraud, for example");
    }
    send(context, json -> ModelReports.thresholds(json, evaluation, label));
  }

  private void history(Context context) {
    String name = find(context).definition().name();
    List<HistoryPoint> points = recorder.points(name);
    send(
        context,
        json ->
            json.text("model", name)
                .objects("points", points, (object, point) -> point.write(object)));
  }

  private void keys(Context context) {
    ServedModel model = findScoped(context);
    KeyQueries.Held held = keyQueries().held(model.definition().name(), model.version().number());
    send(context, json -> ModelReports.keys(json, model, held));
  }

  private void key(Context context) {
    ServedModel model = findScoped(context);
    KeyQueries.Found found = find(context, model, context.pathParam("key"));
    if (found.report().isEmpty()) {
      send(context, found.received());
    } else {
      send(context, json -> ModelReports.key(json, model, found.report().get(), mask));
    }
  }

  private KeyQueries.Found find(Context context, ServedModel model, String key) {
    String name = model.definition().name();
    boolean forwarded = "true".equals(context.queryParam("forwarded"));
    try {
      return keyQueries()
          .find(name, model.version(), key, forwarded, context.header("Authorization"))
          .orElseThrow(
              () ->
                  Problem.notFound(
                      "key '%s' of model '%s' has learned nothing; everybody's model answers it"
                          .formatted(key, name)));
    } catch (KeyQueries.UnavailableException e) {
      throw Problem.unavailable(e.getMessage());
    }
  }

  private ServedModel findScoped(Context context) {
    ServedModel model = find(context);
    if (model.version().spec().scope().isEmpty()) {
      throw Problem.notFound("the model has no scope, so there are no keys");
    }
    return model;
  }

  private KeyQueries keyQueries() {
    return backend.stream()
        .keys()
        .orElseThrow(() -> Problem.unavailable("keyed.enabled is false on this instance"));
  }

  private void predictions(Context context) throws IOException {
    context.contentType(JSON);
    feed.writePredictions(context.outputStream());
  }

  private void deadLetters(Context context) {
    send(context, feed.latestDeadLetters(backend.stream().vitals().deadLetters()));
  }

  private void metrics(Context context) {
    context.contentType(Metrics.TYPE);
    context.result(metrics.scrape());
  }

  private ServedModel find(Context context) {
    return find(context.pathParam("model"), version(context.queryParam("version")));
  }

  /** The name of an existing model. */
  private String nameOf(Context context) {
    return find(context.pathParam("model"), OptionalInt.empty()).definition().name();
  }

  private ServedModel find(String name, OptionalInt version) {
    return backend
        .models()
        .find(name, version)
        .orElseThrow(
            () ->
                Problem.notFound(
                    version.isPresent()
                        ? "there is no version " + version.getAsInt() + " of model '" + name + "'"
                        : "there is no model '" + name + "'; GET /models lists them"));
  }

  private static OptionalInt version(String given) {
    if (given == null) {
      return OptionalInt.empty();
    }
    if (!given.matches("[1-9]\\d{0,8}")) {
      throw Problem.badRequest("version must be a positive number");
    }
    return OptionalInt.of(Integer.parseInt(given));
  }

  private void predict(Context context) {
    byte[] body = bodies.read(context);
    boolean explain = !"false".equals(context.queryParam("explain"));
    boolean raw = "true".equals(context.queryParam("raw"));
    long now = System.currentTimeMillis();
    send(context, predictions.predict(find(context), body, explain, raw, now));
  }

  private void query(Context context) {
    byte[] body = bodies.read(context);
    send(context, predictions.query(find(context), body, System.currentTimeMillis()));
  }

  private void reviews(Context context) {
    ServedModel model = find(context.pathParam("model"), OptionalInt.empty());
    send(context, json -> reviews.write(json, model.definition()));
  }

  private void review(Context context) {
    ServedModel model = find(context.pathParam("model"), OptionalInt.empty());
    byte[] body = bodies.read(context);
    context.future(
        () ->
            reviews
                .answer(model.definition(), body)
                .thenAccept(
                    receipt -> {
                      context.status(202);
                      send(context, Intake.json(List.of(receipt), false));
                    }));
  }

  private void promote(Context context) {
    String name = nameOf(context);
    OptionalInt version = version(context.queryParam("version"));
    if (version.isEmpty()) {
      throw Problem.badRequest("the version is missing; add ?version=2, for example");
    }
    change(context, name, () -> backend.versions().promote(name, version.getAsInt()));
  }

  private void rollback(Context context) {
    String name = nameOf(context);
    change(context, name, () -> backend.versions().rollback(name));
  }

  private static void change(Context context, String model, IntSupplier change) {
    try {
      int active = change.getAsInt();
      send(context, json -> json.text("model", model).number("activeVersion", active));
    } catch (RefusedException e) {
      throw new Problem(409, e.getMessage());
    } catch (UnreachableException e) {
      throw Problem.unavailable(e.getMessage());
    }
  }

  private void events(Context context) {
    byte[] body = bodies.read(context);
    boolean several = Bodies.isArray(body);
    List<byte[]> events = several ? Bodies.events(body) : List.of(Bodies.event(body));
    context.future(
        () ->
            intake
                .send(events, Optional.ofNullable(context.queryParam("topic")))
                .thenAccept(
                    receipts -> {
                      context.status(202);
                      send(context, Intake.json(receipts, several));
                    }));
  }

  private static void send(Context context, Consumer<JsonObject> fields) {
    send(context, JsonObject.bytes(fields));
  }

  private static void send(Context context, byte[] json) {
    context.contentType(JSON);
    context.result(json);
  }
}
