package io.bayou.build;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.bayou.app.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Imports point downwards only, never sideways; every room has its own short list of libraries. */
class PackageRulesTest {
  private static final String ROOT = "io.bayou.";
  private static final String BENCH_MAIN = "io.bayou.bench.Main"; // known by name only

  /** Rooms by package below the root, the lowest floor first; a longer name wins. */
  private static final Map<String, Room> ROOMS =
      Map.ofEntries(
          room("model.spec", 0),
          room("model", 1),
          room("model.stat", 2),
          room("model.text", 3, "org.apache.lucene"),
          room("model.eval", 3),
          room("model.learner", 3),
          room("model.logistic", 4),
          room("model.forest", 4),
          room("model.naive", 4),
          room("model.discriminant", 4),
          room("model.network", 4),
          room("model.ensemble", 4),
          room("model.registry", 5),
          room("model.scope", 6),
          room("avro", 5, "org.apache.avro"),
          room("codec", 6),
          room("codec.avro", 7, "org.apache.avro"),
          room("codec.expression", 7),
          room("codec.jsonio", 7, "com.fasterxml.jackson.core"),
          room("codec.spec", 8, "com.fasterxml.jackson.core", "org.snakeyaml.engine"),
          room("codec.event", 8, "org.apache.avro", "com.fasterxml.jackson.core"),
          room("codec.prediction", 8, "com.fasterxml.jackson.core"),
          room(
              "codec.schema",
              8,
              "org.apache.avro",
              "com.fasterxml.jackson.core",
              "com.google.protobuf",
              "javax.net.ssl"),
          room(
              "codec.mapping",
              9,
              "org.apache.avro",
              "com.fasterxml.jackson.core",
              "com.google.protobuf"),
          room("codec.csv", 9, "de.siegmar.fastcsv"),
          room("codec.state", 9, "org.apache.avro"),
          room("codec.join", 9, "org.apache.avro"),
          room("config", 9, "org.apache.kafka.common.config"),
          room("stream.commit", 10, "org.apache.kafka"),
          room("stream.input", 10, "org.apache.kafka", "org.slf4j"),
          room("stream.health", 10, "org.apache.kafka", "org.slf4j"),
          room("stream.sum", 10, "org.slf4j"),
          room("stream.order", 10, "org.apache.kafka", "org.slf4j"),
          room("stream.exchange", 10, "org.apache.kafka", "org.rocksdb"),
          room("stream.review", 10, "org.apache.kafka", "org.slf4j"),
          room("stream.topics", 10, "org.apache.kafka", "org.slf4j"),
          room("http.access", 10, "io.javalin", "org.eclipse.jetty", "org.slf4j"),
          room("broker", 10, "org.apache.kafka", "kafka", "scala", "org.slf4j"),
          room("stream.join", 11, "org.apache.kafka", "org.slf4j"),
          room("stream.keyed", 11, "org.apache.kafka"),
          room("stream", 12, "org.apache.kafka", "org.slf4j"),
          room("replay", 13, "org.apache.kafka.clients", "org.apache.kafka.common", "org.slf4j"),
          room(
              "http",
              13,
              "com.fasterxml.jackson.core",
              "io.javalin",
              "jakarta.servlet",
              "org.eclipse.jetty",
              "io.micrometer",
              "org.slf4j"),
          room("client", 13, "org.apache.kafka.clients.consumer", "org.apache.kafka.common"),
          room("app.terminal", 13, ""),
          room("app.cli", 14, ""),
          room("app.alarms", 14, ""),
          room("app.serve", 15, ""),
          room("app.events", 15, ""),
          room("app.inspect", 15, ""),
          room("app.offline", 15, ""),
          room("app.models", 16, ""),
          room("app.suggest", 16, ""),
          room("demo", 16, ""),
          room("app", 17, ""),
          room("bench", 18, ""));

  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(DO_NOT_INCLUDE_TESTS).importPackages("io.bayou");

  @Test
  void shouldKeepEveryRoomInTheTable() {
    assertThat(CLASSES.stream().filter(type -> roomOf(type).isEmpty()).map(JavaClass::getName))
        .as("classes in packages that have no place in the layout")
        .isEmpty();
  }

