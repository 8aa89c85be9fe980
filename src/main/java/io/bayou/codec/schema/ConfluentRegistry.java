package io.bayou.codec.schema;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Confluent's API, which other registries serve as well. */
final class ConfluentRegistry implements Registry {
  private static final String SERIALIZED = "?format=serialized";
  private static final int MAX_REFERENCES = 500;

  private final RegistryHttp http;

  ConfluentRegistry(RegistryHttp http) {
    this.http = http;
  }

  @Override
  public Optional<SchemaText> get(SchemaId id) {
    String path =
        switch (id.kind()) {
          case ID -> "/schemas/ids/" + id.low();
          case GUID -> "/schemas/guids/" + id.guid();
          case GLOBAL_ID, CONTENT_ID ->
              throw new IllegalArgumentException("an id of another registry: " + id);
        };
    return answer(path).flatMap(answer -> schema(path, answer));
  }

  private Optional<SchemaText> schema(String path, Object answer) {
    String type = Optional.ofNullable(RegistryJson.text(answer, "schemaType")).orElse("AVRO");
    SchemaText.Type known =
        switch (type) {
          case "AVRO" -> SchemaText.Type.AVRO;
          case "PROTOBUF" -> SchemaText.Type.PROTOBUF;
          default -> SchemaText.Type.JSON;
        };
    Map<String, String> references = new LinkedHashMap<>();
    if (known == SchemaText.Type.JSON) {
      return Optional.of(new SchemaText(known, "", references));
    }
    String format = known == SchemaText.Type.PROTOBUF ? SERIALIZED : "";
    addReferences(answer, format, references);
    return (format.isEmpty() ? Optional.of(answer) : answer(path + format))
        .map(content -> new SchemaText(known, text(content), references));
  }

  /* Those of a reference before itself. What is missing is told by the one who parses. */
  private void addReferences(Object schema, String format, Map<String, String> found) {
    for (Object reference : RegistryJson.list(schema, "references")) {
      String name = String.valueOf(RegistryJson.text(reference, "name"));
      if (found.containsKey(name) || found.size() >= MAX_REFERENCES) {
        continue;
      }
      found.put(name, ""); // a reference to itself ends here
      String path =
          "/subjects/"
              + encoded(RegistryJson.text(reference, "subject"))
              + "/versions/"
              + encoded(RegistryJson.text(reference, "version"))
              + format;
      answer(path)
          .ifPresent(
              answer -> {
                addReferences(answer, format, found);
                found.remove(name);
                found.put(name, text(answer));
              });
    }
  }

  private static String text(Object answer) {
    return Optional.ofNullable(RegistryJson.text(answer, "schema")).orElse("");
  }

  private Optional<Object> answer(String path) {
    return http.get(path, ConfluentRegistry::saysNotFound)
        .map(
            bytes -> {
              Object answer = RegistryJson.parse(bytes);
              if (RegistryJson.text(answer, "schema") == null) {
                throw new SchemaUnavailableException(
                    "the answer to "
                        + path
                        + " is no schema; check schema.registry.url and schema.registry.type");
              }
              return answer;
            });
  }

  /* 40401 to 40403: no such subject, version or schema. A server that knows no such path has 404
   * without them, and must not turn records into dead letters. */
  private static boolean saysNotFound(byte[] body) {
    String code = RegistryJson.text(RegistryJson.parse(body), "error_code");
    return code != null && code.matches("4040[123]");
  }

  static String encoded(String part) {
    return URLEncoder.encode(String.valueOf(part), StandardCharsets.UTF_8).replace("+", "%20");
  }
}
