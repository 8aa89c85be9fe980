package io.bayou.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserDirectoriesTest {
  @Test
  void shouldFollowTheXdgSpecification() {
    assertThat(UserDirectories.data(Map.of("XDG_DATA_HOME", "/srv/data", "HOME", "/home/ada")))
        .isEqualTo(Path.of("/srv/data/bayou"));
    assertThat(UserDirectories.data(Map.of("HOME", "/home/ada")))
        .isEqualTo(Path.of("/home/ada/.local/share/bayou"));
  }

  @Test
  void shouldIgnoreARelativeOrEmptyDataHome() {
    for (String useless : new String[] {"", "data"}) {
      assertThat(UserDirectories.data(Map.of("XDG_DATA_HOME", useless, "HOME", "/home/ada")))
          .isEqualTo(Path.of("/home/ada/.local/share/bayou"));
    }
  }

  @Test
  void shouldAskTheJvmWhenTheEnvironmentHasNoHome() {
    assertThat(UserDirectories.data(Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".local", "share", "bayou"));
  }
}
