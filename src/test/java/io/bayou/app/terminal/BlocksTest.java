package io.bayou.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlocksTest {
  @Test
  void shouldFillACellByEighths() {
    assertThat(Blocks.level(0.0)).isEqualTo('▁');
    assertThat(Blocks.level(0.5)).isEqualTo('▅');
    assertThat(Blocks.level(0.99)).isEqualTo('█');
    assertThat(Blocks.level(1.0)).isEqualTo('█');
  }

  @Test
  void shouldKeepToTheCell() {
    assertThat(Blocks.level(-0.3)).isEqualTo('▁');
    assertThat(Blocks.level(1.7)).isEqualTo('█');
    assertThat(Blocks.level(Double.NaN)).isEqualTo('▁');
  }

  @Test
  void shouldDrawABarOfTheGivenWidth() {
    assertThat(Blocks.bar(0.0, 4)).isEqualTo("    ");
    assertThat(Blocks.bar(1.0 / 32, 4)).isEqualTo("▏   ");
    assertThat(Blocks.bar(0.5, 4)).isEqualTo("██  ");
    assertThat(Blocks.bar(0.6, 4)).isEqualTo("██▍ ");
    assertThat(Blocks.bar(1.0, 4)).isEqualTo("████");
    assertThat(Blocks.bar(2.0, 4)).isEqualTo("████");
    assertThat(Blocks.bar(-1.0, 4)).isEqualTo("    ");
    assertThat(Blocks.bar(0.5, 0)).isEmpty();
  }
}
