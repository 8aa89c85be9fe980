package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alert rules, the board and the runbook: they fit to each other and to the metrics. With
 * {@code -Ddocs.fix=true} the files are written.
 */
class MonitoringTest {
  private static final Path FILES = Path.of("deploy/helm/files");
  private static final Path RUNBOOK = Path.of("docs/runbook.md");
  private static final Pattern METRIC = Pattern.compile("\\b(?:bayou|http)_[a-z_]+");

  @TempDir private Path directory;

  @Test
  void shouldShipWhatTheTablesSay() throws IOException {
    Map<String, String> files =
        Map.of("alerts.yaml", Monitoring.rules(), "board.json", Monitoring.board());
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = FILES.resolve(file.getKey());
      if (Boolean.getBoolean("docs.fix")) {
        Files.writeString(path, file.getValue());
      }
      assertThat(path).as("run with -Ddocs.fix=true").hasContent(file.getValue());
    }
  }

  /** StreamMetricsTest compares the table with the metrics that there are. */
  @Test
  void shouldUseOnlyMetricsThatThereAre() throws IOException {
    Set<String> documented =
        Pattern.compile("(?m)^\\| `((?:bayou|http)_[a-z_]+)` \\|")
            .matcher(Files.readString(Path.of("docs/http.md")))
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> used =
        expressions()
            .flatMap(expression -> METRIC.matcher(expression).results())
            .map(metric -> metric.group().replaceFirst("_(bucket|count)$", ""))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(used).hasSizeGreaterThan(15).isSubsetOf(documented);
  }

  private static Stream<String> expressions() {
    return Stream.concat(
        Monitoring.ALERTS.stream().map(Monitoring.Alert::expression),
        Monitoring.PANELS.stream().flatMap(panel -> panel.expressions().values().stream()));
  }

  @Test
  void shouldHaveARunbookForEveryAlertAndEveryAlarm() throws IOException {
    String runbook = Files.readString(RUNBOOK);
    List<String> sections =
        Pattern.compile("(?m)^## (Bayou\\w+)$")
            .matcher(runbook)
            .results()
            .map(heading -> heading.group(1))
            .toList();

    assertThat(sections)
        .containsExactlyElementsOf(Monitoring.ALERTS.stream().map(Monitoring.Alert::name).toList());
    for (Alarm.Kind kind : Alarm.Kind.values()) {
      assertThat(runbook).as("the alarm " + kind).contains("Alarm `" + kind.key() + "`");
    }
  }

  @Test
  @EnabledIf("hasPromtool")
  void shouldSatisfyPromtool() throws Exception {
    assertThat(promtool("check", "rules", FILES.resolve("alerts.yaml").toString()))
        .contains("SUCCESS: " + Monitoring.ALERTS.size() + " rules found");
    assertThat(promtool("test", "rules", "src/test/resources/monitoring/alerts-test.yaml"))
        .contains("SUCCESS");
  }

  /* Promtool knows no boards, so their expressions become rules. */
  @Test
  @EnabledIf("hasPromtool")
  void shouldChartValidExpressions() throws Exception {
    StringBuilder rules = new StringBuilder("groups:\n- name: board\n  rules:\n");
    int number = 0;
    for (Monitoring.Panel panel : Monitoring.PANELS) {
      for (String expression : panel.expressions().values()) {
        rules.append("  - record: panel:").append(number++).append('\n');
        rules.append("    expr: '").append(expression.replace("$model", ".*")).append("'\n");
      }
    }
    Path file = Files.writeString(directory.resolve("board.yaml"), rules);

    assertThat(promtool("check", "rules", file.toString()))
        .contains("SUCCESS: " + number + " rules found");
  }

  static boolean hasPromtool() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, "promtool")));
  }

  private static String promtool(String... args) throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of("promtool"), Stream.of(args)).toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
