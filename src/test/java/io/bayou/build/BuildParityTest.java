package io.bayou.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Maven and Gradle build the same thing: same libraries, same versions, same scopes, same flags.
 */
class BuildParityTest {
  /** The switches of the tests have names of two words, the first of them one of these. */
  private static final Pattern PROPERTY =
      Pattern.compile(
          "get(?:Property|Integer|Long|Boolean)\\(\\s*\"((?:bayou|docs|format|fuzz|prop)\\.\\w+)\"");

  private final MavenBuild maven = MavenBuild.read(Path.of("pom.xml"));
  private final GradleBuild gradle =
      GradleBuild.read(Path.of("gradle/libs.versions.toml"), Path.of("build.gradle.kts"));

  @Test
  void shouldUseTheSameLibraries() {
    assertThat(maven.libraries()).hasSizeGreaterThan(10);
    assertThat(differences(maven.libraries(), gradle.libraries())).isEmpty();
  }

  @Test
  void shouldLeaveOutTheSameLibraries() throws IOException {
    Set<String> ofMaven = new TreeSet<>();
    for (String dependency : Files.readString(Path.of("pom.xml")).split("<dependency>", -1)) {
      List<String> modules = groups("<artifactId>([\\w-]+)</artifactId>", dependency);
      groups("<exclusion>\\s*<groupId>([\\w.]+)</groupId>", dependency)
          .forEach(group -> ofMaven.add(modules.get(0) + " without " + group));
    }
    Set<String> ofGradle = new TreeSet<>();
    Pattern.compile("libs\\.([a-z.]+)\\) \\{ exclude\\(group = \"([\\w.]+)\"\\) }")
        .matcher(gradle.script())
        .results()
        .map(use -> use.group(1).replace('.', '-') + " without " + use.group(2))
        .forEach(ofGradle::add);

    assertThat(ofGradle).isEqualTo(ofMaven);
  }

  private static List<String> groups(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void shouldNameADifference() {
    var pom = new TreeMap<>(Map.of("a:a", "1.0 compile", "b:b", "1.0 test"));
    var toml = new TreeMap<>(Map.of("a:a", "1.1 compile", "c:c", "2.0 compile"));

    assertThat(differences(pom, toml))
        .containsExactly(
            "a:a: 1.0 compile in Maven, 1.1 compile in Gradle",
            "b:b: 1.0 test in Maven, absent in Gradle",
            "c:c: absent in Maven, 2.0 compile in Gradle");
  }

  @Test
  void shouldHaveTheSameVersion() {
    assertThat(gradle.version()).isEqualTo(maven.version());
  }

  @Test
  void shouldCompileWithTheSameFlags() {
    String script = gradle.scriptWithJoinedStrings();

    assertThat(maven.compilerArguments()).isNotEmpty();
    assertThat(maven.compilerArguments())
        .filteredOn(argument -> !script.contains('"' + argument + '"'))
        .as("compiler arguments of pom.xml that build.gradle.kts lacks")
        .isEmpty();
  }

  @Test
  void shouldRunTheTestsInTheSameJvm() {
    assertThat(maven.testJvm()).hasSizeGreaterThan(5);
    assertThat(gradle.testJvm()).isEqualTo(maven.testJvm());
    assertThat(gradle.testForks()).isEqualTo(maven.testForks());
  }

  /** Maven passes on every property; Gradle only those that it names. */
  @Test
  void shouldPassOnEveryPropertyThatATestReads() throws IOException {
    SortedSet<String> read = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        PROPERTY.matcher(Files.readString(file)).results().forEach(use -> read.add(use.group(1)));
      }
    }
    assertThat(read).contains("prop.seed", "docs.fix");
    assertThat(gradle.forwardedProperties()).containsExactlyElementsOf(read);
  }

  @Test
  void shouldKeepTheBenchOutOfTheProduct() {
    assertThat(maven.benchSources()).isEqualTo("src/bench/java");
    assertThat(maven.benchJar()).isEqualTo("install/bayou/bench bench");
    assertThat(maven.testClasspath()).containsExactly("bench-classes");
    assertThat(maven.testSources()).containsExactly("src/test/java", "src/bench/java");
    assertThat(gradle.sourceSets()).containsExactly("bench"); // reads src/bench/java
    assertThat(gradle.benchJar()).isEqualTo("install/bayou/bench bench");
    assertThat(gradle.script()).contains("testImplementation(bench.output)");
  }

  /** What is in each artifact, both builds read from the same files; the rest is compared. */
  @Test
  void shouldPublishTheSameArtifacts() throws IOException {
    String ant = Files.readString(Path.of("src/artifacts/build.xml"));
    List<String> ofMaven =
        groups("<artifact (name=\"[\\w-]+\" module=\"[\\w.]+\" documented=\"\\S+\")/>", ant);
    List<String> ofGradle =
        Pattern.compile("Triple\\(\"([\\w-]+)\", \"([\\w.]+)\", \"(\\S+)\"\\)")
            .matcher(gradle.script())
            .results()
            .map(
                found ->
                    "name=\"%s\" module=\"%s\" documented=\"%s\""
                        .formatted(found.group(1), found.group(2), found.group(3)))
            .toList();

    assertThat(ofMaven).hasSize(3);
    assertThat(ofGradle).isEqualTo(ofMaven);
    for (String token : groups("<filter token=\"([\\w.]+)\"", ant)) {
      assertThat(gradle.script()).contains("\"" + token + "\" to ");
    }
  }

  private static SortedSet<String> differences(
      SortedMap<String, String> maven, SortedMap<String, String> gradle) {
    SortedSet<String> modules = new TreeSet<>(maven.keySet());
    modules.addAll(gradle.keySet());
    SortedSet<String> differences = new TreeSet<>();
    for (String module : modules) {
      String here = maven.getOrDefault(module, "absent");
      String there = gradle.getOrDefault(module, "absent");
      if (!here.equals(there)) {
        differences.add(module + ": " + here + " in Maven, " + there + " in Gradle");
      }
    }
    return differences;
  }
}
