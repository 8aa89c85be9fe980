package io.bayou.bench.docs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All pages of the documentation, and what is wrong with the links between them. */
final class Site {
  private static final String README = "README.md";
  private static final Pattern OUTSIDE = Pattern.compile("[a-z]+:.*");
  private static final Pattern LINK = Pattern.compile("([^#]*)(#.*)?");
  private static final Pattern CHAPTER = Pattern.compile("## (.*)");
  private static final Pattern ENTRY = Pattern.compile("- \\[[^]]*]\\(([^)]*)\\).*");

  private final Tree tree;
  private final SortedMap<String, Page> pages = new TreeMap<>(); // by address
  private final SortedSet<String> files = new TreeSet<>();
  private final SortedSet<String> directories = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  private Site(Tree tree) {
    this.tree = tree;
  }

  /** Reads all pages of a source tree. */
  static Site read(Tree tree) throws IOException {
    Site site = new Site(tree);
    for (String name : tree.pages()) {
      site.add(site.page(name, tree.lines(name)));
    }
    Page readme =
        site.page(README, tree.lines(README)); // not part of the site, but its links count
    site.addDirectories();
    site.pages.values().forEach(site::checkLinks);
    site.checkLinks(readme);
    site.checkReach();
    return site;
  }

  Collection<Page> pages() {
    return pages.values();
  }

  /** The names in the tree of the files that pages show or link to. */
  Set<String> files() {
    return files;
  }

  /** Links that lead nowhere, and pages that nothing leads to. */
  List<String> faults() {
    return faults;
  }

  Page start() {
    return pages.get(Tree.address(Tree.START));
  }

  /** The pages that the lists of the start page name, by the headings above the lists. */
  Map<String, List<Page>> chapters() throws IOException {
    Map<String, List<Page>> chapters = new LinkedHashMap<>();
    List<Page> chapter = new ArrayList<>();
    for (String line : tree.lines(Tree.START)) {
      Matcher title = CHAPTER.matcher(line);
      Matcher entry = ENTRY.matcher(line);
      if (title.matches()) {
        chapter = new ArrayList<>();
        chapters.put(title.group(1), chapter);
      } else if (entry.matches()) {
        Page page = pages.get(address(Tree.resolve(Tree.START, entry.group(1))));
        if (page != null) {
          chapter.add(page);
        }
      }
    }
    return chapters;
  }

  private void add(Page page) {
    pages.put(page.address(), page);
  }

  private Page page(String name, List<String> lines) {
    SortedSet<String> links = new TreeSet<>();
    Markdown read = new Markdown(link -> follow(name, link, links)).read(lines);
    return new Page(name, Tree.address(name), read.html(), read.sections(), links);
  }

  /* Notes a link of a page, and says where it leads in the site. */
  private String follow(String from, String link, Set<String> links) {
    Matcher parts = LINK.matcher(link);
    if (OUTSIDE.matcher(link).matches() || !parts.matches()) {
      return link;
    }
    String anchor = parts.group(2) == null ? "" : parts.group(2);
    String path = parts.group(1);
    String address = address(path.isEmpty() ? from : Tree.resolve(from, path));
    if (address.isEmpty()) {
      faults.add(from + " links to " + link + ", which is not there");
      return link;
    }
    links.add(address + anchor);
    return Page.relative(Tree.address(from), address + anchor);
  }

  /* Empty if the tree has no such file or directory. */
  private String address(String name) {
    if (tree.isDirectory(name)) {
      if (tree.isFile(name + "/README.md")) {
        return Tree.address(name + "/README.md");
      }
      directories.add(name);
      return Tree.address(name + "/index.md");
    }
    if (!tree.isFile(name)) {
      return "";
    }
    if (!name.endsWith(".md")) {
      files.add(name);
    }
    return Tree.address(name);
  }

  /* A directory that a page links to becomes a list of what is in it. */
  private void addDirectories() throws IOException {
    for (String directory : List.copyOf(directories)) {
      List<String> lines = new ArrayList<>(List.of("# " + title(directory), ""));
      for (String file : tree.below(directory)) {
        Page known = pages.get(Tree.address(file));
        String inside = file.substring(directory.length() + 1);
        lines.add(
            "- [" + (known == null ? "`" + inside + "`" : known.title()) + "](/" + file + ")");
      }
      add(page(directory + "/index.md", lines));
    }
  }

  /* A chapter of the documentation by its own name; other directories by where they are. */
  private static String title(String directory) {
    String name = directory.replaceFirst("^docs/", "");
    return name.equals(directory)
        ? directory
        : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private void checkLinks(Page page) {
    for (String link : page.links()) {
      String[] parts = link.split("#", 2);
      Page target = pages.get(parts[0]);
      boolean leads =
          parts.length == 2
              ? target != null && target.hasAnchor(parts[1])
              : target != null || !parts[0].endsWith(".html");
      if (!leads) {
        faults.add(page.source() + " links to " + link + ", which is not there");
      }
    }
  }

  private void checkReach() {
    Set<String> reached = new TreeSet<>();
    Deque<String> waiting = new ArrayDeque<>(List.of(start().address()));
    while (!waiting.isEmpty()) {
      String address = waiting.pop();
      if (pages.containsKey(address) && reached.add(address)) {
        pages.get(address).links().forEach(link -> waiting.push(link.replaceFirst("#.*", "")));
      }
    }
    for (Page page : pages.values()) {
      if (!reached.contains(page.address())) {
        faults.add("nothing leads to " + page.source() + "; name it in " + Tree.START);
      }
    }
  }
}
