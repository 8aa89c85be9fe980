package io.bayou.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationConverterTest {
  private final DurationConverter converter = new DurationConverter();

  @Test
  void shouldReadDurations() {
    assertThat(converter.convert("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(converter.convert("20s")).isEqualTo(Duration.ofSeconds(20));
    assertThat(converter.convert("2m")).isEqualTo(Duration.ofMinutes(2));
    assertThat(converter.convert("1h")).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20", "s", "0s", "-1s", "1.5s", "20 s", "20x", "9999999999s"})
  void shouldRefuseEverythingElse(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .hasMessage("'" + text + "' is not a duration such as 500ms, 20s or 2m");
  }
}
