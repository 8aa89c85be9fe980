package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.model.spec.ModelSpec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Model specs as text: YAML or JSON in, canonical JSON out. Reading is strict: an unknown key, a
 * key given twice, a wrong type or a key that does not concern the learner is an error that names
 * the key and the line. The keys are listed in {@code docs/models.md}.
 */
public final class SpecCodec {
  private SpecCodec() {}

  /**
   * Reads a spec; an empty text is the spec of a model about which nothing was said.
   *
   * @param source where the text comes from, for messages
   * @throws SpecException if the text is not a valid spec
   */
  public static ModelSpec read(String source, String text) {
    SpecNode root = SpecParser.parse(source, text);
    return SpecReader.read(root);
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
