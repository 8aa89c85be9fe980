package io.bayou.build;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.bayou.client.Event;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published can be used with what its POM declares, and nothing else. */
class ArtifactsTest {
  private static final long MAX_BYTES = 5L << 20;
  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(DO_NOT_INCLUDE_TESTS).importPackages("io.bayou");

  @TempDir Path directory;

  @Test
  void shouldUseWhatTheModelDeclares() throws IOException {
    assertThat(Artifact.MODEL.dependencies())
        .containsExactly("lucene-analysis-common", "lucene-core");
    assertThat(undeclared(Artifact.MODEL, Set.of())).isEmpty();
  }

  @Test
  void shouldUseWhatTheClientDeclares() throws IOException {
    assertThat(Artifact.CLIENT.dependencies()).contains("bayou-model", "kafka-clients");
    assertThat(undeclared(Artifact.CLIENT, Set.of(Artifact.MODEL))).isEmpty();
  }

  /** Dependencies of an artifact on classes of Bayou or of libraries that its POM does not list. */
  private static List<String> undeclared(Artifact artifact, Set<Artifact> others)
      throws IOException {
    Set<String> declared = artifact.dependencies();
    List<JavaClass> own = CLASSES.stream().filter(type -> artifact.has(type.getName())).toList();
    assertThat(own).hasSizeGreaterThan(50);
    return own.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(use -> !isDeclared(use, artifact, others, declared))
        .map(Dependency::getDescription)
        .toList();
  }

  private static boolean isDeclared(
      Dependency use, Artifact artifact, Set<Artifact> others, Set<String> declared) {
    JavaClass target = use.getTargetClass().getBaseComponentType();
    String name = target.getName();
    if (target.isPrimitive() || name.startsWith("java.") || name.startsWith("javax.")) {
      return true;
    }
    if (name.startsWith("io.bayou.")) {
      return artifact.has(name) || others.stream().anyMatch(other -> other.has(name));
    }
    Path jar = jarOf(name);
    return declared.stream().anyMatch(library -> Artifact.isOf(jar, library));
  }

