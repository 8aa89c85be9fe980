package io.bayou.codec.avro;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** The published schemas: {@code schemas/v1}, {@code schemas/v2}, ... among the resources. */
public final class SchemaHistory {
  private SchemaHistory() {}

  /** Every published schema of that name, oldest first. */
  public static List<Schema> of(String name) {
    List<Schema> schemas = new ArrayList<>();
    for (int version = 1; ; version++) {
      String resource = "/schemas/v" + version + "/" + name + ".avsc";
      try (InputStream in = SchemaHistory.class.getResourceAsStream(resource)) {
        if (in == null) {
          return schemas;
        }
        schemas.add(new Schema.Parser().parse(in));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + resource + " of this build", e);
      }
    }
  }
}
