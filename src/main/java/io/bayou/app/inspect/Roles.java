package io.bayou.app.inspect;

import io.bayou.app.inspect.FieldStats.ValueType;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Fields that may have a meaning of their own: best candidates first, each with the reason.
 *
 * @param drop what a model should perhaps never see
 */
record Roles(
    Map<String, String> id,
    Map<String, String> time,
    Map<String, String> label,
    Map<String, String> drop) {
  /** How many different values a label may have. */
  static final int MAX_LABELS = 20;

  private static final Pattern ID =
      Pattern.compile("(id|.*_id|.*Id|.*ID|.*ref|.*key|uuid|guid|.*number|.*reference)");
  private static final Pattern TIME =
      Pattern.compile("(?i)(ts|at|.*_at|.*time.*|.*date.*|.*stamp.*|.*created.*|.*when.*)");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?i)(is_?)?(label|class|target|outcome|status|verdict|result|state|category|fraud"
              + "|churn|decision|resolution)(ed|_?code|_?name)?");
  private static final Pattern PERSONAL =
      Pattern.compile(
          "(?i)(.*card_?(number|no|holder).*|card|pan|.*_pan|.*iban.*|cvv2?|cvc|.*e?mail.*"
              + "|.*phone.*|.*mobile.*|ssn|.*passport.*|(.*_)?(first|last|full|sur|holder|customer"
              + "|user|account|given|family)_?name|name|.*birth.*|dob|.*password.*|.*secret.*"
              + "|street.*|.*ip_?address.*)");

  static Roles of(TopicProfile profile) {
    // A deleted row has no fields: what is in every other record counts.
    int records = profile.fields().stream().mapToInt(FieldStats::present).max().orElse(0);
    Map<String, String> drop = new LinkedHashMap<>();
    profile.fields().forEach(field -> personal(field, drop));
    Predicate<FieldStats> free = field -> !drop.containsKey(field.path());
    Map<String, String> time =
        candidates(
            profile, TIME, free.and(field -> field.isTime() && field.isRising()), Roles::time);
    return new Roles(
        candidates(
            profile,
            ID,
            free.and(field -> !time.containsKey(field.path()) && names(field, records)),
            field -> "all different"),
        time,
        candidates(profile, LABEL, free.and(Roles::isLabel), Roles::values),
        drop);
  }

  /** The same with a label that was given; it has no other role. */
  Roles withLabel(String path) {
    Map<String, String> ids = new LinkedHashMap<>(id);
    Map<String, String> times = new LinkedHashMap<>(time);
    Map<String, String> drops = new LinkedHashMap<>(drop);
    ids.remove(path);
    times.remove(path);
    drops.remove(path);
    return new Roles(ids, times, Map.of(path, "as given"), drops);
  }

  private static void personal(FieldStats field, Map<String, String> drop) {
    if (!field.look().isEmpty()) {
      drop.put(field.path(), "looks like " + field.look());
    } else if (PERSONAL.matcher(lastName(field.path())).matches()
        && !field.isOnly(ValueType.BOOLEAN)) {
      drop.put(field.path(), "may name a person, by its name");
    }
  }

  /* Those whose name fits come first, then those near the top of the record. */
  private static Map<String, String> candidates(
      TopicProfile profile,
      Pattern name,
      Predicate<FieldStats> fits,
      Function<FieldStats, String> reason) {
    Comparator<FieldStats> byName =
        Comparator.comparing(field -> !name.matcher(lastName(field.path())).matches());
    List<FieldStats> found =
        profile.fields().stream()
            .filter(fits)
            .filter(
                field ->
                    (field.isTime() && field.isOnly(ValueType.TEXT))
                        || (field.isOnly(ValueType.TEXT) && field.isUnique())
                        || name.matcher(lastName(field.path())).matches())
            .sorted(byName.thenComparing(field -> field.path().split("\\.").length))
            .toList();
    Map<String, String> reasons = new LinkedHashMap<>();
    found.forEach(field -> reasons.put(field.path(), reason.apply(field)));
    return reasons;
  }

  private static boolean names(FieldStats field, int records) {
    boolean text = field.isOnly(ValueType.TEXT) && field.meanWords() < 2.0;
    return field.isUnique() && field.present() == records && (text || field.isWhole());
  }

  private static boolean isLabel(FieldStats field) {
    boolean few = field.distinct() >= 2 && field.distinct() <= MAX_LABELS;
    boolean kind =
        field.isOnly(ValueType.TEXT) || field.isOnly(ValueType.BOOLEAN) || field.isWhole();
    return few && kind && !field.isUnique();
  }

  private static String time(FieldStats field) {
    return field.isOnly(ValueType.TEXT) ? "ISO 8601, rising" : "a number since 1970, rising";
  }

  private static String values(FieldStats field) {
    return field.distinct() + " values: " + InspectText.list(field.values().keySet());
  }

  static String lastName(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** By name, for programs. */
  Map<String, Map<String, String>> all() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    all.put("id", id);
    all.put("time", time);
    all.put("label", label);
    all.put("drop", drop);
    return all;
  }
}
