package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Flag;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard can show only the predictions with a flag, whichever it is. */
class FilterTest {
  private static final Pattern FLAGS = Pattern.compile("const FLAGS = \\[(.*)];");

  @Test
  void shouldOfferEveryFlag() {
    String screen = new String(StaticFiles.resource("/web/js/predictions.js").orElseThrow(), UTF_8);
    Matcher flags = FLAGS.matcher(screen);

    assertThat(flags.find()).isTrue();
    assertThat(flags.group(1).replace("\"", "").split(", "))
        .containsExactlyInAnyOrder(
            Arrays.stream(Flag.values()).map(Flag::name).toArray(String[]::new));
  }
}
