package io.bayou.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Formatting is checked, never discussed: google-java-format decides. */
class FormatTest {
  private static final boolean FIX = Boolean.getBoolean("format.fix");

  @Test
  void shouldFindEverySourceFormatted() throws IOException, FormatterException {
    List<Path> unformatted = new ArrayList<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      String formatted = new Formatter().formatSourceAndFixImports(source);
      if (!formatted.equals(source)) {
        unformatted.add(file);
        if (FIX) {
          Files.writeString(file, formatted);
        }
      }
    }

    assertThat(FIX ? List.of() : unformatted)
        .as("unformatted files; run this test with -Dformat.fix=true to format them")
        .isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }
}
