package io.bayou.bench.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Markdown that our pages use, as HTML: headings, paragraphs, lists, tables, code, quotes. It
 * reads what GitHub reads; what a page may not contain is HTML.
 */
final class Markdown {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*)");
  private static final Pattern ITEM = Pattern.compile("( *)([-*]|\\d+\\.)( +)(\\S.*)");
  private static final Pattern FENCE = Pattern.compile(" *```(\\w*) *");
  private static final Pattern RULE = Pattern.compile("\\|[-:| ]+\\|");
  private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  /** A heading, and the plain text below it up to the next. */
  record Section(int level, String title, String anchor, StringBuilder text) {}

  private final UnaryOperator<String> links;
  private final StringBuilder html = new StringBuilder();
  private final List<Section> sections = new ArrayList<>();
  private final Set<String> anchors = new TreeSet<>();

  /**
   * @param links gives the address in the site of what a link or an image names
   */
  Markdown(UnaryOperator<String> links) {
    this.links = links;
  }

  Markdown read(List<String> lines) {
    html.append(blocks(lines));
    return this;
  }

  String html() {
    return html.toString();
  }

  List<Section> sections() {
    return sections;
  }

  private String blocks(List<String> lines) {
    StringBuilder made = new StringBuilder();
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at);
      if (line.isBlank()) {
        at++;
      } else if (line.startsWith("<!--")) {
        at = comment(lines, at);
      } else if (FENCE.matcher(line).matches()) {
        at = fenced(lines, at, made);
      } else if (line.startsWith("    ")) {
        at = indented(lines, at, made);
      } else if (HEADING.matcher(line).matches()) {
        heading(line, made);
        at++;
      } else if (line.startsWith("|") && at + 1 < lines.size() && isRule(lines.get(at + 1))) {
        at = table(lines, at, made);
      } else if (line.startsWith(">")) {
        at = quote(lines, at, made);
      } else if (ITEM.matcher(line).matches()) {
        at = list(lines, at, made);
      } else {
        at = paragraph(lines, at, made);
      }
    }
    return made.toString();
  }

  /* Comments are for those who write. */
  private static int comment(List<String> lines, int at) {
    int end = at;
    while (end < lines.size() && !lines.get(end).contains("-->")) {
      end++;
    }
    return end + 1;
  }

  private int fenced(List<String> lines, int at, StringBuilder made) {
    int end = at + 1;
    while (end < lines.size() && !FENCE.matcher(lines.get(end)).matches()) {
      end++;
    }
    code(lines.subList(at + 1, end), made);
    return end + 1;
  }

  private int indented(List<String> lines, int at, StringBuilder made) {
    List<String> code = new ArrayList<>();
    int end = at;
    while (end < lines.size() && (lines.get(end).startsWith("    ") || lines.get(end).isBlank())) {
      String line = lines.get(end++);
      code.add(line.isBlank() ? "" : line.substring(4));
    }
    while (code.get(code.size() - 1).isEmpty()) {
      code.remove(code.size() - 1);
    }
    code(code, made);
    return end;
  }

  private void code(List<String> lines, StringBuilder made) {
    String code = String.join("\n", lines);
    note(code);
    made.append("<pre tabindex=\"0\"><code>").append(Inline.escape(code)).append("</code></pre>\n");
  }

  private void heading(String line, StringBuilder made) {
    Matcher found = HEADING.matcher(line);
    if (!found.matches()) {
      throw new IllegalStateException(line);
    }
    int level = found.group(1).length();
    String inner = Inline.html(found.group(2), links);
    String title = plain(inner);
    String anchor = Anchors.unused(title, anchors);
    sections.add(new Section(level, title, anchor, new StringBuilder()));
    String tag = "h" + level;
    made.append('<').append(tag).append(" id=\"").append(anchor).append("\">").append(inner);
    if (level > 1) {
      made.append(" <a class=\"anchor\" href=\"#").append(anchor);
      made.append("\" aria-label=\"Link to this section\">#</a>");
    }
    made.append("</").append(tag).append(">\n");
  }

  private static boolean isRule(String line) {
    return RULE.matcher(line).matches();
  }

  private int table(List<String> lines, int at, StringBuilder made) {
    List<String> aligned = cells(lines.get(at + 1));
    made.append("<div class=\"table\" tabindex=\"0\"><table>\n<thead>");
    row(lines.get(at), "th", aligned, made);
    made.append("</thead>\n<tbody>\n");
    int end = at + 2;
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      row(lines.get(end++), "td", aligned, made);
    }
    made.append("</tbody></table></div>\n");
    return end;
  }

  private void row(String line, String tag, List<String> aligned, StringBuilder made) {
    made.append("<tr>");
    List<String> cells = cells(line);
    for (int i = 0; i < cells.size(); i++) {
      boolean right = i < aligned.size() && aligned.get(i).endsWith(":");
      made.append('<').append(tag).append(right ? " class=\"right\">" : ">");
      made.append(span(cells.get(i))).append("</").append(tag).append('>');
    }
    made.append("</tr>\n");
  }

  private static List<String> cells(String line) {
    String inner = line.strip().replaceFirst("^\\|", "").replaceFirst("(?<!\\\\)\\|$", "");
    List<String> cells = new ArrayList<>();
    for (String cell : CELL_END.split(inner, -1)) {
      cells.add(cell.strip().replace("\\|", "|"));
    }
    return cells;
  }

  private int quote(List<String> lines, int at, StringBuilder made) {
    List<String> quoted = new ArrayList<>();
    int end = at;
    while (end < lines.size() && lines.get(end).startsWith(">")) {
      quoted.add(lines.get(end++).replaceFirst("^> ?", ""));
    }
    made.append("<blockquote>").append(blocks(quoted)).append("</blockquote>\n");
    return end;
  }

  private int list(List<String> lines, int at, StringBuilder made) {
    String tag = tag(lines.get(at));
    made.append('<').append(tag).append(">\n");
    int end = at;
    while (end < lines.size()) {
      Matcher item = ITEM.matcher(lines.get(end));
      if (!item.matches() || !item.group(1).isEmpty() || !tag.equals(tag(lines.get(end)))) {
        break;
      }
      end = item(lines, end, item.start(4), made);
      int next = end;
      while (next < lines.size() && lines.get(next).isBlank()) {
        next++;
      }
      if (next < lines.size() && ITEM.matcher(lines.get(next)).matches()) {
        end = next;
      }
    }
    made.append("</").append(tag).append(">\n");
    return end;
  }

  private static String tag(String item) {
    return Character.isDigit(item.strip().charAt(0)) ? "ol" : "ul";
  }

  /* Lines that are indented belong to the item; so does text that goes on without a blank line. */
  private int item(List<String> lines, int at, int indent, StringBuilder made) {
    List<String> inner = new ArrayList<>();
    inner.add(lines.get(at).substring(indent));
    int end = at + 1;
    while (end < lines.size()) {
      String line = lines.get(end);
      boolean inside = line.startsWith(" ".repeat(indent));
      boolean goesOn =
          !line.isBlank() && !lines.get(end - 1).isBlank() && !ITEM.matcher(line).matches();
      boolean gap = line.isBlank() && isIndented(lines, end + 1, indent);
      if (!inside && !goesOn && !gap) {
        break;
      }
      inner.add(inside ? line.substring(indent) : line.strip());
      end++;
    }
    String content = blocks(inner);
    boolean single = content.startsWith("<p>") && content.indexOf("</p>") == content.length() - 5;
    boolean tight = !inner.contains("");
    if (single || tight) {
      content = content.replaceFirst("^<p>", "").replaceFirst("</p>", "");
    }
    made.append("<li>").append(content.strip()).append("</li>\n");
    return end;
  }

  private static boolean isIndented(List<String> lines, int at, int indent) {
    return at < lines.size() && lines.get(at).startsWith(" ".repeat(indent));
  }

  private int paragraph(List<String> lines, int at, StringBuilder made) {
    int end = at + 1;
    while (end < lines.size() && !endsParagraph(lines.get(end))) {
      end++;
    }
    String text = String.join("\n", lines.subList(at, end));
    made.append("<p>").append(span(text)).append("</p>\n");
    return end;
  }

  private static boolean endsParagraph(String line) {
    return line.isBlank()
        || HEADING.matcher(line).matches()
        || FENCE.matcher(line).matches()
        || (ITEM.matcher(line).matches() && tag(line).equals("ul"))
        || line.startsWith("|")
        || line.startsWith("<!--");
  }

  private String span(String text) {
    String made = Inline.html(text, links);
    note(plain(made));
    return made;
  }

  private static String plain(String html) {
    return TAG.matcher(html)
        .replaceAll("")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  /* For the search. */
  private void note(String text) {
    if (!sections.isEmpty()) {
      sections.get(sections.size() - 1).text().append(text.replaceAll("\\s+", " ")).append(' ');
    }
  }
}
