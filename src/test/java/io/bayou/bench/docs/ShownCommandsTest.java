package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
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
 * Every command that a page shows is right and is run: a command of Bayou is read as its own
 * command line reads it, a request is one that the HTTP API has. What needs nothing but the files
 * of the examples is run here, the rest by a test of the page, or the page is marked with the
 * reason why no test does.
 */
class ShownCommandsTest {
  /**
   * What a test runs of a page, as the page has it.
   *
   * @param test names the page
   * @param commands a regular expression
   */
  private record Run(String page, String test, String commands) {
    boolean covers(ShownCommand command) {
      return command.page().equals(Path.of(page)) && command.text().matches(commands);
    }
  }

  private static final List<Run> RUN =
      List.of(
          new Run("docs/choosing.md", "bench/docs/PagesWithKafkaTest", "bin/bayou retrain .*"),
          new Run(
              "docs/events.md", "app/StockToolsTest", "(echo|kcat|kafka-console-consumer.sh) .*"),
          new Run("docs/events.md", "bench/docs/PagesWithKafkaTest", "bin/bayou .*"),
          new Run("docs/http.md", "http/HttpPageTest", "curl ((?!/keys/).)*"),
          new Run("docs/model-json.md", "bench/docs/PagesWithKafkaTest", "bin/bayou models .*"),
          new Run("docs/quick-start.md", "app/StockToolsTest", "echo .*|bin/bayou consume .*"),
          new Run("docs/quick-start.md", "bench/docs/PagesWithKafkaTest", "bin/bayou models .*"),
          new Run("docs/quick-start.md", "http/HttpPageTest", "curl .*"),
          new Run("docs/retraining.md", "bench/docs/PagesWithKafkaTest", "bayou .*"),
          new Run("docs/tour.md", "demo/TourCommandTest", "bin/bayou .*"),
          new Run("docs/your-topics.md", "app/YourTopicsTest", "bin/bayou .*"),
          new Run("clients/python/README.md", "app/ScorersTest", ".*python3 -m unittest .*"));

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

  private static List<ShownCommand> shown() throws IOException {
    List<ShownCommand> shown = new ArrayList<>();
    for (Path page : pages()) {
      shown.addAll(ShownCommand.of(page));
    }
    return shown;
  }

  @Test
  void shouldShowCommandsThatThereAre() throws IOException {
    List<String> faults = new ArrayList<>();
    List<ShownCommand> shown = shown();
    for (ShownCommand command : shown) {
      for (List<String> words : command.parts()) {
        String fault = fault(command, withoutVariables(words));
        if (!fault.isEmpty()) {
          faults.add(command + "\n  " + fault);
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(shown).hasSizeGreaterThan(100);
  }

  @Test
  void shouldRunOrMarkEveryCommand() throws IOException {
    assertThat(shown())
        .filteredOn(command -> command.mark().isEmpty() && !isRun(command))
        .as("commands that no test runs: put <!-- not run: why --> above the block")
        .isEmpty();
  }

  /** A mark on a block that tests run would be wrong. */
  @Test
  void shouldMarkOnlyWhatIsNotRun() throws IOException {
    Map<String, List<ShownCommand>> marked =
        shown().stream()
            .filter(command -> !command.mark().isEmpty())
            .collect(groupingBy(command -> command.page() + ": " + command.mark()));
    assertThat(marked)
        .allSatisfy(
            (mark, commands) ->
                assertThat(commands).anyMatch(command -> !ShownCommandsTest.isRun(command)));
  }

  @Test
  void shouldNameTestsThatReadThePage() throws IOException {
    List<ShownCommand> shown = shown();
    for (Run run : RUN) {
      String test =
          Files.readString(Path.of("src/test/java/io/bayou/" + run.test() + ".java"), UTF_8);
      assertThat(test).as(run.test()).contains(run.page().replace("/README.md", ""));
    }
    assertThat(RUN).allMatch(run -> shown.stream().anyMatch(run::covers));
  }

  private static boolean isRun(ShownCommand command) {
    return RUN.stream().anyMatch(run -> run.covers(command))
        || command.parts().stream().allMatch(ShownCommandsTest::isRunHere);
  }

  private static boolean isRunHere(List<String> words) {
    return PLUMBING.contains(words.get(0)) || (isBayou(words) && needsExamplesOnly(ofBayou(words)));
  }

  private static boolean isBayou(List<String> words) {
    return words.get(0).matches("(bin/)?bayou");
  }

  private static List<String> ofBayou(List<String> words) {
    return withoutRedirection(words.subList(1, words.size()));
  }

  /* Empty if the command is right. */
  private static String fault(ShownCommand command, List<String> words) throws IOException {
    String program = words.get(0);
    List<String> rest = words.subList(1, words.size());
    if (isBayou(words)) {
      String fault = parse(ofBayou(words));
      return fault.isEmpty() ? runIfPossible(ofBayou(words)) : fault;
    }
    if (program.startsWith("bin/")) {
      return script(Path.of(program), rest);
    }
    if (program.equals("curl")) {
      return request(rest);
    }
    return program.equals("echo") ? event(command, rest) : "";
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

  /* Whether a command needs nothing but files, and these are those of the examples. */
  private static boolean needsExamplesOnly(List<String> words) {
    boolean there =
        words.stream()
            .filter(word -> FILE.matcher(word).matches())
            .allMatch(word -> Files.exists(Path.of(word)));
    return (OFFLINE.contains(words.get(0)) && there && !words.contains("--suite"))
        || (words.contains("--dry-run") && words.contains("chaos"))
        || (words.contains("topics") && words.contains("--print"));
  }

  private static String runIfPossible(List<String> words) {
    if (!needsExamplesOnly(words)) {
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
