package io.bayou.app;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.demo.DemoEvent;
import io.bayou.demo.DemoStream;
import io.bayou.demo.FraudStream;
import io.bayou.demo.IrisStream;
import io.bayou.demo.RiverStream;
import io.bayou.demo.SmsStream;
import io.bayou.http.AlarmSink;
import io.bayou.http.Backend;
import io.bayou.http.HttpServer;
import io.bayou.http.LiveFeed;
import io.bayou.http.ModelQueries;
import io.bayou.http.ServedModel;
import io.bayou.http.StreamQueries;
import io.bayou.http.StreamQueries.LaterLabels;
import io.bayou.http.VersionControl;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.Served;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyQueries;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The real server over models of many kinds that have learned from the demo's streams, without
 * Kafka.
 */
final class ModelGallery implements AutoCloseable {
  /** A model that goes on learning. */
  static final class Exhibit {
    private final String name;
    private final DemoStream stream;
    private final ServedModel served;
    private final Learner learner;
    private final PrequentialScore score;
    private final Answer answer = new Answer();
    private final Example example = new Example(new Features());
    private long next;

    private Exhibit(String name, DemoStream stream, ModelSpec spec) {
      this.name = name;
      this.stream = stream;
      learner = Learners.create(spec);
      score = new PrequentialScore(spec, 1);
      ModelDefinition definition = ModelDefinition.first(name, spec, 1_700_000_000_000L);
      served = new ServedModel(definition, definition.active(), learner, List.of(), List.of());
    }

    /** Learns the next events of its stream; a server may show it meanwhile. */
    private void learn(int events) {
      synchronized (served) { // as its own methods are
        for (int i = 0; i < events; i++) {
          DemoEvent event = take();
          learner.learn(example.features(), event.truth(), 1.0, next);
        }
      }
    }

    /** Predicts, scores and learns its first events. */
    private void begin() {
      PrequentialLearner rule = new PrequentialLearner(learner, score);
      for (int i = 0; i < LEARNED; i++) {
        DemoEvent event = take();
        example.setLabel(event.truth());
        rule.learn(example, next);
      }
    }

    /** As {@link #begin}, but each label comes some events after the answer. */
    private void beginWithLaterLabels() {
      PrequentialLearner rule = new PrequentialLearner(learner, score);
      Deque<Example> waiting = new ArrayDeque<>();
      for (int i = 0; i < LEARNED; i++) {
        waiting.add(answered());
        if (waiting.size() > LABELS_LATE) {
          rule.learn(waiting.remove(), next);
        }
      }
    }

    private Example answered() {
      DemoEvent event = stream.at(next++);
      Example asked = new Example(new Features());
      asked.setId(event.id());
      asked.setLabel(event.truth());
      event.features().forEach((name, value) -> add(asked.features(), name, value));
      Posterior posterior = learner.predict(asked.features());
      SortedMap<String, Double> shares = new TreeMap<>();
      for (int c = 0; c < posterior.size(); c++) {
        shares.put(posterior.label(c), posterior.probability(c));
      }
      Optional<String> label =
          posterior.isEmpty() ? Optional.empty() : Optional.of(posterior.label(posterior.best()));
      asked.setServed(new Served(1, label, shares));
      return asked;
    }

    private Optional<Evaluation> evaluation() {
      Scores all = score.cumulative();
      return all.instances() == 0.0
          ? Optional.empty()
          : Optional.of(
              new Evaluation(
                  name,
                  1,
                  "gallery",
                  all,
                  score.fading(),
                  Comparison.NONE,
                  score.served(),
                  score.servedFading(),
                  new TreeMap<>(),
                  PairedLoss.NONE,
                  next));
    }

    /** Answers the next event of its stream, for whoever listens. */
    private void answer(LiveFeed feed) {
      synchronized (served) {
        DemoEvent event = take();
        long now = System.currentTimeMillis();
        if (feed.wantsPrediction(now)) {
          answer.begin(event.id(), now, name, 1);
          learner.predict(example.features(), answer.posterior());
          answer.setExamples(learner.examples());
          answer.setExplanation(learner.explain(example.features()));
          feed.prediction(example, answer, now);
        }
      }
    }

    private DemoEvent take() {
      DemoEvent event = stream.at(next++);
      example.clear();
      example.setId(event.id());
      event.features().forEach((name, value) -> add(example.features(), name, value));
      return event;
    }

    static void add(Features features, String name, Object value) {
      if (value instanceof Number number) {
        features.number(name, number.doubleValue());
      } else if (value instanceof Boolean bool) {
        features.truth(name, bool);
      } else {
        features.text(name, (String) value);
      }
    }
  }

  private static final int LEARNED = 1_500;
  private static final int LABELS_LATE = 200;
  private static final LaterLabels NO_LABELS =
      new LaterLabels(List.of(), 0, new TreeMap<>(), new TreeMap<>());
  private static final int TURN_MILLIS = 10;

  private final SortedMap<String, Exhibit> exhibits = new TreeMap<>();
  private final HttpServer server;
  private volatile LaterLabels laterLabels = NO_LABELS;

  ModelGallery() {
    this(Map.of());
  }

