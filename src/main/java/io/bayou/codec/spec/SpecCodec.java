package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Model specs as text: YAML or JSON in, canonical JSON out. Reading is strict: an unknown key, a
 * key given twice, a wrong type or a key that does not concern the learner is an error that names
 * the key and the line. The keys are listed in {@code docs/models.md}.
 */
public final class SpecCodec {
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
        key.reader().read(value, builder);
      }
    }
    ModelSpec spec = root.build(builder::build);
    NetworkSection.check(entries, spec);
    AverageSection.check(root, spec);
    return spec;
  }

  private static LearnerKind learner(SpecNode node) {
    return node == null
        ? ModelSpec.defaults().learner()
        : node.choice(List.of(LearnerKind.values()), LearnerKind::key);
  }

  /** Canonical JSON: sorted keys, only what differs from the default; equal specs, equal text. */
  public static String write(ModelSpec spec) {
    return SpecWriter.write(spec);
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
