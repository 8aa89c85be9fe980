package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The files that the site is made of, by their names in the source tree.
 *
 * @param root of the source tree
 */
record Tree(Path root) {
  /** Its lists are the navigation of the site. */
  static final String START = "docs/README.md";

  private static final String README = "README.md";

  /** Pages outside of the directory of the documentation. */
  private static final List<String> OTHERS =
      List.of("CONTRIBUTING.md", "CHANGELOG.md", "clients/python/README.md", "deploy/README.md");

  /** The Markdown files that become pages. */
  List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      files.map(this::name).filter(name -> name.endsWith(".md")).sorted().forEach(pages::add);
    }
    OTHERS.stream().filter(name -> Files.exists(root.resolve(name))).forEach(pages::add);
    return pages;
  }

  private String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  List<String> lines(String name) throws IOException {
    return Files.readAllLines(root.resolve(name), UTF_8);
  }

  boolean isFile(String name) {
    return Files.isRegularFile(root.resolve(name));
  }

  boolean isDirectory(String name) {
    return Files.isDirectory(root.resolve(name));
  }

  /** The files below a directory, in their order. */
  List<String> below(String directory) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(directory))) {
      return files.filter(Files::isRegularFile).map(this::name).sorted().toList();
    }
  }

  /** What a link names, seen from the file that has it; the tree has it if the file is there. */
  static String resolve(String from, String link) {
    Path directory = Path.of("/", from).getParent();
    return directory.resolve(link).normalize().toString().substring(1);
  }

  /** Where in the site a file of the tree is. */
  static String address(String name) {
    String below = name.replaceFirst("^docs/", "");
    if (name.equals(README)) {
      return "index.html"; // it says in short what the start page says
    }
    if (!name.endsWith(".md")) {
      return name.startsWith("docs/") ? below : "files/" + name;
    }
    return below
        .replaceFirst("README\\.md$", "index.md")
        .replaceFirst("\\.md$", ".html")
        .toLowerCase(Locale.ROOT);
  }
}
