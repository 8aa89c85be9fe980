package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Model specs as text: YAML or JSON in, canonical JSON out. Reading is strict: an unknown key, a
 * key given twice, a wrong type or a key that does not concern the learner is an error that names
 * the key and the line. The keys are listed in {@code docs/models.md}.
 */
public final class SpecCodec {
  /* The fast writer is there for its algorithm, not its speed: Double.toString gives other digits
   * before JDK 19 than after it, and the hash of a spec must not depend on the JDK. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private static final int WIDEST_LINE = 100;

  private SpecCodec() {}

  /**
   * Reads a spec; an empty text gives the defaults.
   *
   * @param source where the text comes from, for messages
   * @throws SpecException if the text is not a valid spec
   */
  public static ModelSpec read(String source, String text) {
    return read(SpecParser.parse(source, text));
  }

  static ModelSpec read(SpecNode root) {
    Map<String, SpecNode> entries = root.map();
    LearnerKind learner = learner(entries.get("learner"));
    entries.forEach((name, value) -> SpecKeys.require(name, value, root, learner));
    NetworkSection.requireNetwork(root, learner);
    ModelSpec.Builder builder = ModelSpec.builder(learner);
    for (SpecKey key : SpecKeys.ALL) {
      SpecNode value = entries.get(key.name());
      if (value != null) {
        key.reader().accept(value, builder);
      }
    }
    ModelSpec spec = root.build(builder::build);
    NetworkSection.check(entries, spec);
    AverageSection.check(root, spec);
    ClassesSection.check(entries, spec);
    return spec;
  }

  private static LearnerKind learner(SpecNode node) {
    return node == null
        ? ModelSpec.defaults().learner()
        : node.choice(List.of(LearnerKind.values()), LearnerKind::key);
  }

  /** Canonical JSON: sorted keys, only what differs from the default; equal specs, equal text. */
  public static String write(ModelSpec spec) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      write(tree(spec), out);
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.toString();
  }

  /** Block YAML for people; an average of the default members does not list them. */
  public static String yaml(ModelSpec spec) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("learner", spec.learner().key());
    tree(spec).forEach(tree::putIfAbsent);
    if (spec.average().equals(Optional.of(AverageSpec.defaults()))) {
      tree.remove("members");
      tree.remove("forgetting");
    }
    DumpSettings settings =
        DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(WIDEST_LINE).build();
    return new Dump(settings).dumpToString(tree);
  }

  /** The spec as maps, lists, strings, numbers and booleans. */
  static SortedMap<String, Object> tree(ModelSpec spec) {
    SortedMap<String, Object> tree = new TreeMap<>();
    for (SpecKey key : SpecKeys.ALL) {
      key.writer().apply(spec).ifPresent(value -> tree.put(key.name(), value));
    }
    return tree;
  }

  /** Puts a value into a map unless it is the default. */
  static void putChanged(Map<String, Object> tree, String key, Object value, Object standard) {
    if (!value.equals(standard)) {
      tree.put(key, value);
    }
  }

  /* A LinkedHashMap keeps its order; any other map is sorted. */
  private static void write(Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      Map<?, ?> ordered = map instanceof LinkedHashMap ? map : new TreeMap<>(map);
      for (Map.Entry<?, ?> entry : ordered.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        write(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      out.writeStartArray();
      for (Object item : items) {
        write(item, out);
      }
      out.writeEndArray();
    } else {
      out.writePOJO(value);
    }
  }

  /** SHA-256 of the canonical JSON, in lower-case hex. */
  public static String hash(ModelSpec spec) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(write(spec).getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