  ModelGallery(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("http.port", "0");
    server =
        new HttpServer(
            AppConfig.of(all).http(),
            new Backend(
                new IdleStream(),
                new Exhibited(),
                (topic, key, event) -> new CompletableFuture<>(),
                new NoVersions(),
                AlarmSink.NONE,
                EventLimits.DEFAULT,
                AppConfig.of(Map.of()).topics()));
    DemoStream river = new RiverStream(1, 4_000);
    DemoStream iris = new IrisStream(1);
    DemoStream sms = new SmsStream(1, 4_000);
    DemoStream fraud = new FraudStream(1, 4_000);
    for (String learner : List.of("lda", "qda", "rda", "tan")) {
      add("iris-" + learner, iris, "learner: " + learner);
    }
    for (String learner : List.of("naive-bayes", "tan", "logistic")) {
      add("river-" + learner, river, "learner: " + learner);
    }
    add("sms", sms, SpecCodec.write(sms.spec()));
    add("fraud", fraud, SpecCodec.write(fraud.spec()));
    add(
        "fraud-costs",
        fraud,
        "{learner: naive-bayes, calibrate: temperature, decide: {costs: {fraud: {honest: 50},"
            + " honest: {fraud: 2}}}}");
    add(
        "fraud-bayes-net",
        fraud,
        "{learner: bayes-net, class: kind, network: {country: [], kind: [country], shop: [kind],"
            + " online: [kind, shop]}, features: {country: categorical, shop: categorical,"
            + " online: bernoulli}}");
    add("fraud-by-country", fraud, KeyScreenTest.Countries.SPEC);
    String later = "{topics: [chargebacks], id: payment_id, label: status}";
    ModelSpec delayed = SpecCodec.read("later", "{learner: naive-bayes, labels: " + later + "}");
    Exhibit charged = new Exhibit("fraud-later", fraud, delayed);
    exhibits.put(charged.name, charged);
    charged.beginWithLaterLabels();
    String given = "{y: {'': {no: 0.9, yes: 0.1}}, x: {'y=yes': {a: 0.8, b: 0.2}, 'y=no': {b: 1}}}";
    String untaught = "{learner: bayes-net, class: y, network: {x: [y]}, tables: " + given + "}";
    exhibits.put("untaught", new Exhibit("untaught", fraud, SpecCodec.read("test", untaught)));
  }

  private void add(String name, DemoStream stream, String spec) {
    Exhibit exhibit = new Exhibit(name, stream, SpecCodec.read(name, spec));
    exhibits.put(name, exhibit);
    exhibit.begin();
  }

  /** Lets events pass until it is closed, half of them labeled. */
  AutoCloseable flow(String model, int eventsPerSecond) {
    Exhibit exhibit = exhibits.get(model);
    int half = eventsPerSecond * TURN_MILLIS / 1_000 / 2;
    ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor();
    ScheduledFuture<?> turn =
        turns.scheduleAtFixedRate(
            () -> {
              exhibit.learn(half);
              for (int i = 0; i < half; i++) {
                exhibit.answer(server.monitor().feed());
              }
            },
            0,
            TURN_MILLIS,
            TimeUnit.MILLISECONDS);
    return () -> {
      boolean failed = turn.isDone(); // nothing else ends it
      turns.shutdownNow();
      if (failed) {
        turn.get();
      }
    };
  }

  /** What its stream does with labels that come later, while this is open. */
  AutoCloseable laterLabels(LaterLabels labels) {
    laterLabels = labels;
    return () -> laterLabels = NO_LABELS;
  }

  String url() {
    return server.url();
  }

  /** Stops to answer. */
  void cutOff() {
    server.close();
  }

  @Override
  public void close() {
    server.close();
  }

  private final class Exhibited implements ModelQueries {
    @Override
    public SortedSet<String> names() {
      return Collections.unmodifiableSortedSet(new TreeSet<>(exhibits.keySet()));
    }

    @Override
    public Optional<ServedModel> find(String name, OptionalInt version) {
      return Optional.ofNullable(exhibits.get(name)).map(exhibit -> exhibit.served);
    }

    @Override
    public Optional<Evaluation> evaluation(String name, int version) {
      return exhibits.get(name).evaluation();
    }
  }

  private final class IdleStream implements StreamQueries {
    private final KeyQueries keys = new KeyScreenTest.Countries(new FraudStream(1, 4_000), LEARNED);
    private final AtomicLong asked = new AtomicLong();

    @Override
    public Optional<KeyQueries> keys() {
      return Optional.of(keys);
    }

    @Override
    public Status status() {
      return new Status(true, true, "RUNNING", 1);
    }

    @Override
    public Instance instance() {
      return new Instance("1.0", "7@here", 0, "gallery", "kafka:9092", "abc", 17);
    }

    @Override
    public Vitals vitals() {
      return new Vitals(0, 0, 0);
    }

    @Override
    public Flagged flagged(String model) {
      long answered = 200 * asked.incrementAndGet();
      return new Flagged(answered, answered / 100, answered / 20);
    }

    @Override
    public LaterLabels laterLabels() {
      return laterLabels;
    }

    @Override
    public SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
      return new TreeMap<>(Map.of("sms", Map.of(Refusals.Reason.TOO_MANY_TOKENS, 1_234L)));
    }
  }

  private static final class NoVersions implements VersionControl {
    @Override
    public int promote(String model, int version) {
      throw new AssertionError("promotes " + model);
    }

    @Override
    public int rollback(String model) {
      throw new AssertionError("rolls back " + model);
    }
  }
}
