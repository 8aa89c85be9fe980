package io.bayou.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads specs from files. A schema may be the name of a file beside the spec; it is replaced by the
 * content of that file, because the instances that use the spec run elsewhere.
 */
public final class SpecFiles {
  private static final Pattern JSON_SCHEMA = Pattern.compile("(?s)\\s*[{\\[\"].*");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/\\s]{4,}={0,2}\\s*");
  private static final byte DESCRIPTOR_SET = 0x0A; // field 1, the first file

  private final Path file;

  private SpecFiles(Path file) {
    this.file = file;
  }

  /**
   * @throws SpecException if the file is no valid spec, or names a schema that cannot be used
   */
  public static ModelSpec read(Path file) throws IOException {
    return new SpecFiles(file)
        .withSchemas(SpecCodec.read(file.toString(), Files.readString(file, UTF_8)));
  }

  private ModelSpec withSchemas(ModelSpec spec) throws IOException {
    Optional<InputSpec> input = spec.input().filter(given -> given.format().schema().isPresent());
    Optional<LabelsSpec> labels =
        spec.labels().filter(given -> given.format().schema().isPresent());
    if (input.isEmpty() && labels.isEmpty()) {
      return spec;
    }
    ModelSpec.Builder builder = spec.toBuilder();
    if (input.isPresent()) {
      builder.input(input.get().withFormat(resolved(input.get().format(), "input")));
    }
    if (labels.isPresent()) {
      builder.labels(labels.get().withFormat(resolved(labels.get().format(), "labels")));
    }
    return builder.build();
  }

  private RecordFormat resolved(RecordFormat format, String section) throws IOException {
    String given = format.schema().orElseThrow();
    Optional<Path> found = find(given);
    if (found.isPresent()) {
      String content = content(found.get(), format.encoding());
      return new RecordFormat(
          format.encoding(), format.envelope(), Optional.of(content), format.message());
    }
    Pattern inline = format.encoding() == Encoding.AVRO ? JSON_SCHEMA : BASE64;
    if (!inline.matcher(given).matches()) {
      throw new SpecException(
          "%s: the schema of %s is '%s': there is no such file beside the spec, and it is no %s"
              .formatted(
                  file,
                  section,
                  given,
                  format.encoding() == Encoding.AVRO
                      ? "Avro schema in JSON"
                      : "descriptor set in Base64"));
    }
    return format;
  }

  private Optional<Path> find(String name) {
    if (JSON_SCHEMA.matcher(name).matches() || name.length() > 1_000) {
      return Optional.empty();
    }
    try {
      return Optional.of(file.toAbsolutePath().resolveSibling(name.strip()))
          .filter(Files::isRegularFile);
    } catch (InvalidPathException e) {
      return Optional.empty(); // then it must be a schema itself
    }
  }

  private static String content(Path schema, Encoding encoding) throws IOException {
    byte[] bytes = Files.readAllBytes(schema);
    if (encoding == Encoding.AVRO) {
      String text = new String(bytes, UTF_8).strip();
      if (!JSON_SCHEMA.matcher(text).matches()) {
        throw new SpecException(schema + " is no Avro schema in JSON");
      }
      return text;
    }
    if (bytes.length == 0 || bytes[0] != DESCRIPTOR_SET) {
      throw new SpecException(
          schema
              + " is no descriptor set; make one of a .proto file with 'protoc --include_imports"
              + " --descriptor_set_out=FILE'");
    }
    return Base64.getEncoder().encodeToString(bytes);
  }
}
