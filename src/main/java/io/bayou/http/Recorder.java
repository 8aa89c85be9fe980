package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ModelJson;
import io.bayou.http.HistoryPoint.Tally;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/** Records once a second how every model performs, and sends it to the listeners. */
final class Recorder {
  /* Snapshots are hundreds of milliseconds apart at best, so a rate needs a longer window. */
  private static final long RATE_MILLIS = 5_000;

  private static final int MAX_CLASSES = 20;

  private final Backend backend;
  private final LiveFeed feed;
  private final Watch watch;
  /* Until the published state is restored, totals grow by past events. */
  private boolean watching;

  private final Map<String, History> histories = new ConcurrentHashMap<>();

  Recorder(Backend backend, LiveFeed feed, Metrics metrics, Alarms alarms) {
    this.backend = backend;
    this.feed = feed;
    watch = new Watch(feed, metrics, alarms);
  }

  /** Records how every model performs now. */
  void record(long now) {
    StreamQueries.Vitals vitals = backend.stream().vitals();
    SortedSet<String> names = backend.models().names();
    histories.keySet().retainAll(names);
    watch.retain(names);
    watching |= backend.stream().status().ready();
    if (watching) {
      watch.lookAtDeadLetters(vitals.deadLetters(), now);
    }
    watch.lookAtLost(backend.stream().lost(), now);
    watch.lookAtKafka(backend.stream().kafka(), now);
    watch.lookAtSchemas(backend.stream().waitingForSchemas(), now);
    for (String name : names) {
      backend
          .models()
          .find(name, OptionalInt.empty())
          .ifPresent(model -> record(name, model, vitals, now));
    }
  }

  private void record(String name, ServedModel model, StreamQueries.Vitals ofAll, long now) {
    StreamQueries.Vitals vitals = ofAll.withPredicted(backend.stream().predicted(name));
    History history = histories.computeIfAbsent(name, key -> new History());
    HistoryPoint before = history.since(now - RATE_MILLIS);
    long examples = model.examples();
    double seconds = before == null ? Double.NaN : (now - before.time()) / 1_000.0;
    StreamQueries.Flagged flagged = backend.stream().flagged(name);
    Optional<Evaluation> evaluation = backend.models().evaluation(name, model.version().number());
    Tally scored = Tally.of(evaluation.map(Evaluation::cumulative).orElseGet(Scores::empty));
    HistoryPoint point =
        new HistoryPoint(
            now,
            examples,
            before == null ? 0.0 : Math.max(0, examples - before.examples()) / seconds,
            before == null ? 0.0 : (vitals.predicted() - before.vitals().predicted()) / seconds,
            evaluation.map(Evaluation::fading).orElseGet(Scores::empty),
            scored,
            scored.since(before == null ? scored : before.scored()),
            vitals,
            flagged,
            flagged.since(before == null ? flagged : before.flagged()),
            ModelJson.mostFrequent(model.priors(), MAX_CLASSES),
            model.hypotheses());
    history.add(point);
    if (watching) {
      long scoredTo = evaluation.map(Evaluation::time).orElse(0L);
      watch.look(name, model, scored, scoredTo, backend.stream(), now);
    }
    feed.send("point", JsonObject.bytes(json -> point.write(json.text("model", name))));
  }

  /** How a model performed a moment ago, if that was recorded. */
  Optional<HistoryPoint> latest(String model) {
    return Optional.ofNullable(histories.get(model)).flatMap(History::latest);
  }

  /** The recorded points of a model, the oldest first. */
  List<HistoryPoint> points(String model) {
    History history = histories.get(model);
    return history == null ? List.of() : history.points();
  }
}
