package io.bayou.app.inspect;

import io.bayou.app.inspect.FieldStats.ValueType;
import io.bayou.codec.Utf8;
import io.bayou.codec.expression.FieldPath;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A first spec for the records of a topic, with comments: to be edited, but valid as it is. */
final class FirstSpec {
  private static final Set<String> VAGUE =
      Set.of("id", "name", "type", "code", "value", "key", "number", "label");
  private static final int MANY_WORDS = 3;
  private static final int MANY_VALUES = 50;

  private final TopicProfile profile;
  private final Roles roles;
  private final List<String> lines = new ArrayList<>();
  private final Set<String> taken = new HashSet<>();

  private FirstSpec(TopicProfile profile, Roles roles) {
    this.profile = profile;
    this.roles = roles;
  }

  static String of(TopicProfile profile, Roles roles) {
    return new FirstSpec(profile, roles).write();
  }

  private String write() {
    lines.add("learner: naive-bayes");
    if (profile.isOwn()) {
      lines.add("# these are Bayou's own events: no input is needed, types are inferred");
    } else {
      input();
    }
    return String.join("\n", lines) + "\n";
  }

  private void input() {
    lines.add("input:");
    lines.add("  topics: [" + Yaml.text(profile.sample().topic()) + "]");
    if (profile.envelope() != Envelope.NONE) {
      lines.add("  envelope: " + profile.envelope().name().toLowerCase(Locale.ROOT));
    }
    boolean cloudEvents = profile.envelope() == Envelope.CLOUDEVENTS;
    role("id", roles.id(), cloudEvents ? "that of the CloudEvent" : "the key of the record");
    role("time", roles.time(), cloudEvents ? "that of the CloudEvent" : "the record's timestamp");
    label();
    features();
    drop();
  }

  private void role(String name, Map<String, String> candidates, String otherwise) {
    String found = usable(candidates);
    if (found == null) {
      lines.add("  # " + name + ": PATH    # otherwise " + otherwise);
      return;
    }
    taken.add(found);
    lines.add("  " + name + ": " + source(found) + "    " + Yaml.comment(candidates.get(found)));
    candidates.keySet().stream()
        .filter(other -> !other.equals(found) && isPath(other))
        .limit(3)
        .forEach(other -> lines.add("  # or " + name + ": " + source(other)));
  }

  private static String usable(Map<String, String> candidates) {
    return candidates.keySet().stream().filter(FirstSpec::isPath).findFirst().orElse(null);
  }

  private void label() {
    if (usable(roles.label()) != null) {
      role("label", roles.label(), "");
      lines.add(
          "  #        is this what is to be predicted? {path: …, map: {VALUE: LABEL}} renames");
      return;
    }
    lines.add("  # label: PATH    # in the same record; {path: PATH, map: {VALUE: LABEL}} renames");
  }

  private void features() {
    List<String> chosen = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (FieldStats field : profile.fields()) {
      if (taken.contains(field.path()) || roles.drop().containsKey(field.path())) {
        continue;
      }
      String why = isPath(field.path()) ? objection(field) : "its name needs ['quotes'] in a path";
      if (why.isEmpty()) {
        chosen.add("    " + name(field) + ": " + value(field));
      } else {
        leftOut.add("    " + Yaml.comment(name(field) + ": " + field.path() + "    (" + why + ")"));
      }
    }
    lines.add(
        chosen.isEmpty() ? "  # features:    # without it, every field is read" : "  features:");
    lines.addAll(chosen);
    lines.addAll(leftOut);
  }

  /* Why a field teaches nothing; empty if it may. */
  private String objection(FieldStats field) {
    if (field.present() == 0) {
      return "always null";
    }
    boolean everywhere = field.present() == profile.readable();
    if (field.isOnly(ValueType.LIST) && field.distinct() == 0) {
      return "a list; " + field.path() + "[0] or a field of it is a path";
    }
    if (field.distinct() == 1 && everywhere) {
      return "always the same";
    }
    boolean words = field.meanWords() >= MANY_WORDS;
    if (field.isUnique() && everywhere && field.isOnly(ValueType.TEXT) && !words) {
      return "different in every record";
    }
    if (roles.time().containsKey(field.path())) {
      return "a time";
    }
    if (roles.id().containsKey(field.path())) {
      return "a name";
    }
    return field.counts().size() > 1 ? "of several types" : "";
  }

  private String value(FieldStats field) {
    boolean text =
        field.isOnly(ValueType.TEXT)
            && field.meanWords() >= MANY_WORDS
            && field.distinct() > MANY_VALUES;
    return text ? "{path: " + source(field.path()) + ", type: multinomial}" : source(field.path());
  }

  /* The last name, if it says enough and no other field has it. */
  private String name(FieldStats field) {
    String last = Roles.lastName(field.path());
    long same =
        profile.fields().stream().filter(f -> Roles.lastName(f.path()).equals(last)).count();
    boolean telling = same == 1 && !VAGUE.contains(last.toLowerCase(Locale.ROOT));
    return Yaml.text(telling ? last : field.path());
  }

  private void drop() {
    List<String> paths = roles.drop().keySet().stream().filter(FirstSpec::isPath).toList();
    if (!paths.isEmpty()) {
      lines.add("  drop:    # never read, never stored, never shown");
      paths.forEach(
          path ->
              lines.add("    - " + source(path) + "    " + Yaml.comment(roles.drop().get(path))));
    }
  }

  /* Whether a spec can name the field as it is shown. */
  private static boolean isPath(String path) {
    return Utf8.isWellFormed(path)
        && !path.contains("*")
        && FieldPath.parse(sourceOf(path)).isPresent();
  }

  private static String source(String path) {
    return Yaml.text(sourceOf(path));
  }

  /* A field of this name; the word alone is the key of the record. */
  private static String sourceOf(String path) {
    return path.equals("key") ? "['key']" : path;
  }
}
