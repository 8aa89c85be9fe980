package io.bayou.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineTest {
  @Test
  void shouldCutOffWhatDoesNotFit() {
    Line line = new Line(8).add("bayou").add(Ink.GOOD, "🌊 river");

    assertThat(line.text(false)).isEqualTo("bayou🌊 r");
    assertThat(line.length()).isEqualTo(8);
    assertThat(line.add("more").text(true)).isEqualTo("bayou\u001b[32m🌊 r\u001b[0m");
  }

  @Test
  void shouldAlign() {
    assertThat(new Line(20).add("a").to(4).add("b").toRight(2).add("cd").text(false))
        .isEqualTo("a   b             cd");
    assertThat(new Line(20).add("abcd").to(2).add("e").text(false)).isEqualTo("abcd e");
  }

  @Test
  void shouldNotLetForeignTextSteerTheTerminal() {
    assertThat(new Line(40).add("a\u001b[2Jb\nc\u009bd\u202ee\r").text(true))
        .isEqualTo("a?[2Jb?c?d?e?");
  }

  @Test
  void shouldPaintOnlyWhereColorsAreWanted() {
    Line line = new Line(40).add(Ink.STRONG, "x").add(Ink.PLAIN, "y").add(Ink.DIM, "");

    assertThat(line.text(true)).isEqualTo("\u001b[1mx\u001b[0my");
    assertThat(line.text(false)).isEqualTo("xy");
  }
}
