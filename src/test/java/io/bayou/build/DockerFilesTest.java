package io.bayou.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** No Docker engine runs the tests, so at least everything that the files name must exist. */
class DockerFilesTest {
  private static final Path DOCKERFILE = Path.of("docker/Dockerfile");
  private static final Path COMPOSE = Path.of("docker/compose.yaml");

  @Test
  void shouldCopyOnlyWhatExists() throws IOException {
    Matcher copies =
        Pattern.compile("^COPY (?!--from)(.+) \\S+$", Pattern.MULTILINE)
            .matcher(Files.readString(DOCKERFILE));
    int found = 0;
    while (copies.find()) {
      for (String source : copies.group(1).split(" ")) {
        assertThat(Path.of(source)).exists();
        found++;
      }
    }
    assertThat(found).isPositive();
  }

  @Test
  void shouldPinEveryImage() throws IOException {
    String all = Files.readString(DOCKERFILE) + Files.readString(COMPOSE);
    Matcher images = Pattern.compile("(?m)^(?:FROM| +image:) (\\S+)").matcher(all);
    int found = 0;
    while (images.find()) {
      assertThat(images.group(1)).matches(".+:[^:]*\\d[^:]*");
      found++;
    }
    assertThat(found).isEqualTo(4);
  }

  @Test
  void shouldSetOnlyKnownSettings() throws IOException {
    Map<String, String> environment = new TreeMap<>();
    environment.putAll(variables("ENV (BAYOU_[A-Z_]+)=(\\S+)", Files.readString(DOCKERFILE)));
    environment.putAll(variables(" (BAYOU_[A-Z_]+): (\\S+)", Files.readString(COMPOSE)));

    assertThat(environment).hasSize(4);
    assertThat(new ConfigLoader().environment(environment).load().app().kafka().bootstrapServers())
        .isEqualTo("kafka:9092");
  }

  @Test
  @SuppressWarnings("unchecked") // as the Compose format has it
  void shouldDependOnlyOnServicesOfItsOwn() throws IOException {
    Map<String, Object> compose =
        (Map<String, Object>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(COMPOSE));
    Map<String, Map<String, Object>> services =
        (Map<String, Map<String, Object>>) compose.get("services");

    assertThat(services).containsOnlyKeys("kafka", "bayou", "kafka-ui");
    services.forEach(
        (name, service) ->
            assertThat(services.keySet())
                .containsAll(
                    ((Map<String, Object>) service.getOrDefault("depends_on", Map.of())).keySet()));
    assertThat(((Map<String, Object>) services.get("bayou").get("build")).get("dockerfile"))
        .isEqualTo("docker/Dockerfile");
  }

  private static Map<String, String> variables(String pattern, String text) {
    Map<String, String> found = new TreeMap<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2));
    }
    return found;
  }
}