  @Test
  void shouldDescribeEveryPackageOfTheProduct() throws IOException {
    String page = Files.readString(Path.of("docs/architecture.md"));
    String table = page.substring(page.indexOf("| package |"), page.indexOf("## State"));
    Set<String> described =
        Pattern.compile("(?m)^\\| (`[^|]+`) \\|")
            .matcher(table)
            .results()
            .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ")))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(described).isEqualTo(packages("src/main/java").keySet());
  }

  @Test
  void shouldKeepFoldersSmallEnoughToBeSeenAtAGlance() throws IOException {
    for (String root : List.of("src/main/java", "src/bench/java", "src/test/java")) {
      assertThat(packages(root))
          .as(root)
          .allSatisfy((name, files) -> assertThat(files).isLessThan(41));
    }
  }

  /** Number of source files by package below the root. */
  private static SortedMap<String, Long> packages(String root) throws IOException {
    Path top = Path.of(root, "io", "bayou");
    try (Stream<Path> files = Files.walk(top)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.groupingBy(
                  file -> top.relativize(file.getParent()).toString().replace('/', '.'),
                  TreeMap::new,
                  Collectors.counting()));
    }
  }

  /** In its own directory, which is on the class path of the tests in both builds. */
  @Test
  void shouldSeeTheToolsOfTheBench() {
    assertThat(CLASSES.contain(BENCH_MAIN)).as(BENCH_MAIN + " is among the classes").isTrue();
  }

  @Test
  void shouldImportDownwardsOnly() {
    assertThat(dependencies().filter(PackageRulesTest::pointsUpOrSideways))
        .extracting(Dependency::getDescription)
        .isEmpty();
  }

  @Test
  void shouldLetOnlyTheCodecKnowTheGeneratedClasses() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.bayou.codec..", "io.bayou.avro..", "io.bayou.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.bayou.avro..")
        .check(CLASSES);
  }

  @Test
  void shouldUseTheLibrariesOfItsRoomOnly() {
    assertThat(dependencies().filter(PackageRulesTest::usesForeignLibrary))
        .extracting(Dependency::getDescription)
        .isEmpty();
  }

  @Test
  void shouldExitInOnePlaceOnly() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Main.class.getName())
        .and()
        .doNotHaveFullyQualifiedName(BENCH_MAIN)
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(CLASSES);
  }

  @Test
  void shouldPrintInTheAppOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.bayou.app..", "io.bayou.demo..", "io.bayou.bench..")
        .should(ACCESS_STANDARD_STREAMS)
        .check(CLASSES);
  }

  @Test
  void shouldNotUseJavaUtilLogging() {
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
  }

  @Test
  void shouldKeepClocksOutOfTheModel() {
    noClasses()
        .that()
        .resideInAPackage("io.bayou.model..")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Math.class, "random")
        .check(CLASSES);
  }

  private static Stream<Dependency> dependencies() {
    return CLASSES.stream()
        .filter(type -> !type.getPackageName().equals("io.bayou.avro"))
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream());
  }

  private static boolean pointsUpOrSideways(Dependency dependency) {
    Optional<String> origin = roomOf(dependency.getOriginClass());
    Optional<String> target = roomOf(dependency.getTargetClass().getBaseComponentType());
    return origin.isPresent()
        && target.isPresent()
        && !origin.equals(target)
        && ROOMS.get(target.get()).floor() >= ROOMS.get(origin.get()).floor();
  }

  private static boolean usesForeignLibrary(Dependency dependency) {
    JavaClass target = dependency.getTargetClass().getBaseComponentType();
    String name = target.getPackageName();
    return !target.isPrimitive()
        && !isWithin(name, "java")
        && !isWithin(name, "io.bayou")
        && roomOf(dependency.getOriginClass())
            .map(room -> ROOMS.get(room).libraries())
            .filter(libraries -> libraries.stream().noneMatch(library -> isWithin(name, library)))
            .isPresent();
  }

  /** The room of a class of ours: the longest name in the table that its package lies within. */
  private static Optional<String> roomOf(JavaClass type) {
    return ROOMS.keySet().stream()
        .filter(room -> isWithin(type.getPackageName(), ROOT + room))
        .max(Comparator.comparingInt(String::length));
  }

  private static boolean isWithin(String packageName, String outer) {
    return outer.isEmpty() || packageName.equals(outer) || packageName.startsWith(outer + ".");
  }

  private record Room(int floor, List<String> libraries) {}

  private static Map.Entry<String, Room> room(String name, int floor, String... libraries) {
    return Map.entry(name, new Room(floor, List.of(libraries)));
  }
}
