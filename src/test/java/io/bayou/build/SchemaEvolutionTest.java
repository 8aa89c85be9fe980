package io.bayou.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was written once can be read for ever. Each directory {@code schemas/vN} of the resources
 * holds the schemas of one published state; its files are added, never changed.
 */
class SchemaEvolutionTest {
  private static final Path CURRENT = Path.of("schemas");
  private static final Path FROZEN = Path.of("src/main/resources/schemas");

  @ParameterizedTest
  @MethodSource("frozenSchemas")
  void shouldReadWhatAFrozenSchemaWrote(Path frozen) throws IOException {
    Schema reader = parse(CURRENT.resolve(frozen.getFileName()));

    var compatibility = SchemaCompatibility.checkReaderWriterCompatibility(reader, parse(frozen));

    assertThat(compatibility.getResult().getIncompatibilities()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("currentSchemas")
  void shouldHaveAFrozenFirstVersion(Path current) throws IOException {
    assertThat(frozenSchemas().stream().map(Path::getFileName))
        .as("copy %s to %s/v1 when it is first published", current, FROZEN)
        .contains(current.getFileName());
  }

  @ParameterizedTest
  @MethodSource("currentSchemas")
  void shouldDocumentAndDefaultEveryField(Path current) throws IOException {
    List<String> faults = new ArrayList<>();
    collectFaults(parse(current), faults);

    assertThat(faults).isEmpty();
  }

  @Test
  void shouldNoticeAFieldThatCannotEvolve() {
    Schema bad =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Bad", "doc": "x", "fields": [
                  {"name": "items", "default": [], "doc": "x", "type": {"type": "array", "items":
                    {"type": "record", "name": "Item", "fields": [{"name": "a", "type": "int"}]}}}]}
                """);
    List<String> faults = new ArrayList<>();
    collectFaults(bad, faults);

    assertThat(faults)
        .containsExactly("Item has no doc", "Item.a has no doc", "Item.a has no default");
  }

  static List<Path> currentSchemas() throws IOException {
    return schemasUnder(CURRENT);
  }

  static List<Path> frozenSchemas() throws IOException {
    return schemasUnder(FROZEN);
  }

  private static List<Path> schemasUnder(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".avsc")).sorted().toList();
    }
  }

  private static Schema parse(Path file) throws IOException {
    return new Schema.Parser().parse(file.toFile());
  }

  private static void collectFaults(Schema schema, List<String> faults) {
    switch (schema.getType()) {
      case RECORD -> collectFaultsOfRecord(schema, faults);
      case ARRAY -> collectFaults(schema.getElementType(), faults);
      case MAP -> collectFaults(schema.getValueType(), faults);
      case UNION -> schema.getTypes().forEach(member -> collectFaults(member, faults));
      default -> {}
    }
  }

  private static void collectFaultsOfRecord(Schema schema, List<String> faults) {
    if (schema.getDoc() == null) {
      faults.add(schema.getName() + " has no doc");
    }
    for (Schema.Field field : schema.getFields()) {
      String name = schema.getName() + "." + field.name();
      if (field.doc() == null) {
        faults.add(name + " has no doc");
      }
      if (!field.hasDefaultValue()) {
        faults.add(name + " has no default");
      }
      collectFaults(field.schema(), faults);
    }
  }
}
