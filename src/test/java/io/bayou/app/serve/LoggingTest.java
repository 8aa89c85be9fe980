package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.config.AppConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What log4j2.properties makes of the settings, in a JVM of its own. */
class LoggingTest {
  @Test
  void shouldWriteLinesWithDateAndZone() throws Exception {
    assertThat(lines("log.level=info"))
        .hasSize(4)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)"
                            + " .*|java.*|\\tat .*)"))
        .anyMatch(line -> line.contains("INFO  ") && line.endsWith("what \\n an event says"))
        .anyMatch(line -> line.endsWith("java.lang.IllegalStateException: why"))
        .noneMatch(line -> line.contains("of Kafka"));
  }

  @Test
  void shouldWriteOneJsonObjectPerLine() throws Exception {
    List<String> lines = lines("log.level=info", "log.format=json", "log.kafka.level=info");
    assertThat(lines).hasSize(3);
    JsonNode told = json(lines.get(0));
    assertThat(told.get("message").asText()).isEqualTo("what \n an event says");
    assertThat(told.get("level").asText()).isEqualTo("INFO");
    assertThat(told.get("logger").asText()).isEqualTo("io.bayou.app.serve.LoggingTest");
    assertThat(told.get("time").asText()).contains("T");
    assertThat(told.has("exception")).isFalse();
    assertThat(json(lines.get(1)).get("exception").asText())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("\n\tat ");
    assertThat(json(lines.get(2)).get("message").asText()).isEqualTo("a line of Kafka's");
  }

  @Test
  void shouldLogNothingButErrorsAtThatLevel() throws Exception {
    assertThat(lines("log.level=error"))
        .anyMatch(line -> line.contains("ERROR"))
        .noneMatch(line -> line.contains("INFO"));
    assertThat(lines("log.level=off")).isEmpty();
  }

  private static JsonNode json(String line) throws IOException {
    return new ObjectMapper().readTree(line);
  }

  private static List<String> lines(String... settings) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LoggingTest.class.getName()));
    command.addAll(Arrays.asList(settings));
    Process process = new ProcessBuilder(command).start();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(err).isZero();
    return err.lines().toList();
  }

  /** Logs something with these settings. */
  public static void main(String[] settings) {
    Map<String, String> values = new TreeMap<>();
    for (String setting : settings) {
      values.put(setting.split("=")[0], setting.split("=")[1]);
    }
    Logging.apply(AppConfig.of(values).log());
    Logger log = LoggerFactory.getLogger(LoggingTest.class);
    log.info("what {} an event says", "\n");
    log.error("it failed", new IllegalStateException("why"));
    LoggerFactory.getLogger("org.apache.kafka.clients.Some").info("a line of Kafka's");
  }
}
