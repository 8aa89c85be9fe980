package io.bayou.codec.jsonio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON in memory, in a reused buffer; for the hot path, see {@link JsonObject} for the rest. */
public final class JsonOutput {
  /* Jackson writes the shortest form of a double on every Java version; the JDK does so only since
   * 19, and the bytes of an event would depend on the version. */
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
