package io.bayou.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.spec.SpecException;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecFilesTest {
  private static final String AVRO =
      "{\"type\":\"record\",\"name\":\"P\",\"fields\":[{\"name\":\"a\",\"type\":\"double\"}]}";
  private static final byte[] DESCRIPTORS = {0x0A, 0x03, 0x0A, 0x01, 0x61};

  @TempDir private Path directory;

  @Test
  void shouldReplaceTheNameOfASchemaFileByItsContent() throws IOException {
    Files.writeString(directory.resolve("payment.avsc"), "\n" + AVRO + "\n");
    Files.createDirectory(directory.resolve("schemas"));
    Files.write(directory.resolve("schemas/label.desc"), DESCRIPTORS);

    ModelSpec spec =
        read(
            """
            input: {topics: p, format: {encoding: avro, schema: payment.avsc}}
            labels:
              topics: l
              id: a
              label: b
              format: {encoding: protobuf, schema: schemas/label.desc, message: x.Y}
            """);

    assertThat(spec.input().map(InputSpec::format).flatMap(RecordFormat::schema)).contains(AVRO);
    assertThat(spec.labels().map(LabelsSpec::format).flatMap(RecordFormat::schema))
        .contains(Base64.getEncoder().encodeToString(DESCRIPTORS));
    assertThat(spec.labels().map(LabelsSpec::format).flatMap(RecordFormat::message))
        .contains("x.Y");
  }

  @Test
  void shouldLeaveASchemaInTheSpecAsItIs() throws IOException {
    String encoded = Base64.getEncoder().encodeToString(DESCRIPTORS);

    assertThat(schema("{encoding: avro, schema: '" + AVRO + "'}")).contains(AVRO);
    assertThat(schema("{encoding: protobuf, schema: " + encoded + "}")).contains(encoded);
    assertThat(schema("json")).isEmpty();
  }

  @Test
  void shouldSayWhichFileIsMissingOrWrong() throws IOException {
    Files.writeString(directory.resolve("p.proto"), "syntax = \"proto3\";");
    Files.writeString(directory.resolve("p.avsc"), "namespace x;");

    fails("{encoding: avro, schema: gone.avsc}", "the schema of input is 'gone.avsc'");
    fails("{encoding: protobuf, schema: gone.desc}", "no descriptor set in Base64");
    fails("{encoding: protobuf, schema: p.proto}", "protoc --include_imports");
    fails("{encoding: avro, schema: p.avsc}", "p.avsc is no Avro schema in JSON");
  }

  private void fails(String format, String message) {
    assertThatThrownBy(() -> schema(format))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  private Optional<String> schema(String format) throws IOException {
    return read("input: {topics: p, format: " + format + "}\n")
        .input()
        .map(InputSpec::format)
        .flatMap(RecordFormat::schema);
  }

  private ModelSpec read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("spec.yaml"), text);
    return SpecFiles.read(file);
  }
}
