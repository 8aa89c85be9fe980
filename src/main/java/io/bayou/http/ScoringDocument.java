package io.bayou.http;

import io.bayou.codec.state.ModelFile;
import io.bayou.codec.state.ScoringJson;
import io.bayou.http.access.Mask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** A model as JSON (docs/model-json.md) for clients that score by themselves. */
final class ScoringDocument {
  static final int MAX_BYTES = 32 << 20;

  private static final String EXPORT = "bayou models export --format json";

  private ScoringDocument() {}

  /**
   * @throws Problem if the model must not be passed on, or cannot
   */
  static byte[] of(ModelFile model, Mask mask) {
    if (!mask.isNone()) {
      throw new Problem(
          409,
          "http.mask hides values of features, which a model as JSON has; ask for predictions, or"
              + " write it with '"
              + EXPORT
              + "'");
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    try {
      ScoringJson.write(model, new Bounded(json));
    } catch (UnsupportedOperationException e) {
      throw new Problem(409, e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory there is none
    }
    return json.toByteArray();
  }

  /** So that many large models asked for at once leave memory to the stream. */
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream out;

    Bounded(ByteArrayOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (out.size() + length > MAX_BYTES) {
        throw new Problem(
            409,
            "the model as JSON is larger than %d MiB; write it with '%s'"
                .formatted(MAX_BYTES >> 20, EXPORT));
      }
      out.write(bytes, from, length);
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }
  }
}
