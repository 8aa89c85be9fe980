package io.bayou.codec.spec;

import static io.bayou.codec.spec.SpecCodec.putChanged;

import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code format} and {@code envelope} of {@code input} and {@code labels}: an encoding as one word,
 * or a map with the schema of records that do not name their own.
 */
final class FormatSection {
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  private FormatSection() {}

  static RecordFormat read(SpecFields fields) {
    Envelope envelope =
        fields.get("envelope").map(node -> node.choice(Envelope.class)).orElse(Envelope.NONE);
    Optional<SpecNode> given = fields.get("format");
    if (given.isEmpty()) {
      return new RecordFormat(Encoding.AUTO, envelope, Optional.empty(), Optional.empty());
    }
    SpecNode node = given.get();
    SpecFields format =
        new SpecFields(node.orMapOf("encoding"), List.of("encoding", "schema", "message"));
    Encoding encoding = format.require("encoding").choice(Encoding.class);
    Optional<String> schema = format.get("schema").map(SpecNode::text);
    Optional<String> message = format.get("message").map(SpecNode::text);
    return node.build(() -> new RecordFormat(encoding, envelope, schema, message));
  }

  static void write(RecordFormat format, Map<String, Object> tree) {
    putChanged(tree, "envelope", SpecNode.name(format.envelope()), SpecNode.name(Envelope.NONE));
    if (format.schema().isEmpty() && format.message().isEmpty()) {
      putChanged(tree, "format", SpecNode.name(format.encoding()), SpecNode.name(Encoding.AUTO));
      return;
    }
    Map<String, Object> map = new TreeMap<>();
    map.put("encoding", SpecNode.name(format.encoding()));
    format.schema().ifPresent(schema -> map.put("schema", schema));
    format.message().ifPresent(message -> map.put("message", message));
    tree.put("format", map);
  }

  /** One topic or a list of them. */
  static List<String> topics(SpecNode node) {
    List<SpecNode> nodes = node.isList() ? node.list() : List.of(node);
    for (SpecNode topic : nodes) {
      if (!TOPIC.matcher(topic.text()).matches()) {
        throw topic.mustBe("a topic name of letters, digits, '.', '_' and '-'");
      }
    }
    List<String> topics = nodes.stream().map(SpecNode::text).distinct().toList();
    if (topics.isEmpty()) {
      throw node.mustBe("at least one topic");
    }
    return topics;
  }
}
