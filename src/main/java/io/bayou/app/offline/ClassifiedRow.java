package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.Explanation;
import io.bayou.model.Posterior;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The prediction for one row of a file.
 *
 * @param number of the row in the file, from 1
 * @param truth the label in the file
 * @param decision if the spec says what decisions cost
 * @param explanation if it was asked for and there were two classes to choose from
 * @param hypotheses weights of the members of an average, by name; empty for any other learner
 * @param ownShare how much of the answer is what its key has learned of its own, if there are keys
 */
record ClassifiedRow(
    int number,
    Posterior posterior,
    Optional<String> truth,
    Optional<Decided> decision,
    Optional<Explanation> explanation,
    SortedMap<String, Double> hypotheses,
    OptionalDouble ownShare) {
  /** For programs; the log joint of an impossible class is null. */
  void write(JsonObject json) {
    json.number("row", number)
        .text("label", posterior.isEmpty() ? null : posterior.label(posterior.best()));
    truth.ifPresent(label -> json.text("truth", label));
    json.object("posterior", object -> byClass(object, posterior::probability))
        .object("logJoint", object -> byClass(object, posterior::logJoint))
        .number("logEvidence", posterior.logEvidence());
    decision.ifPresent(
        decided -> json.text("decision", decided.label()).number("expectedCost", decided.cost()));
    if (posterior.hasSet()) {
      json.texts("set", posterior.set());
    }
    if (posterior.isCalibrated()) {
      json.object("rawPosterior", object -> byClass(object, posterior::rawProbability));
    }
    if (!posterior.flags().isEmpty()) {
      json.texts("flags", posterior.flags());
    }
    if (!hypotheses.isEmpty()) {
      json.numbers("hypotheses", hypotheses);
    }
    ownShare.ifPresent(share -> json.number("ownShare", share));
    explanation.ifPresent(
        reason ->
            json.text("runnerUp", reason.runnerUp())
                .number("logOdds", reason.logOdds())
                .number("priorContribution", reason.prior())
                .numbers("contributions", reason.contributions()));
  }

  private void byClass(JsonObject json, IntToDoubleFunction value) {
    for (int c = 0; c < posterior.size(); c++) {
      json.number(posterior.label(c), value.applyAsDouble(c));
    }
  }

  /** For people: one line, the most probable classes first. */
  String line() {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%6d  ", number));
    line.append(classes());
    truth.ifPresent(label -> line.append("; truth ").append(Display.name(label)));
    decision.ifPresent(decided -> line.append("; ").append(decided.text()));
    if (posterior.hasSet()) {
      line.append("; one of ").append(posterior.set().stream().map(Display::name).toList());
    }
    if (!posterior.flags().isEmpty()) {
      line.append("; ").append(posterior.flags());
    }
    ownShare.ifPresent(share -> line.append(named("; own share", " %.2f", share)));
    explanation.ifPresent(reason -> line.append("; ").append(contributions(reason)));
    return line.toString();
  }

  private String classes() {
    return IntStream.range(0, posterior.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer c) -> c != posterior.best())
                .thenComparing(c -> -posterior.probability(c)))
        .map(c -> named(posterior.label(c), " %.4f", posterior.probability(c)))
        .collect(Collectors.joining(", "));
  }

  private static String contributions(Explanation reason) {
    String odds = named("log odds over " + reason.runnerUp(), " %+.3f", reason.logOdds());
    return reason.contributions().entrySet().stream()
        .sorted(Comparator.comparing((Map.Entry<String, Double> e) -> -Math.abs(e.getValue())))
        .map(e -> named(e.getKey(), " %+.3f", e.getValue()))
        .collect(
            Collectors.joining(", ", odds + named(" = prior", " %+.3f, ", reason.prior()), ""));
  }

  private static String named(String name, String format, double value) {
    return Display.name(name) + String.format(Locale.ROOT, format, value);
  }
}
