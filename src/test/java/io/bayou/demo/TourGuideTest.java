package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.app.cli.CommandContext;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.StopSignal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TourGuideTest {
  private static final List<TourStep> STEPS =
      List.of(step("look", 2), step("touch", Integer.MAX_VALUE), step("leave", 2));

  private final StringWriter out = new StringWriter();
  private final List<String> ran = new ArrayList<>();
  private final CompletableFuture<Void> stop = new CompletableFuture<>();

  private static TourStep step(String word, int lines) {
    return new TourStep("To " + word, "Before.", List.of(word, "a b"), lines, "After.");
  }

  /** Prints three lines for each command. */
  private final class Root implements CommandContext {
    @Override
    public Map<String, String> environment() {
      return Map.of();
    }

    @Override
    public StopSignal stopSignal() {
      return new StopSignal();
    }

    @Override
    public boolean debug() {
      return false;
    }

    @Override
    public int run(
        List<String> words, Map<String, String> variables, PrintWriter to, PrintWriter err) {
      ran.add(words.get(0) + variables);
      to.print("1\n2\n3\n");
      err.println("no way");
      return words.contains("leave") ? 1 : 0;
    }
  }

  private boolean lead(List<TourStep> steps, TourKeys keys) throws InterruptedException {
    TourGuide guide = new TourGuide(new Root(), new PrintWriter(out), false, keys);
    return guide.lead(steps, Map.of("A", "B"), () -> ran.add("settled"), stop);
  }

  private static TourKeys typed(String text) {
    return TourKeys.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @Test
  void shouldShowACommandThenRunItThenSayWhatWasSeen() throws InterruptedException {
    assertThat(lead(STEPS.subList(0, 1), TourKeys.NONE)).isTrue();

    assertThat(ran).containsExactly("look{A=B}", "settled");
    assertThat(out.toString().lines())
        .containsExactly(
            "",
            "1/1  To look",
            "Before.",
            "",
            "$ bin/bayou look 'a b' | head -n 2",
            "1",
            "2",
            "",
            "After.");
  }

  @Test
  void shouldRunAStepForEachLineAndEndAtQ() throws InterruptedException {
    assertThat(lead(STEPS, typed("\n\nQuit\n"))).isFalse();

    assertThat(ran).containsExactly("look{A=B}", "settled", "touch{A=B}", "settled");
    assertThat(out.toString()).contains("$ bin/bayou leave").doesNotContain("\u001b");
  }

  @Test
  void shouldWaitForNobodyWhereInputEnds() throws InterruptedException {
    assertThat(lead(STEPS.subList(0, 2), typed("\n"))).isTrue();
  }

  @Test
  void shouldEndWhenItIsStopped() throws InterruptedException {
    stop.complete(null);

    assertThat(lead(STEPS, TourKeys.NONE)).isFalse();
    assertThat(lead(STEPS, typed("\n\n\n"))).isFalse();
    assertThat(ran).isEmpty();
  }

  @Test
  void shouldFailWithWhatTheCommandHasSaid() {
    assertThatThrownBy(() -> lead(STEPS, TourKeys.NONE))
        .isInstanceOf(CommandFailed.class)
        .hasMessage("'bin/bayou leave 'a b' | head -n 2' failed: no way");
  }
}
