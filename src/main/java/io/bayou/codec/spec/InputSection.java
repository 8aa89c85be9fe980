package io.bayou.codec.spec;

import io.bayou.codec.expression.DroppedPaths;
import io.bayou.codec.expression.Expression;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * {@code input}: which topics a model reads, and how. A feature is a path or an expression, or a
 * map that has one of them beside the keys of {@code features}.
 */
final class InputSection {
  private static final List<String> KEYS =
      List.of(
          "topics",
          "format",
          "envelope",
          "id",
          "time",
          "label",
          "weight",
          "where",
          "features",
          "drop");
  private static final String PATH = "path";

  private InputSection() {}

  static void read(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = new SpecFields(value, KEYS);
    List<String> topics = FormatSection.topics(fields.require("topics"));
    RecordFormat format = FormatSection.read(fields);
    Optional<LabelSource> label = fields.get("label").map(SourceSection::label);
    SortedMap<String, String> features = new TreeMap<>();
    fields.get("features").ifPresent(node -> features(node, features, spec));
    List<String> drop = fields.get("drop").map(InputSection::drop).orElse(List.of());
    fields.get("features").ifPresent(node -> refuseDropped(node, features, drop));
    spec.input(
        value.build(
            () ->
                new InputSpec(
                    topics,
                    format,
                    source(fields, "id"),
                    source(fields, "time"),
                    label,
                    source(fields, "weight"),
                    fields.get("where").map(SourceSection::condition),
                    features,
                    drop)));
  }

  private static Optional<String> source(SpecFields fields, String key) {
    return fields.get(key).map(SourceSection::read);
  }

  private static void features(
      SpecNode node, SortedMap<String, String> sources, ModelSpec.Builder spec) {
    if (node.map().isEmpty()) {
      throw node.fail(node.path() + " must name a feature, or be left out to read all fields");
    }
    node.map()
        .forEach(
            (name, feature) -> {
              SpecNode source = feature.isMap() ? feature.map().get(PATH) : feature;
              if (source == null) {
                throw feature.fail(feature.path() + " needs 'path'");
              }
              sources.put(name, SourceSection.read(source));
              if (feature.isMap() && feature.map().size() > 1) {
                FeatureSection.read(name, without(feature, PATH), spec);
              }
            });
  }

  /* What is dropped is never read, not by name either. */
  private static void refuseDropped(
      SpecNode node, SortedMap<String, String> features, List<String> drop) {
    Predicate<String> kept = DroppedPaths.except(drop);
    features.forEach(
        (name, source) -> {
          for (FieldPath path : Expression.parse(source).paths()) {
            if (path.root() == Root.VALUE && !kept.test(path.toString())) {
              throw node.map().get(name).fail(name + " reads " + path + ", which drop leaves out");
            }
          }
        });
  }

  private static SpecNode without(SpecNode node, String key) {
    Map<String, SpecNode> rest = new LinkedHashMap<>(node.map());
    rest.remove(key);
    return node.withEntries(rest);
  }

  /* A path in which a name may be an asterisk. */
  private static List<String> drop(SpecNode node) {
    List<SpecNode> paths = node.isList() ? node.list() : List.of(node);
    for (SpecNode path : paths) {
      if (FieldPath.parse(path.text().replace("*", "_")).isEmpty()) {
        throw path.mustBe("a path such as card.number or '*.number'");
      }
    }
    return paths.stream().map(SpecNode::text).toList();
  }

  static Object write(InputSpec input) {
    Map<String, Object> tree = new TreeMap<>();
    tree.put("topics", input.topics());
    FormatSection.write(input.format(), tree);
    input.id().ifPresent(id -> tree.put("id", id));
    input.time().ifPresent(time -> tree.put("time", time));
    input.label().ifPresent(label -> tree.put("label", SourceSection.write(label)));
    input.weight().ifPresent(weight -> tree.put("weight", weight));
    input.where().ifPresent(where -> tree.put("where", where));
    SpecCodec.putChanged(tree, "features", input.features(), new TreeMap<>());
    SpecCodec.putChanged(tree, "drop", input.drop(), List.of());
    return tree;
  }
}
