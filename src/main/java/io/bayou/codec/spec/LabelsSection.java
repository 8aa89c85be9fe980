package io.bayou.codec.spec;

import static io.bayou.codec.spec.SpecCodec.putChanged;

import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.RecordFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code labels}: labels that come later, joined to their events by id. */
final class LabelsSection {
  private static final List<String> KEYS =
      List.of("topics", "format", "envelope", "id", "label", "horizon", "default");

  private LabelsSection() {}

  static LabelsSpec read(SpecNode value) {
    SpecFields fields = new SpecFields(value, KEYS);
    List<String> topics = FormatSection.topics(fields.require("topics"));
    RecordFormat format = FormatSection.read(fields);
    String id = SourceSection.read(fields.require("id"));
    LabelSource label = SourceSection.label(fields.require("label"));
    long horizon =
        fields.get("horizon").map(HalfLifeSection::read).orElse(LabelsSpec.DEFAULT_HORIZON);
    Optional<String> otherwise = fields.get("default").map(SpecNode::text);
    return value.build(() -> new LabelsSpec(topics, format, id, label, horizon, otherwise));
  }

  static Object write(LabelsSpec labels) {
    Map<String, Object> tree = new TreeMap<>();
    tree.put("topics", labels.topics());
    FormatSection.write(labels.format(), tree);
    tree.put("id", labels.id());
    tree.put("label", SourceSection.write(labels.label()));
    putChanged(tree, "horizon", labels.horizonMillis(), LabelsSpec.DEFAULT_HORIZON);
    tree.computeIfPresent("horizon", (key, millis) -> HalfLifeSection.write((Long) millis));
    labels.otherwise().ifPresent(label -> tree.put("default", label));
    return tree;
  }
}
