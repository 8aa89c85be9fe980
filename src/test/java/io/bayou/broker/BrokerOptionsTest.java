package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerOptionsTest {
  @Test
  void shouldFixTheDirectoryWhateverTheWorkingDirectoryBecomes() {
    BrokerOptions options = BrokerOptions.in(Path.of("some", "..", "data"));

    assertThat(options.dataDirectory()).isEqualTo(Path.of("data").toAbsolutePath());
    assertThat(options.port()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void shouldRefuseAPortThatDoesNotExist(int port) {
    assertThatThrownBy(() -> new BrokerOptions(Path.of("data"), port))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("port must be between 0 and 65535, was %d", port);
  }

  @Test
  void shouldRefuseACommaBecauseKafkaWouldSeeTwoDirectories() {
    assertThatThrownBy(() -> BrokerOptions.in(Path.of("a,b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("comma");
  }
}
