package io.bayou.bench.docs;

import io.bayou.bench.docs.Markdown.Section;
import java.util.List;
import java.util.Set;

/**
 * A page of the site.
 *
 * @param source its file in the tree, with slashes
 * @param address its file in the site
 * @param html its content
 * @param sections its headings, with the text below each
 * @param links what it links to, as addresses in the site with anchors
 */
record Page(String source, String address, String html, List<Section> sections, Set<String> links) {
  Page {
    sections = List.copyOf(sections);
    links = Set.copyOf(links);
  }

  /** Its first heading, or else the name of its file. */
  String title() {
    return sections.isEmpty() ? source : sections.get(0).title();
  }

  boolean hasAnchor(String anchor) {
    return sections.stream().anyMatch(section -> section.anchor().equals(anchor));
  }

  /** The titles of its parts: headings of the second level. */
  List<Section> parts() {
    return sections.stream().filter(section -> section.level() == 2).toList();
  }

  /** The way from one address of the site to another, which also works in a file system. */
  static String relative(String from, String to) {
    long depth = from.chars().filter(c -> c == '/').count();
    return "../".repeat((int) depth) + to;
  }
}