  private static Path jarOf(String className) {
    try {
      Class<?> type = Class.forName(className, false, ArtifactsTest.class.getClassLoader());
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldHaveTheVersionsOfTheBuild() throws IOException {
    for (Artifact artifact : List.of(Artifact.MODEL, Artifact.CLIENT)) {
      Set<String> versions = new TreeSet<>();
      Pattern.compile("<version>(.*?)</version>")
          .matcher(artifact.pom())
          .results()
          .forEach(found -> versions.add(found.group(1)));

      String maven = Files.readString(Path.of("pom.xml"));
      String ant = Files.readString(Path.of("src/artifacts/build.xml"));
      assertThat(versions)
          .allSatisfy(version -> assertThat(version).matches("@[\\w.]+@"))
          .filteredOn(version -> !version.equals("@version@"))
          .map(version -> version.replace("@", ""))
          .allSatisfy(version -> assertThat(maven).contains(version + ">"))
          .allSatisfy(version -> assertThat(ant).contains("token=\"" + version + "\""));
    }
  }

  /** The client and the model with all that they bring, but for Kafka's own client and SLF4J. */
  @Test
  void shouldBeSmall() throws IOException {
    Artifact.MODEL.copyTo(directory);
    Artifact.CLIENT.copyTo(directory);
    long bytes = 0;
    for (Path jar : Artifact.CLIENT.libraries()) {
      boolean isOfKafka =
          List.of("kafka-clients", "slf4j-api").stream().anyMatch(name -> Artifact.isOf(jar, name));
      bytes += isOfKafka ? 0 : Files.size(jar);
    }
    assertThat(bytes + zippedSize(directory)).isBetween(MAX_BYTES / 2, MAX_BYTES);
  }

  private static long zippedSize(Path root) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes);
        Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(root.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
    return bytes.size();
  }

  @Test
  void shouldLearnWithTheModelAlone() throws Exception {
    Artifact.MODEL.copyTo(directory);

    assertThat(run(List.of(), "LearnAlone", LEARN)).isEqualTo("b\nadd Lucene\n");
  }

  private static final String LEARN =
      """
      import io.bayou.model.*;
      import io.bayou.model.registry.Learners;
      import io.bayou.model.spec.*;

      class LearnAlone {
        public static void main(String[] args) {
          Learner learner = Learners.create(ModelSpec.of(LearnerKind.AVERAGE));
          for (int i = 0; i < 50; i++) {
            learner.learn(new Features().number("x", i).text("y", "v" + i % 2), i < 25 ? "a" : "b", 1.0, i);
          }
          Posterior answer = learner.predict(new Features().number("x", 44.0));
          System.out.println(answer.label(answer.best()));
          Learner texts = Learners.create(ModelSpec.builder(LearnerKind.NAIVE_BAYES)
              .feature("t", FeatureSpec.of(FeatureType.MULTINOMIAL)).build());
          try {
            texts.learn(new Features().text("t", "some words"), "a", 1.0, 0);
          } catch (IllegalStateException e) {
            System.out.println(e.getMessage().contains("lucene-analysis-common") ? "add Lucene" : e);
          }
        }
      }
      """;

  /** Every listing of the page, and a program that writes and reads without a broker. */
  @Test
  void shouldUseTheClientAlone() throws Exception {
    Artifact.MODEL.copyTo(directory);
    Artifact.CLIENT.copyTo(directory);

    String output = run(Artifact.CLIENT.libraries(), "UseClient", usage());

    assertThat(output)
        .isEqualTo("{\"id\":\"q1\",\"features\":{\"x\":1.5}}\nok 0.75 [ok]\nno broker\n");
  }

  private static String usage() throws IOException {
    StringBuilder methods = new StringBuilder();
    var listings =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/client.md")))
            .results()
            .toList();
    assertThat(listings).hasSize(4);
    for (int i = 0; i < listings.size(); i++) {
      String returned = listings.get(i).group(1).contains("return ") ? "Prediction" : "void";
      methods.append("  static %s listing%d(%s) {\n".formatted(returned, i, LISTING_NEEDS));
      methods.append(listings.get(i).group(1)).append("  }\n");
    }
    return USE_CLIENT.replace("LISTINGS", methods);
  }

  private static final String LISTING_NEEDS =
      "String servers, Iterable<ConsumerRecord<byte[], byte[]>> orders, Consumer<String> logger";

  private static final String USE_CLIENT =
      """
      import io.bayou.client.*;
      import java.nio.charset.StandardCharsets;
      import java.time.Duration;
      import java.util.*;
      import java.util.function.Consumer;
      import org.apache.kafka.clients.consumer.*;
      import org.apache.kafka.clients.producer.*;
      import org.apache.kafka.common.KafkaException;
      import org.apache.kafka.common.serialization.*;

      class UseClient {
      LISTINGS
        public static void main(String[] args) {
          Event event = new Event("q1").number("x", 1.5);
          if (event.toAvro().length == 0) {
            throw new IllegalStateException();
          }
          System.out.println(new String(event.toJson(), StandardCharsets.UTF_8).trim());
          String json = "{\\"id\\":\\"q1\\",\\"model\\":\\"m\\",\\"version\\":1,\\"label\\":\\"ok\\","
              + "\\"posterior\\":{\\"ok\\":0.75},\\"set\\":[\\"ok\\"]}";
          Prediction read = new PredictionDeserializer().deserialize("t", json.getBytes(StandardCharsets.UTF_8));
          System.out.println(read.label().get() + " " + read.posterior().get("ok") + " " + read.set().get());
          Map<String, String> settings = Map.of("kafka.bootstrap.servers", "localhost:1",
              "kafka.default.api.timeout.ms", "300", "kafka.request.timeout.ms", "200");
          try {
            ScoringModel.load(settings, "default");
          } catch (KafkaException e) {
            System.out.println("no broker");
          }
        }
      }
      """;

  @Test
  void shouldScoreRecordsWithTheClientAlone() throws Exception {
    Artifact.MODEL.copyTo(directory);
    Artifact.CLIENT.copyTo(directory);

    String output = run(Artifact.CLIENT.libraries(), "io.bayou.client.MapAlone", MAP_RECORDS);

    assertThat(output).isEqualTo("json\navro\nadd Protobuf\n");
  }

  private static final String MAP_RECORDS =
      """
      package io.bayou.client;

      import io.bayou.codec.event.EventLimits;
      import io.bayou.codec.schema.RegistryOptions;
      import io.bayou.codec.spec.SpecCodec;
      import io.bayou.model.Answerer;
      import io.bayou.model.registry.Learners;
      import java.util.List;

      class MapAlone {
        public static void main(String[] args) {
          RecordScorer scorer = new RecordScorer(EventLimits.DEFAULT, RegistryOptions.NONE);
          System.out.println(scorer.predictJson("{\\"ref\\": \\"json\\", \\"x\\": 1}", model("json"), 0).id());
          String schema = "{\\"type\\":\\"record\\",\\"name\\":\\"R\\",\\"fields\\":[{\\"name\\":\\"ref\\",\\"type\\":\\"string\\"}]}";
          byte[] avro = {8, 'a', 'v', 'r', 'o'};
          System.out.println(scorer.predict(avro, model("{encoding: avro, schema: '" + schema + "'}"), 0).id());
          try {
            scorer.predict(avro, model("{encoding: protobuf, schema: AAAA, message: M}"), 0);
          } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage().contains("protobuf-java") ? "add Protobuf" : e);
          }
        }

        static LoadedModel model(String format) {
          String spec = "{learner: naive-bayes, input: {topics: t, id: ref, format: " + format + "}}";
          var learner = Learners.create(SpecCodec.read("spec", spec));
          return new LoadedModel("m", 1, Answerer.ofPublished(learner, List.of()), Long.MAX_VALUE);
        }
      }
      """;

  /** Compiles and runs a program with what is in the directory and some libraries. */
  private String run(List<Path> libraries, String name, String program) throws Exception {
    Path source = directory.resolve(name + ".java");
    Files.writeString(source, program);
    List<Path> all = new ArrayList<>(libraries);
    all.add(directory);
    String classpath =
        all.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    Path errors = directory.resolve("errors.txt");
    try (var out = Files.newOutputStream(errors)) {
      int compiled =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  out,
                  out,
                  "-proc:none",
                  "-cp",
                  classpath,
                  "-d",
                  directory.toString(),
                  source.toString());
      assertThat(compiled).as(Files.readString(errors)).isZero();
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(java.toString(), "-Xmx256m", "-cp", classpath, name)
            .redirectError(errors.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    return output;
  }

  @Test
  void shouldShowTypesOfTheClientOnly() {
    List<String> foreign = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      if (type.getPackageName().equals(Event.class.getPackageName()) && isShown(type.reflect())) {
        shown(type.reflect()).flatMap(ArtifactsTest::foreignTypes).forEach(foreign::add);
      }
    }
    assertThat(foreign).isEmpty();
    assertThat(shown(ShowsAll.class).flatMap(ArtifactsTest::foreignTypes)).hasSize(5);
  }

  /** One foreign type in every place in which a public class can show one. */
  abstract static class ShowsAll implements Supplier<io.bayou.model.Flag> {
    public io.bayou.model.Features field;

    protected ShowsAll(io.bayou.model.Learner argument) {}

    public abstract List<io.bayou.model.Answer> method();

    protected abstract void method(io.bayou.model.Example argument);
  }

  private static boolean isShown(Class<?> type) {
    return (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
        && (type.getEnclosingClass() == null || isShown(type.getEnclosingClass()));
  }

  /** Everything of a type that its users can see, as it is written. */
  private static Stream<String> shown(Class<?> type) {
    Stream<String> members =
        Stream.of(
                type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
            .flatMap(Stream::of)
            .filter(member -> !member.isSynthetic())
            .filter(member -> (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
            .map(ArtifactsTest::written);
    Stream<Type> above =
        Stream.concat(
            Stream.of(type.getGenericInterfaces()), Stream.of(type.getGenericSuperclass()));
    return Stream.concat(members, above.map(String::valueOf));
  }

  private static String written(Member member) {
    return member instanceof Executable executable
        ? executable.toGenericString()
        : ((Field) member).toGenericString();
  }

  private static Stream<String> foreignTypes(String declaration) {
    return Pattern.compile("io\\.bayou\\.(?!client\\.|build\\.)[\\w.]+")
        .matcher(declaration)
        .results()
        .map(found -> declaration + ": " + found.group());
  }

  /** A property of the build that is empty says nothing to those who use what is published. */
  @Test
  void shouldFillInWhatIsEmptyInTheBuild() throws IOException {
    String maven = Files.readString(Path.of("pom.xml"));
    List<String> empty =
        Pattern.compile("<([\\w.]+)/>")
            .matcher(maven.substring(maven.indexOf("<properties>"), maven.indexOf("</properties>")))
            .results()
            .map(found -> "${" + found.group(1) + "}")
            .filter(maven.substring(0, maven.indexOf("<build>"))::contains)
            .toList();
    assertThat(empty).containsExactly("${scm.url}");
    assertThat(Files.readString(Path.of("src/artifacts/build.xml")))
        .contains("<replace file=\"${to}/bayou.pom\" token=\"$${scm.url}\" value=\"${scm.url}\"/>");
    assertThat(Files.readString(Path.of("build.gradle.kts")))
        .contains("line.replace(\"\\${scm.url}\"");
  }
}
