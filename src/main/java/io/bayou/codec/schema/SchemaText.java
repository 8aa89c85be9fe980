package io.bayou.codec.schema;

import java.util.Map;

/**
 * A schema as a registry has it.
 *
 * @param references the texts of the schemas it refers to, by the name it uses for them; one that
 *     others refer to comes before them
 */
record SchemaText(Type type, String text, Map<String, String> references) {
  enum Type {
    AVRO,
    PROTOBUF,
    JSON
  }
}
