package io.bayou.codec.schema;

import static io.bayou.codec.schema.ConfluentRegistry.encoded;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Apicurio's own API, version 3. */
final class ApicurioRegistry implements Registry {
  private static final String API = "/apis/registry/v3";
  private static final int MAX_REFERENCES = 500;

  private final RegistryHttp http;

  ApicurioRegistry(RegistryHttp http) {
    this.http = http;
  }

  @Override
  public Optional<SchemaText> get(SchemaId id) {
    String path =
        switch (id.kind()) {
          case GLOBAL_ID -> API + "/ids/globalIds/" + id.low();
          case CONTENT_ID -> API + "/ids/contentIds/" + id.low();
          case ID, GUID -> throw new IllegalArgumentException("an id of another registry: " + id);
        };
    return text(path)
        .map(
            text -> {
              Map<String, String> references = new LinkedHashMap<>();
              addReferences(path + "/references", references);
              return new SchemaText(typeOf(text), text, references);
            });
  }

  /* The answer does not tell. A .proto file is no JSON; JSON Schemas and Avro's share some words,
   * but only JSON Schemas have properties or say whose dialect they are. */
  private static SchemaText.Type typeOf(String text) {
    Object json = RegistryJson.parse(text.getBytes(StandardCharsets.UTF_8));
    if (json == null) {
      return SchemaText.Type.PROTOBUF;
    }
    boolean isJsonSchema =
        json instanceof Map<?, ?> map
            && (map.containsKey("$schema")
                || map.containsKey("properties")
                || !map.containsKey("type")
                || "object".equals(map.get("type")));
    return isJsonSchema ? SchemaText.Type.JSON : SchemaText.Type.AVRO;
  }

  private void addReferences(String path, Map<String, String> found) {
    Optional<byte[]> answer = http.get(path, ApicurioRegistry::saysNotFound);
    Object list = answer.map(RegistryJson::parse).orElse(List.of());
    for (Object reference : list instanceof List<?> references ? references : List.of()) {
      String name = String.valueOf(RegistryJson.text(reference, "name"));
      if (found.containsKey(name) || found.size() >= MAX_REFERENCES) {
        continue;
      }
      found.put(name, ""); // a reference to itself ends here
      String version = path(reference);
      text(version + "/content")
          .ifPresent(
              text -> {
                addReferences(version + "/references", found);
                found.remove(name);
                found.put(name, text);
              });
    }
  }

  private static String path(Object reference) {
    String group = RegistryJson.text(reference, "groupId");
    return API
        + "/groups/"
        + encoded(group == null ? "default" : group)
        + "/artifacts/"
        + encoded(RegistryJson.text(reference, "artifactId"))
        + "/versions/"
        + encoded(RegistryJson.text(reference, "version"));
  }

  private Optional<String> text(String path) {
    return http.get(path, ApicurioRegistry::saysNotFound)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /* As in {"name": "ContentNotFoundException", "status": 404}; not any server's 404. */
  private static boolean saysNotFound(byte[] body) {
    String name = RegistryJson.text(RegistryJson.parse(body), "name");
    return name != null && name.endsWith("NotFoundException");
  }
}
