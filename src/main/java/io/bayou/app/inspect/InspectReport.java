package io.bayou.app.inspect;

import io.bayou.app.cli.Display;
import io.bayou.app.inspect.FieldStats.ValueType;
import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was found in a topic. For people it is one YAML file: a first spec, with all else as
 * comments before it.
 */
record InspectReport(TopicProfile profile, Roles roles, String spec) {
  private static final int WIDEST = 40;

  static InspectReport of(TopicProfile profile) {
    Roles roles = Roles.of(profile);
    return new InspectReport(profile, roles, FirstSpec.of(profile, roles));
  }

  void print(PrintWriter out) {
    header().forEach(line -> out.println(Yaml.comment(line)));
    if (profile.sample().records().isEmpty()) {
      return;
    }
    out.println("#");
    table().forEach(line -> out.println(("# " + line).stripTrailing()));
    if (!profile.isOwn()) {
      out.println("#");
      roles.all().forEach((role, found) -> print(role, found, out));
    }
    out.println("#");
    out.println("# A first spec, to be edited: bayou models create NAME --spec FILE");
    out.println();
    out.print(spec);
  }

  private static void print(String role, Map<String, String> found, PrintWriter out) {
    found.forEach(
        (path, reason) ->
            out.println(Yaml.comment(String.format("%-6s%s: %s", role, path, reason))));
    if (found.isEmpty()) {
      out.println(Yaml.comment(String.format("%-6snone found", role)));
    }
  }

  private List<String> header() {
    TopicSample sample = profile.sample();
    List<String> lines = new ArrayList<>();
    if (sample.records().isEmpty()) {
      lines.add(
          format(
              "%s has no records with a value in its %d partitions",
              sample.topic(), sample.partitions()));
      return lines;
    }
    lines.add(
        format(
            "%s: %,d of about %,d records, %d partitions, %s",
            sample.topic(),
            sample.records().size(),
            sample.available(),
            sample.partitions(),
            profile.format()));
    lines.add("keys: " + keys());
    if (sample.tombstones() > 0) {
      lines.add(format("%,d more records have no value: tombstones", sample.tombstones()));
    }
    int unreadable = sample.records().size() - profile.readable();
    if (unreadable > 0) {
      lines.add(format("%,d records cannot be read: %s", unreadable, profile.firstProblem()));
    }
    if (!profile.isComplete()) {
      lines.add("there are more fields: some names seem to be data");
    }
    return lines;
  }

  private String keys() {
    FieldStats keys = profile.keys();
    int records = profile.sample().records().size();
    if (keys.present() == 0) {
      return "none";
    }
    String some =
        keys.present() == records
            ? ""
            : InspectText.percent(keys.present(), records) + " have one, ";
    return some
        + (keys.isUnique() ? "all different" : InspectText.distinct(keys) + " different")
        + ", such as "
        + InspectText.values(keys);
  }

  private List<String> table() {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"path", "types", "missing", "distinct", "values"});
    for (FieldStats field : profile.fields()) {
      rows.add(
          new String[] {
            Display.name(field.path()),
            InspectText.types(field),
            InspectText.percent(profile.readable() - field.present(), profile.readable()),
            InspectText.distinct(field),
            InspectText.values(field)
          });
    }
    String format = "%-" + width(rows, 0) + "s  %-" + width(rows, 1) + "s  %7s  %8s  %s";
    return rows.stream().map(row -> String.format(format, (Object[]) row)).toList();
  }

  private static int width(List<String[]> rows, int column) {
    int longest = rows.stream().mapToInt(row -> row[column].length()).max().orElse(1);
    return Math.min(WIDEST, longest);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** For programs. */
  void write(JsonObject json) {
    TopicSample sample = profile.sample();
    json.text("topic", sample.topic())
        .number("partitions", sample.partitions())
        .number("available", sample.available())
        .number("records", sample.records().size())
        .number("tombstones", sample.tombstones())
        .number("unreadable", sample.records().size() - profile.readable())
        .text("format", profile.format())
        .text("envelope", profile.envelope().name().toLowerCase(Locale.ROOT))
        .bool("ownEvents", profile.isOwn())
        .objects("fields", profile.fields(), this::field)
        .object(
            "candidates",
            all -> roles.all().forEach((role, found) -> all.texts(role, found.keySet())))
        .text("spec", sample.records().isEmpty() ? null : spec);
  }

  private void field(JsonObject json, FieldStats field) {
    json.text("path", field.path())
        .object(
            "types",
            types -> field.counts().forEach((type, count) -> types.number(type.key(), count)))
        .number("missing", profile.readable() - field.present())
        .number("distinct", Math.min(field.distinct(), FieldStats.MAX_DISTINCT))
        .bool("moreDistinct", field.distinct() > FieldStats.MAX_DISTINCT);
    if (field.counts().containsKey(ValueType.NUMBER)) {
      json.number("min", field.min()).number("max", field.max());
    }
    if (field.look().isEmpty()) {
      json.texts("examples", field.examples().stream().map(InspectText::value).toList());
    } else {
      json.text("look", field.look());
    }
  }
}
