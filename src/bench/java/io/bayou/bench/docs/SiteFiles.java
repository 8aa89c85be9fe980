package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.docs.Markdown.Section;
import io.bayou.codec.jsonio.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a site: works from a directory without a server, and needs nothing from elsewhere. */
final class SiteFiles {
  private static final Path PARTS = Path.of("docs", "site");
  private static final List<String> ASSETS = List.of("style.css", "search.js");
  private static final int FEW = 3;

  private final Site site;
  private final Path root;
  private final Path out;
  private final Map<String, List<Page>> chapters;
  private final List<Page> order = new ArrayList<>();

  private SiteFiles(Site site, Path root, Path out) throws IOException {
    this.site = site;
    this.root = root;
    this.out = out;
    chapters = new LinkedHashMap<>(site.chapters());
    chapters.values().forEach(order::addAll);
  }

  /**
   * Writes all files of a site.
   *
   * @param root of the source tree
   */
  static void write(Site site, Path root, Path out) throws IOException {
    new SiteFiles(site, root, out).write();
  }

  private void write() throws IOException {
    String template = Files.readString(root.resolve(PARTS).resolve("page.html"), UTF_8);
    for (Page page : site.pages()) {
      write(page.address(), fill(template, page));
    }
    for (String asset : ASSETS) {
      write(asset, Files.readString(root.resolve(PARTS).resolve(asset), UTF_8));
    }
    write("search-index.js", index());
    for (String file : site.files()) {
      Path copy = out.resolve(Tree.address(file));
      Files.createDirectories(copy.getParent());
      Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void write(String address, String content) throws IOException {
    Path file = out.resolve(address);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content, UTF_8);
  }

  private String fill(String template, Page page) {
    return template
        .replace("{{title}}", Inline.escape(page.title()))
        .replace("{{root}}", Page.relative(page.address(), ""))
        .replace("{{navigation}}", navigation(page))
        .replace("{{parts}}", parts(page))
        .replace("{{neighbours}}", neighbours(page))
        .replace("{{content}}", page.html()); // the last, as it may contain anything
  }

  private String navigation(Page here) {
    StringBuilder html = new StringBuilder();
    chapters.forEach(
        (title, pages) -> {
          html.append("<h2>").append(Inline.escape(title)).append("</h2>\n<ul>\n");
          for (Page page : pages) {
            html.append("<li>").append(link(here, page, page.title())).append("</li>\n");
          }
          html.append("</ul>\n");
        });
    return html.toString();
  }

  private static String link(Page here, Page page, String text) {
    String current = page.equals(here) ? " aria-current=\"page\"" : "";
    String address = Page.relative(here.address(), page.address());
    return "<a href=\"" + address + "\"" + current + ">" + Inline.escape(text) + "</a>";
  }

  /* Worth a list only if there are some. */
  private static String parts(Page page) {
    List<Section> parts = page.parts();
    if (parts.size() < FEW) {
      return "";
    }
    return parts.stream()
        .map(
            part ->
                "<li><a href=\"#"
                    + part.anchor()
                    + "\">"
                    + Inline.escape(part.title())
                    + "</a></li>")
        .collect(
            Collectors.joining(
                "\n",
                "<details class=\"parts\" open><summary>On this page</summary><ul>\n",
                "\n</ul></details>"));
  }

  private String neighbours(Page page) {
    int at = order.indexOf(page);
    String before = at > 0 ? link(page, order.get(at - 1), "← " + order.get(at - 1).title()) : "";
    boolean last = at == order.size() - 1;
    String after = last ? "" : link(page, order.get(at + 1), order.get(at + 1).title() + " →");
    boolean listed = at >= 0 || page.equals(site.start());
    return listed ? "<span>" + before + "</span><span>" + after + "</span>" : "";
  }

  /* A script rather than JSON: browsers do not let a page read other files without a server. */
  private String index() {
    List<String> entries = new ArrayList<>();
    for (Page page : site.pages()) {
      for (Section section : page.sections()) {
        String anchor = section.level() == 1 ? "" : "#" + section.anchor();
        entries.add(
            new String(
                JsonObject.bytes(
                    object ->
                        object
                            .text("page", page.title())
                            .text("title", section.title())
                            .text("address", page.address() + anchor)
                            .text("text", section.text().toString().strip())),
                UTF_8));
      }
    }
    return "window.searchIndex = [\n" + String.join(",\n", entries) + "\n];\n";
  }
}
