package io.bayou.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.LoadedConfig.EffectiveSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("bayou.properties");
  }

  @Test
  void shouldLetEnvironmentOverrideFileAndFlagsOverrideBoth() throws IOException {
    Files.writeString(file, "http.port=1\nmax.models=1\nexplain=true\n");

    LoadedConfig config =
        new ConfigLoader()
            .file(file)
            .environment(Map.of("BAYOU_MAX_MODELS", "2", "BAYOU_HTTP_PORT", "2"))
            .flags(Map.of("http.port", "3"))
            .load();

    assertThat(config.settings())
        .contains(
            new EffectiveSetting("http.port", 3, "command line"),
            new EffectiveSetting("max.models", 2, "BAYOU_MAX_MODELS"),
            new EffectiveSetting("explain", true, file + ":3"),
            new EffectiveSetting("http.host", "127.0.0.1", "default"),
            new EffectiveSetting("http.token", "", "default"));
    assertThat(config.app().http().port()).isEqualTo(3);
  }

  @Test
  void shouldRememberLinesThroughCommentsAndContinuations() throws IOException {
    Files.writeString(
        file,
        """
        # a comment that ends with a backslash \\

        labeled.topics=a,\\
            b,\\
            c
          ! another comment
        state.dir = C:\\\\data\\\\
        explain: true\t
        topic.prefix \\u0078-\
        """);

    assertThat(PropertiesFile.read(file))
        .containsExactly(
            new Given("labeled.topics", "a,b,c", file + ":3"),
            new Given("state.dir", "C:\\data\\", file + ":7"),
            new Given("explain", "true", file + ":8"),
            new Given("topic.prefix", "x-", file + ":9"));
  }

  @Test
  void shouldTakeTheLastOfTwoLines() throws IOException {
    Files.writeString(file, "http.port=1\nhttp.port=2\n");

    assertThat(new ConfigLoader().file(file).load().settings())
        .contains(new EffectiveSetting("http.port", 2, file + ":2"));
  }

  @Test
  void shouldPointToTheLineOfABadEscape() throws IOException {
    Files.writeString(file, "\nstate.dir=\\u12x\n");

    assertThatThrownBy(() -> PropertiesFile.read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage("a \\u in " + file + ":2 is not followed by four hex digits");
  }

  @Test
  void shouldSayWhyAFileCannotBeRead() throws IOException {
    assertThatThrownBy(() -> PropertiesFile.read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read settings from " + file + ": there is no such file");
    assertThatThrownBy(() -> PropertiesFile.read(directory))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read settings from " + directory + ": it is a directory");
    Files.write(file, new byte[] {(byte) 0xC3, (byte) 0x28});
    assertThatThrownBy(() -> PropertiesFile.read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read settings from " + file + ": it is not UTF-8 text");
  }

  @Test
  void shouldTranslateNamesOfVariables() {
    assertThat(
            EnvironmentSettings.read(
                Map.of(
                    "BAYOU_KAFKA_BOOTSTRAP_SERVERS", "a:1",
                    "BAYOU_KAFKA_A___B__C", "x",
                    "HTTP_PORT", "1")))
        .containsExactly(
            new Given("kafka.a-b_c", "x", "BAYOU_KAFKA_A___B__C"),
            new Given("kafka.bootstrap.servers", "a:1", "BAYOU_KAFKA_BOOTSTRAP_SERVERS"));
  }

  @Test
  void shouldIgnoreVariablesThatAreNoSettings() {
    List<String> others =
        List.of(
            "BAYOU_OPTS",
            "BAYOU_BUILD",
            "BAYOU_DEBUG",
            "BAYOU_",
            "BAYOU_SERVICE_HOST",
            "BAYOU_SERVICE_PORT_HTTP",
            "BAYOU_PORT",
            "BAYOU_PORT_8080_TCP_ADDR");

    assertThat(others)
        .allSatisfy(name -> assertThat(EnvironmentSettings.read(Map.of(name, "x"))).isEmpty());
  }

  @Test
  void shouldNameTheVariableOfAnUnknownSetting() {
    assertThatThrownBy(() -> new ConfigLoader().environment(Map.of("BAYOU_HTTP_PROT", "1")).load())
        .isInstanceOf(ConfigException.class)
        .hasMessage("unknown setting 'http.prot' (BAYOU_HTTP_PROT); did you mean 'http.port'?");
  }

  @Test
  void shouldPutDataWhereTheUserKeepsIt() {
    assertThat(new ConfigLoader().environment(Map.of("HOME", "/home/ada")).load().settings())
        .contains(
            new EffectiveSetting("state.dir", "/home/ada/.local/share/bayou/state", "default"));
  }
}
