package io.bayou.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of the libraries that are published, as src/artifacts describes it. */
record Artifact(String name) {
  static final Artifact MODEL = new Artifact("bayou-model");
  static final Artifact CLIENT = new Artifact("bayou-client");

  static final Path DIRECTORY = Path.of("src/artifacts");

  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>\\s*<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>");
  private static final Path BUILD = Path.of(System.getProperty("build.directory")).toAbsolutePath();

  String pom() throws IOException {
    return Files.readString(DIRECTORY.resolve(name + ".pom"));
  }

  /** The artifacts that it depends on, by name. */
  Set<String> dependencies() throws IOException {
    Set<String> names = new TreeSet<>();
    DEPENDENCY.matcher(pom()).results().forEach(found -> names.add(found.group(2)));
    return names;
  }

  /** Whether a class is in its jar. */
  boolean has(String className) {
    return contains(Path.of(className.replace('.', '/') + ".class"));
  }

  private boolean contains(Path file) {
    return patterns().stream().anyMatch(pattern -> pattern.matches(file));
  }

  /** As Ant and Gradle read them: a star ends at a slash, two do not. */
  List<PathMatcher> patterns() {
    try {
      return Files.readAllLines(DIRECTORY.resolve(name + ".classes")).stream()
          .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the classes of " + name, e);
    }
  }

  /** Copies what is in its jar into a directory. */
  void copyTo(Path directory) throws IOException {
    for (Path root : compiled()) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path relative = root.relativize(file);
          if (contains(relative)) {
            Path copy = directory.resolve(relative);
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
          }
        }
      }
    }
  }

  /* Gradle keeps classes and resources in directories of their own. */
  private static List<Path> compiled() {
    Path java = BUILD.resolve("classes/java/main");
    return Files.isDirectory(java)
        ? List.of(java, BUILD.resolve("resources/main"))
        : List.of(BUILD.resolve("classes"));
  }

  /** The jars that it declares, and those that Avro brings, from the class path of the tests. */
  List<Path> libraries() throws IOException {
    Set<String> names = dependencies();
    if (names.contains("avro")) {
      names.addAll(Set.of("jackson-databind", "jackson-annotations"));
    }
    String optional =
        "<artifactId>([a-z-]+)</artifactId>\\s*<version>[^<]*</version>\\s*<optional>";
    Pattern.compile(optional).matcher(pom()).results().forEach(it -> names.remove(it.group(1)));
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(jar -> names.stream().anyMatch(name -> isOf(jar, name)))
        .toList();
  }

  static boolean isOf(Path jar, String artifact) {
    return jar.getFileName().toString().matches(Pattern.quote(artifact) + "-[0-9].*\\.jar");
  }
}
