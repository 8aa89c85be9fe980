package io.bayou.app.scale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A build that reads all formats of this one and writes newer ones: the sources of this one with a
 * few lines changed, compiled. An instance gets these classes and schemas before those of this
 * build, so everything else about it is the same.
 */
final class NewerBuild {
  private static final Path SOURCES = Path.of("src", "main", "java", "io", "bayou", "codec");
  private static final Path SCHEMAS = Path.of("src", "main", "resources", "schemas", "v1");

  private final Path directory;
  private final List<Path> sources = new ArrayList<>();

  private NewerBuild(Path directory) {
    this.directory = directory;
  }

  /** Publishes definitions, snapshots and evaluations in Avro schemas of their second version. */
  static Path withNewSchemas(Path directory) throws IOException {
    return new NewerBuild(directory).newSchemas().compiled();
  }

  /** Also stores rows in a second format. */
  static Path withNewSchemasAndRows(Path directory) throws IOException {
    return new NewerBuild(directory).newSchemas().newRows().compiled();
  }

  /* A name may be missing in the new schemas. The generated classes can hold both. */
  private NewerBuild newSchemas() throws IOException {
    newSchema("ModelDefinition", "name");
    newSchema("ModelSnapshot", "specHash");
    newSchema("Evaluation", "source");
    change(
        "avro/AvroMessage.java",
        "BinaryMessageEncoder<>(AvroClasses.INSTANCE, schema)",
        "BinaryMessageEncoder<>(AvroClasses.INSTANCE, earlier.get(earlier.size() - 1))");
    return this;
  }

  private void newSchema(String name, String field) throws IOException {
    String type = "\"name\": \"" + field + "\", \"type\": ";
    String old = Files.readString(SCHEMAS.resolve(name + ".avsc"), UTF_8);
    Path path = directory.resolve("schemas/v2/" + name + ".avsc");
    Files.createDirectories(path.getParent());
    Files.writeString(
        path, replaced(old, type + "\"string\"", type + "[\"string\", \"null\"]"), UTF_8);
  }

  private NewerBuild newRows() throws IOException {
    change("state/RowWriter.java", "FORMAT = 1;", "FORMAT = 2;");
    change("state/RowReader.java", "bytes[0] != RowWriter.FORMAT", "bytes[0] > RowWriter.FORMAT");
    change("state/SnapshotCodec.java", "", ""); // the compiler copies constants into it
    return this;
  }

  private void change(String source, String from, String to) throws IOException {
    Path path = directory.resolve("src").resolve(source);
    Files.createDirectories(path.getParent());
    String code = Files.readString(SOURCES.resolve(source), UTF_8);
    sources.add(Files.writeString(path, replaced(code, from, to), UTF_8));
  }

  private static String replaced(String text, String from, String to) {
    assertThat(text).contains(from);
    return text.replace(from, to);
  }

  private Path compiled() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      List<String> options =
          List.of("-proc:none", "-nowarn", "-d", directory.toString(), "-cp", classPath());
      boolean compiled =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
    return directory;
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }
}
