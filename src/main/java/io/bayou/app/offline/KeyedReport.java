package io.bayou.app.offline;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.scope.KeyedLearners;
import io.bayou.model.scope.LossByExamples;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What models of their own were worth to the keys, by how many examples they had. */
final class KeyedReport {
  private KeyedReport() {}

  static void write(JsonObject json, KeyedLearners keyed) {
    LossByExamples losses = keyed.losses();
    json.object(
        "scope",
        scope -> {
          scope.number("keys", keyed.keys());
          scope.objects("byExamples", bins(losses), (entry, bin) -> write(entry, losses, bin));
        });
  }

  private static List<Integer> bins(LossByExamples losses) {
    return IntStream.range(0, losses.bins()).filter(b -> losses.weight(b) > 0.0).boxed().toList();
  }

  private static void write(JsonObject json, LossByExamples losses, int bin) {
    json.number("from", losses.from(bin));
    if (losses.to(bin) < Integer.MAX_VALUE) {
      json.number("to", losses.to(bin));
    }
    json.number("events", losses.weight(bin))
        .number("logLoss", losses.keyed(bin))
        .number("oneForAll", losses.oneForAll(bin))
        .number("oneEach", losses.oneEach(bin));
  }

  static void print(PrintWriter out, KeyedLearners keyed) {
    LossByExamples losses = keyed.losses();
    out.printf(Locale.ROOT, "%-24s%,d%n%n", "keys", keyed.keys());
    out.printf(
        "%-24s%12s%12s%12s%12s%n",
        "log loss by examples", "events", "by key", "one for all", "one each");
    for (int bin : bins(losses)) {
      out.printf(
          Locale.ROOT,
          "  %-22s%,12.0f%12.4f%12.4f%12.4f%n",
          range(losses.from(bin), losses.to(bin)),
          losses.weight(bin),
          losses.keyed(bin),
          losses.oneForAll(bin),
          losses.oneEach(bin));
    }
  }

  private static String range(int from, int to) {
    if (from == to) {
      return String.valueOf(from);
    }
    return to == Integer.MAX_VALUE ? from + " or more" : from + " to " + to;
  }
}
