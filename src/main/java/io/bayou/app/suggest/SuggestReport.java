package io.bayou.app.suggest;

import io.bayou.app.inspect.InspectText;
import io.bayou.app.inspect.Yaml;
import io.bayou.app.suggest.Contest.Result;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The suggestion. For people it is one YAML file: the spec to use, with all else as comments before
 * it.
 *
 * @param used how many rows were read, labeled or not
 * @param available how many there are
 * @param results the best first
 */
record SuggestReport(
    String source, DataProfile profile, int used, int available, List<Result> results) {
  private static final int LABELS_SHOWN = 12;

  /* Two standard errors: about 95 % of the differences that chance makes. */
  private static final double ERRORS = 2.0;
  private static final double MUCH_CHEAPER = 0.8;
  private static final double MICROS_PER_SECOND = 1e6;

  private Result best() {
    return results.get(0);
  }

  private static boolean isTied(Result result) {
    return result.behind() <= ERRORS * result.behindError();
  }

  /** The cheapest of those that are not clearly worse, if it is much cheaper than the best. */
  private Optional<Result> cheaper() {
    return results.stream()
        .filter(SuggestReport::isTied)
        .filter(result -> !result.candidate().hasLags() || best().candidate().hasLags())
        .min((a, b) -> Double.compare(a.micros(), b.micros()))
        .filter(result -> result.micros() < MUCH_CHEAPER * best().micros());
  }

  /** The best one that does without the labels before, if the best one needs them. */
  private Optional<Result> withoutLags() {
    return best().candidate().hasLags() ? first(candidate -> !candidate.hasLags()) : needingNone();
  }

  /* The baseline no-change is nothing but the label before. */
  private Optional<Result> needingNone() {
    return needsLabels()
        ? first(candidate -> !candidate.hasLags() && !candidate.isBaseline())
        : Optional.empty();
  }

  private Optional<Result> first(Predicate<Candidate> condition) {
    return results.stream().filter(result -> condition.test(result.candidate())).findFirst();
  }

  private boolean needsLabels() {
    return best().candidate().hasLags() || best().candidate().name().equals("no-change");
  }

  void print(PrintWriter out) {
    List<String> lines = new ArrayList<>(header());
    lines.add("");
    lines.addAll(table());
    lines.add("");
    lines.addAll(reasons());
    lines.addAll(warnings());
    lines.add("The spec, for 'bayou evaluate --spec' and 'bayou models create NAME --spec':");
    lines.forEach(line -> out.println(Yaml.comment(line).stripTrailing()));
    out.println();
    out.print(SpecCodec.yaml(best().candidate().spec()));
  }

  private List<String> header() {
    String part = available > used ? format(" of %,d", available) : "";
    int unlabeled = used - profile.rows();
    String bare = unlabeled > 0 ? format(", %,d of them without a label", unlabeled) : "";
    String labels =
        profile.labels().size() <= LABELS_SHOWN
            ? ": " + InspectText.list(profile.labels().keySet())
            : "";
    String uses =
        profile.uses().entrySet().stream()
            .map(use -> format("%,d %s", use.getValue(), use.getKey().plural()))
            .collect(Collectors.joining(", "));
    return List.of(
        format("%s: %,d%s rows%s", source, used, part, bare),
        format("%,d classes%s", profile.labels().size(), labels),
        "features: " + uses,
        format(
            "the most frequent label is right in %.1f %%, the label before in %.1f %% of the rows",
            100.0 * profile.majority(), 100.0 * profile.noChange()));
  }

  private List<String> table() {
    int width = results.stream().mapToInt(r -> r.candidate().name().length()).max().orElseThrow();
    String name = "%-" + width + "s";
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            name + "  %17s  %8s  %17s  %9s",
            "candidate",
            "log loss ± error",
            "accuracy",
            "behind ± error",
            "µs a row"));
    for (Result result : results) {
      String behind = result.equals(best()) ? "" : plusMinus(result.behind(), result.behindError());
      lines.add(
          format(
              name + "  %17s  %8.4f  %17s  %9.2f",
              result.candidate().name(),
              plusMinus(result.logLoss(), result.logLossError()),
              result.accuracy(),
              behind,
              result.micros()));
    }
    return lines;
  }

  private static String plusMinus(double value, double error) {
    return format("%.4f ± %.4f", value, error);
  }

  private List<String> reasons() {
    Result best = best();
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%s has the lowest log loss. An event costs %.2f µs here: about %,.0f events a"
                + " second on one core.",
            best.candidate().name(), best.micros(), MICROS_PER_SECOND / best.micros()));
    if (results.size() > 1 && isTied(results.get(1))) {
      lines.add("Its lead over " + results.get(1).candidate().name() + " may be chance.");
    }
    cheaper()
        .ifPresent(
            other ->
                lines.add(
                    format(
                        "%s is not clearly worse, and costs %.2f µs.",
                        other.candidate().name(), other.micros())));
    return lines;
  }

  private List<String> warnings() {
    List<String> lines = new ArrayList<>();
    if (best().candidate().isBaseline()) {
      lines.add("warning: no learner beats this baseline; do the features say anything?");
    }
    if (needsLabels()) {
      lines.add(
          "warning: it needs each label before the next event comes; 'bayou evaluate --delay' tells"
              + " what is left if labels come later"
              + withoutLags()
                  .map(r -> format("; without: %s, %.4f", r.candidate().name(), r.logLoss()))
                  .orElse(""));
    }
    return lines;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** For programs. */
  void write(JsonObject json) {
    json.text("source", source)
        .number("rows", profile.rows())
        .number("unlabeledRows", used - profile.rows())
        .number("available", available)
        .object("labels", all -> profile.labels().forEach(all::number))
        .object("features", all -> profile.uses().forEach((use, n) -> all.number(use.key(), n)))
        .number("majority", profile.majority())
        .number("noChange", profile.noChange())
        .objects("candidates", results, SuggestReport::write)
        .text("best", best().candidate().name())
        .text("cheaper", cheaper().map(result -> result.candidate().name()).orElse(null))
        .text("withoutLags", withoutLags().map(result -> result.candidate().name()).orElse(null))
        .texts("warnings", warnings())
        .text("spec", SpecCodec.yaml(best().candidate().spec()));
  }

  private static void write(JsonObject json, Result result) {
    json.text("name", result.candidate().name())
        .number("logLoss", result.logLoss())
        .number("logLossError", result.logLossError())
        .number("accuracy", result.accuracy())
        .number("behind", result.behind())
        .number("behindError", result.behindError())
        .number("microsPerRow", result.micros())
        .raw("spec", SpecCodec.write(result.candidate().spec()));
  }
}
