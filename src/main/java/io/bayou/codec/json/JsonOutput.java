package io.bayou.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON in memory, in a reused buffer; for the hot path, see {@link JsonObject} for the rest. */
public final class JsonOutput {
  /* Jackson's own printing of doubles is the shortest one on every Java; Java's own is so since 19
   * only, and the same event would be other bytes before. */
  private final JsonFactory factory =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();
  private final ByteArrayBuilder buffer = new ByteArrayBuilder(1024);

  /** Writes the content. */
  public interface Content {
    void writeTo(JsonGenerator out) throws IOException;
  }

  public byte[] write(Content content) {
    buffer.reset();
    try (JsonGenerator out = factory.createGenerator(buffer)) {
      content.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory: cannot happen
    }
    return buffer.toByteArray();
  }
}
