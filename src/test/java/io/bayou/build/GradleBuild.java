package io.bayou.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the Gradle files say, in the words of {@link BuildParityTest}. */
record GradleBuild(String catalog, String script) {
  private static final Pattern CATALOG_VERSION = Pattern.compile("(\\w+) = \"([^\"]+)\"");
  private static final Pattern CATALOG_LIBRARY =
      Pattern.compile("([\\w-]+) = \\{ module = \"([^\"]+)\", version\\.ref = \"(\\w+)\" }");
  private static final Pattern USE =
      Pattern.compile("(\\w+)\\((platform\\()?libs\\.([a-z0-9.]+)\\)");
  private static final Map<String, String> SCOPES =
      Map.of(
          "implementation", "compile",
          "runtimeOnly", "runtime",
          "testImplementation", "test",
          "testRuntimeOnly", "test",
          "annotationProcessor", "processor",
          "testAnnotationProcessor", "processor",
          "classpath", "generator");

  static GradleBuild read(Path catalog, Path script) {
    try {
      return new GradleBuild(Files.readString(catalog), Files.readString(script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String version() {
    var version = Pattern.compile("(?m)^version = \"(.+)\"$").matcher(script);
    if (!version.find()) {
      throw new IllegalStateException("build.gradle.kts has no version");
    }
    return version.group(1);
  }

  /** By {@code group:artifact}, version and scope. */
  SortedMap<String, String> libraries() {
    Map<String, Library> catalog = catalogLibraries();
    SortedMap<String, String> libraries = new TreeMap<>();
    var uses = USE.matcher(script);
    while (uses.find()) {
      String scope = uses.group(2) == null ? SCOPES.get(uses.group(1)) : "import";
      Library library = catalog.get(uses.group(3));
      libraries.put(library.module(), library.version() + " " + scope);
    }
    catalog
        .values()
        .forEach(library -> libraries.putIfAbsent(library.module(), library.version() + " unused"));
    return libraries;
  }

  /** The options of the JVM that runs the tests, without those of some Java versions only. */
  SortedSet<String> testJvm() {
    SortedSet<String> options = new TreeSet<>();
    options.add("-Xmx" + first("maxHeapSize = \"(\\w+)\""));
    options.add(first("jvmArgs\\(testFlags \\+ quietFlags \\+ \"([^\"]+)\"\\)"));
    options.add("-D" + first("systemProperty\\(\"([\\w.]+)\", layout.buildDirectory") + "=BUILD");
    for (String part : strings("val testFlags =\\s+listOf\\(([^)]*)\\)")) {
      options.add("--add-exports=jdk.compiler/com.sun.tools.javac." + part + "=ALL-UNNAMED");
    }
    return options;
  }

  /** How many such JVMs run at once. */
  String testForks() {
    return first("maxParallelForks = (\\d+)");
  }

  /** The system properties that are passed on to the tests. */
  List<String> forwardedProperties() {
    return strings("listOf\\(([^)]*)\\)\\.forEach \\{ name -> System.getProperty");
  }

  private List<String> strings(String list) {
    return Pattern.compile("\"([^\"]+)\"")
        .matcher(first(list))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** Source sets besides main and test; Gradle reads each from the directory of its name. */
  List<String> sourceSets() {
    return Pattern.compile("sourceSets\\.create\\(\"(\\w+)\"\\)")
        .matcher(script)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** Where the jar of the tools goes, below the build's directory, and its classifier. */
  String benchJar() {
    return "install/bayou/"
        + first("into\\(\"(\\w+)\"\\) \\{ from\\(benchJar\\) }")
        + " "
        + first("archiveClassifier = \"(\\w+)\"");
  }

  private String first(String pattern) {
    var found = Pattern.compile(pattern).matcher(script);
    return found.find() ? found.group(1) : "?";
  }

  /** The script with the parts of long strings joined. */
  String scriptWithJoinedStrings() {
    return script.replaceAll("\"\\s*\\+\\s*\"", "");
  }

  /** By the name that the script uses. */
  private Map<String, Library> catalogLibraries() {
    Map<String, String> versions = new HashMap<>();
    Map<String, Library> libraries = new HashMap<>();
    for (String line : catalog.lines().filter(line -> line.matches("\\w.*")).toList()) {
      var version = CATALOG_VERSION.matcher(line);
      var library = CATALOG_LIBRARY.matcher(line);
      if (version.matches()) {
        versions.put(version.group(1), version.group(2));
      } else if (library.matches()) {
        libraries.put(
            library.group(1).replace('-', '.'),
            new Library(library.group(2), versions.get(library.group(3))));
      } else {
        throw new IllegalStateException("libs.versions.toml: cannot compare '" + line + "'");
      }
    }
    return libraries;
  }

  private record Library(String module, String version) {}
}
