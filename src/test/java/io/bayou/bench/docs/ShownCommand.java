package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command line that a page shows.
 *
 * @param mark why no test runs it; empty if the page does not say so
 */
record ShownCommand(Path page, int line, String text, String mark) {
  private static final Pattern FENCE = Pattern.compile(" *```(\\w*) *");
  private static final Pattern MARK = Pattern.compile("<!-- not run: (.+) -->");
  private static final Pattern PROMPT = Pattern.compile("\\$ (.*)");
  private static final Pattern PROGRAM = Pattern.compile("(\\w+=\\S+ )*[a-z][a-z0-9./_-]*( .*)?");

  /**
   * The commands of a page: all of a shell block, lines with a prompt in other blocks, and lines of
   * an indented block that begin with the name of a program.
   */
  static List<ShownCommand> of(Path page) throws IOException {
    List<ShownCommand> found = new ArrayList<>();
    List<String> lines = Files.readAllLines(page, UTF_8);
    String block = "";
    String mark = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher fence = FENCE.matcher(line);
      Matcher marked = MARK.matcher(line);
      if (fence.matches()) {
        block = block.isEmpty() ? "```" + fence.group(1) : "";
        mark = block.isEmpty() ? "" : mark;
      } else if (marked.matches()) {
        mark = marked.group(1);
      } else if (block.isEmpty() && !line.isBlank() && !line.startsWith("    ")) {
        mark = ""; // it is for the next block only
      }
      String command = fence.matches() ? "" : command(block, line);
      int start = i;
      while (command.endsWith("\\")) {
        command = command.substring(0, command.length() - 1) + lines.get(++i).strip();
      }
      if (!command.isBlank()) {
        found.add(new ShownCommand(page, start + 1, command, mark));
      }
    }
    return found;
  }

  private static String command(String block, String line) {
    Matcher prompt = PROMPT.matcher(line);
    if (block.equals("```sh")) {
      return line.startsWith("#") ? "" : line.strip();
    }
    if (!block.isEmpty()) {
      return prompt.matches() ? prompt.group(1) : "";
    }
    boolean indented = line.startsWith("    ") && !line.startsWith("     ");
    return indented && PROGRAM.matcher(line.strip()).matches() ? line.strip() : "";
  }

  /** The commands of the line: those between pipes and semicolons, each as words. */
  List<List<String>> parts() {
    List<List<String>> parts = new ArrayList<>();
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    boolean quoted = false;
    String typed = text + " ";
    for (int i = 0; i < typed.length(); i++) {
      char c = typed.charAt(i);
      if (quote == 0 ? isPlain(c) : c != quote) {
        word.append(c);
      } else if (c == '\'' || c == '"') {
        quote = quote == 0 ? c : 0;
        quoted = true;
      } else if (c == '#' && !word.isEmpty()) {
        word.append(c);
      } else {
        if (!word.isEmpty() || quoted) {
          words.add(word.toString());
        }
        word.setLength(0);
        quoted = false;
        if (c == '#') {
          break; // a comment
        }
        if (c == '|' || c == ';' || c == '&') {
          parts.add(List.copyOf(words));
          words.clear();
        }
      }
    }
    parts.add(List.copyOf(words));
    parts.removeIf(List::isEmpty);
    return parts;
  }

  private static boolean isPlain(char c) {
    return " \t|;&'\"#".indexOf(c) < 0;
  }

  @Override
  public String toString() {
    return page + ":" + line + ": " + text;
  }
}
