package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class LinesTest {
  private static final byte[] TEXT = "\uFEFFa\r\n\n \t\nb \n\u00e4".getBytes(UTF_8);

  @Test
  void shouldNumberTheLinesAndPassOverBlankOnes() throws IOException {
    assertThat(read(TEXT)).containsExactly("1 a", "4 b ", "5 \u00e4");
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read("x\n".getBytes(UTF_8))).containsExactly("1 x");
  }

  @Test
  void shouldReadGzippedFiles() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(TEXT);
    }

    assertThat(read(zipped.toByteArray())).isEqualTo(read(TEXT));
  }

  @Test
  void shouldKeepBytesThatAreNoText() throws IOException {
    try (Lines lines = new Lines(new ByteArrayInputStream(new byte[] {'{', (byte) 0xFF, '}'}))) {
      assertThat(lines.next()).containsExactly('{', 0xFF, '}');
    }
  }

  private static List<String> read(byte[] file) throws IOException {
    List<String> found = new ArrayList<>();
    try (Lines lines = new Lines(new ByteArrayInputStream(file))) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        found.add(lines.number() + " " + new String(line, UTF_8));
      }
    }
    return found;
  }
}
