package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.app.Cli;
import io.bayou.bench.Main;
import io.bayou.codec.event.EventCodec;
import io.bayou.config.AppConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Every command that a page shows is run by a test of that page, or is at least checked here: a
 * command of Bayou is read as its own command line reads it, and is run if it needs nothing but the
 * files of the examples; a request is one that the HTTP API has. What neither can be said of is
 * marked on the page, with the reason.
 */
class ShownCommandsTest {
  /** Programs whose lines a test of the page runs as they stand. */
  private static final Map<String, Set<String>> RUN =
      Map.of(
          "docs/events.md",
          Set.of("kcat", "kafka-console-producer.sh", "kafka-console-consumer.sh"),
          "clients/python/README.md",
          Set.of("python3"));

  /** They only feed or cut what stands beside them. */
  private static final Set<String> PLUMBING = Set.of("echo", "cat", "head", "tail");

  private static final Set<String> OFFLINE = Set.of("evaluate", "suggest", "classify", "search");
  private static final Pattern FILE = Pattern.compile(".*\\.(csv|csv\\.gz|jsonl|yaml|avro)");
  private static final Pattern INLINE = Pattern.compile("(?<!`)`((?:bin/)?bayou [^`]+)`");
  private static final Pattern FENCED = Pattern.compile("(?m)^ *```.*?^ *```", Pattern.DOTALL);
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
  private static final EventCodec EVENTS = new EventCodec(AppConfig.of(Map.of()).limits());

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    new Tree(Path.of(".")).pages().stream().map(Path::of).forEach(pages::add);
    return pages;
  }

  @Test
  void shouldRunOrCheckOrMarkEveryCommand() throws IOException {
    List<String> faults = new ArrayList<>();
    int seen = 0;
    for (Path page : pages()) {
      for (ShownCommand command : ShownCommand.of(page)) {
        seen++;
        for (List<String> words : command.parts()) {
          String fault = fault(command, withoutVariables(words));
          if (!fault.isEmpty()) {
            faults.add(command + "\n  " + fault);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(seen).isGreaterThan(100);
  }

  /* Empty if the command is known to be right. */
  private static String fault(ShownCommand command, List<String> words) throws IOException {
    String program = words.get(0);
    List<String> rest = words.subList(1, words.size());
    if (program.equals("bayou") || program.equals("bin/bayou")) {
      String fault = parse(withoutRedirection(rest));
      return fault.isEmpty() ? runIfPossible(withoutRedirection(rest)) : fault;
    }
    if (program.startsWith("bin/")) {
      return script(Path.of(program), rest);
    }
    if (program.equals("curl") && command.mark().isEmpty()) {
      return request(rest);
    }
    if (PLUMBING.contains(program)) {
      return program.equals("echo") ? event(command, rest) : "";
    }
    boolean run = RUN.getOrDefault(command.page().toString(), Set.of()).contains(program);
    return run || !command.mark().isEmpty()
        ? ""
        : "no test runs '" + program + "' and nothing says so: put <!-- not run: … --> above it";
  }

  private static List<String> withoutVariables(List<String> words) {
    return words.get(0).matches("[A-Z_]+=.*") ? words.subList(1, words.size()) : words;
  }

  private static List<String> withoutRedirection(List<String> words) {
    int end = words.indexOf(">");
    return end < 0 ? words : words.subList(0, end);
  }

  private static String parse(List<String> words) {
    try {
      Main.commandLine().parseArgs(words.toArray(String[]::new));
      return "";
    } catch (CommandLine.ParameterException e) {
      return e.getMessage();
    }
  }

  /* Commands that need files only are run, if the files are those of the examples. */
  private static String runIfPossible(List<String> words) {
    boolean shown =
        words.stream()
            .filter(word -> FILE.matcher(word).matches())
            .allMatch(word -> Files.exists(Path.of(word)));
    if (!OFFLINE.contains(words.get(0)) || !shown || words.contains("--suite")) {
      return "";
    }
    Cli result = Cli.tools(words.toArray(String[]::new));
    return result.exitCode() == 0 ? "" : result.err();
  }

  private static String script(Path script, List<String> words) throws IOException {
    if (!Files.isExecutable(script)) {
      return "there is no " + script;
    }
    String text = Files.readString(script, UTF_8);
    return words.stream().allMatch(text::contains) ? "" : script + " does not know " + words;
  }

  /* What is piped into a command as an object is an event. */
  private static String event(ShownCommand command, List<String> words) {
    String text = String.join(" ", words);
    if (text.startsWith("{") && !command.text().contains("--raw")) {
      assertThatCode(() -> EVENTS.decode(text.getBytes(UTF_8)))
          .as(command.toString())
          .doesNotThrowAnyException();
    }
    return "";
  }

  private static String request(List<String> words) throws IOException {
    String address =
        words.stream().filter(word -> word.contains("localhost:8080")).findFirst().orElse("");
    String path = URI.create(address.replaceFirst("^(http://)?", "http://")).getPath();
    boolean posts = words.contains("-d") || words.contains("POST");
    JsonNode paths = new ObjectMapper().readTree(openApi()).path("paths");
    for (var names = paths.fieldNames(); names.hasNext(); ) {
      String template = names.next();
      if (path.matches(template.replaceAll("\\{[^}]*}", "[^/]+"))
          && paths.path(template).has(posts ? "post" : "get")) {
        return "";
      }
    }
    return "the HTTP API has no " + (posts ? "POST " : "GET ") + path;
  }

  private static String openApi() throws IOException {
    return Files.readString(Path.of("src/main/resources/io/bayou/http/openapi.json"), UTF_8);
  }

  @Test
  void shouldNameCommandsAndOptionsInSentencesThatThereAre() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : pages()) {
      String prose = FENCED.matcher(Files.readString(page, UTF_8)).replaceAll("");
      INLINE
          .matcher(prose)
          .results()
          .map(found -> found.group(1).replaceAll("\\s+", " "))
          .flatMap(ShownCommandsTest::unknown)
          .forEach(fault -> faults.add(page + ": " + fault));
    }
    assertThat(faults).isEmpty();
  }

  /* Placeholders and brackets are for the reader, so only names are looked at. */
  private static Stream<String> unknown(String shown) {
    CommandLine command = Main.commandLine();
    String[] words = shown.replaceFirst("^(bin/)?bayou ", "").split(" ");
    for (String word : words) {
      CommandLine next = command.getSubcommands().get(word);
      if (next == null) {
        break;
      }
      command = next;
    }
    if (command.getParent() == null && words[0].matches("[a-z-]+") && !words[0].startsWith("-")) {
      return Stream.of("there is no command '" + words[0] + "' in `" + shown + "`");
    }
    Set<String> known = command.getCommandSpec().optionsMap().keySet();
    return OPTION
        .matcher(shown)
        .results()
        .map(MatchResult::group)
        .filter(option -> !known.contains(option))
        .map(option -> "there is no " + option + " in `" + shown + "`");
  }

  @Test
  void shouldReadLinesAsAShellDoes() {
    ShownCommand line =
        new ShownCommand(Path.of("x"), 1, "echo '{\"a\": 1}' | kcat -t a#b 'c | d' # e | f", "");

    assertThat(line.parts())
        .containsExactly(List.of("echo", "{\"a\": 1}"), List.of("kcat", "-t", "a#b", "c | d"));
  }
}
