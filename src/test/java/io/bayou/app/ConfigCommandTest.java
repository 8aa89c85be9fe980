package io.bayou.app;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
  @TempDir private Path directory;

  @Test
  void shouldShowEverySettingAndItsOrigin() throws IOException {
    Path file = Files.writeString(directory.resolve("my.properties"), "http.port=9\n");

    Cli config =
        bayou(
            Map.of("BAYOU_EXPLAIN", "true"),
            "config",
            "--config",
            file.toString(),
            "-D",
            "max.models=7",
            "--set=topic.prefix=x.");

    assertThat(config.exitCode()).isZero();
    assertThat(config.err()).isEmpty();
    assertThat(config.out())
        .containsPattern("http\\.port +9 +" + file + ":1\n")
        .containsPattern("explain +true +BAYOU_EXPLAIN\n")
        .containsPattern("max\\.models +7 +command line\n")
        .containsPattern("labeled\\.topics +x\\.labeled +default\n");
  }

  @Test
  void shouldShowTypedValuesAsJson() {
    Cli config = bayou("config", "--json", "-D", "labeled.topics=a,b", "-D", "kafka.x=1");

    assertThat(config.exitCode()).isZero();
    assertThat(config.out())
        .startsWith("[")
        .endsWith("]\n")
        .contains("{\"name\":\"http.port\",\"value\":8080,\"origin\":\"default\"}")
        .contains("\"labeled.topics\",\"value\":[\"a\",\"b\"],\"origin\":\"command line\"")
        .contains("\"name\":\"explain\",\"value\":false")
        .contains("\"name\":\"kafka.x\",\"value\":\"1\"");
  }

  @Test
  void shouldNeverShowASecret() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("my.properties"),
            """
            kafka.sasl.jaas.config=Login required password="canary";
            kafka.ssl.keystore.password=canary
            producer.ssl.keystore.key=canary
            """);
    Map<String, String> environment = Map.of("BAYOU_HTTP_TOKEN", "canary");
    String[][] commands = {
      {"config", "--config", file.toString()},
      {"config", "--config", file.toString(), "--json"},
      {"config", "--config", file.toString(), "-D", "http.port=x", "--debug"},
      {"config", "--config", file.toString(), "-D", "http.tokn=canary"},
      {"config", "--config", file.toString(), "-D", "kafka.bootstrap.server=canary"},
      {"config", "--config", file.toString(), "-D", "http.host=0.0.0.0", "-D", "http.token="},
    };

    for (String[] command : commands) {
      Cli config = bayou(environment, command);
      assertThat(config.out() + config.err()).isNotEmpty().doesNotContain("canary");
    }
    assertThat(bayou(environment, commands[0]).out()).containsPattern("http\\.token +\\[hidden]");
  }

  @Test
  void shouldPrintItsDocumentation() {
    assertThat(bayou("config", "--markdown").out()).contains("| `http.port` | `8080` |");
  }

  @Test
  void shouldRefuseTwoFormatsAtOnce() {
    Cli config = bayou("config", "--json", "--markdown");

    assertThat(config.exitCode()).isEqualTo(2);
    assertThat(config.err()).contains("mutually exclusive").hasLineCount(1);
  }

  @Test
  void shouldReportAMissingFile() {
    assertThat(bayou("config", "--config", "/no/such.properties"))
        .isEqualTo(wrong("cannot read settings from /no/such.properties: there is no such file"));
  }

  @Test
  void shouldReportAnUnknownSetting() {
    assertThat(bayou("config", "-Dhttp.prot=1"))
        .isEqualTo(wrong("unknown setting 'http.prot' (command line); did you mean 'http.port'?"));
  }

  @Test
  void shouldReportAValueOfTheWrongType() {
    assertThat(bayou("config", "-Dhttp.port=abc"))
        .isEqualTo(wrong("setting 'http.port' (command line) is 'abc': must be a whole number"));
  }

  @Test
  void shouldReportASettingWithoutAValue() {
    Cli config = bayou("config", "-D", "http.port");

    assertThat(config.exitCode()).isEqualTo(2);
    assertThat(config.err()).contains("KEY=VALUE").hasLineCount(1);
  }

  private static Cli wrong(String message) {
    return new Cli(2, "", "bayou: " + message + "\n");
  }
}
