package io.bayou.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class DemoCommandTest {
  @TempDir Path directory;

  @Test
  void shouldGoOnLearningWhereItWasAndBeatTheBaseline() {
    String first = demo("--duration", "4s");
    String second = demo("--duration", "8s");

    assertThat(number(first, "labeled")).isPositive();
    assertThat(number(second, "labeled")).isGreaterThan(number(first, "labeled"));
    assertThat(number(second, "predicted")).isPositive();
    assertThat(number(second, "accuracy")).isGreaterThan(number(second, "baselineAccuracy"));
    assertThat(number(second, "deadLetters")).isPositive();
  }

  private String demo(String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = {
      "demo", "--json", "--data-dir", directory.resolve("demo").toString(), options[0], options[1]
    };
    int exitCode = Main.run(args, Map.of(), new PrintWriter(out), new PrintWriter(err));
    assertThat(exitCode).as(err.toString()).isZero();
    return out.toString();
  }

  private static double number(String json, String key) {
    Matcher matcher = Pattern.compile("\"" + key + "\":([-0-9.eE]+)").matcher(json);
    assertThat(matcher.find()).as(key + " in " + json).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
