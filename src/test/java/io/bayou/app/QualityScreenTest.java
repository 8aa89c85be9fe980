package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.http.StreamQueries.LaterLabels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.OutputType;

/** How the dashboard shows what to think of a model, and where it runs. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED) // skipped and counted, where an assumption would go unsaid
class QualityScreenTest {
  private static final String CHOSEN = "[aria-label=Thresholds] tr:nth-child(1) td";
  private static final String CHEAPEST = "[aria-label=Thresholds] tr:nth-child(2) td";

  private static final String LATER = ".later";
  private static final Path TO_LOOK_AT =
      Path.of(System.getProperty("build.directory", "target"), "images");

  private static ModelGallery gallery;
  private static Browser browser;

  @BeforeAll
  static void start() {
    gallery = new ModelGallery();
    browser = Browser.start();
    browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (gallery != null) {
      gallery.close();
    }
  }

  @AfterEach
  void shouldNotComplain() {
    assertThat(browser.complaints()).isEmpty();
  }

  /** A miss costs 25 times as much as a false alarm: a low threshold is worth it. */
  @Test
  void shouldSayWhichThresholdToChoose() throws IOException {
    show("quality/fraud-costs", ".rates");

    assertThat(browser.run("return document.querySelectorAll('input[type=number]')[1].value"))
        .isEqualTo("50");
    List<String> cheapest = browser.texts(CHEAPEST);
    assertThat(percent(cheapest.get(0))).isLessThan(30.0);
    assertThat(browser.texts(CHOSEN)).isEqualTo(cheapest);

    enter("input[type=range]", "0");
    assertThat(browser.texts(CHOSEN).get(2)).as("recall of a low threshold").isEqualTo("100.0 %");
    enter("input[type=range]", "400");
    assertThat(percent(browser.texts(CHOSEN).get(0))).isGreaterThan(90.0);
    enter("p.tools label:nth-child(3) input", "0.01");
    assertThat(percent(browser.texts(CHEAPEST).get(0)))
        .as("misses cost nothing")
        .isGreaterThan(70.0);
    check("threshold");
  }

  @Test
  void shouldShowReliabilityBeforeCalibration() {
    show("quality/fraud-costs", ".dot.raw");
    assertThat(browser.all(".path")).hasSize(2);
    assertThat(browser.text("#screen"))
        .containsPattern("Calibration changes the log loss from [\\d.]+ to [\\d.]+");

    show("quality/river-naive-bayes", ".dot");
    assertThat(browser.all(".dot.raw")).isEmpty();
    assertThat(browser.text("#screen")).contains("calibrate: temperature in the spec");
  }

  @Test
  void shouldShowHowManyAnswersAreNovelOrRejected() {
    show("quality/fraud-costs", ".confusion");
    Awaitility.await()
        .atMost(Browser.PATIENCE)
        .until(() -> browser.text("figure.chart").contains("novel 1.0 %rejected 5.0 %"));
    assertThat(shownCards()).contains("Novel and rejected");

    show("quality/river-naive-bayes", ".confusion");
    assertThat(shownCards()).contains("Over time").doesNotContain("Novel and rejected");
  }

  private static List<Object> shownCards() {
    Object titles =
        browser.run(
            "return [...document.querySelectorAll('h2')].filter((one) => one.offsetParent !== null)"
                + ".map((one) => one.textContent)");
    return List.copyOf((List<?>) titles);
  }

  @Test
  void shouldShowSharesOfRowsAndColumns() {
    show("quality/fraud-costs", ".confusion");

    assertThat(browser.texts(".confusion .cell span"))
        .hasSize(8)
        .allMatch(share -> share.matches("[→↓] (< |> )?\\d+ %"));
    assertThat(browser.texts(".confusion thead th")).containsExactly("fraud", "honest");
    browser.await("input[value=cumulative]").click();
    Awaitility.await()
        .atMost(Browser.PATIENCE)
        .until(() -> browser.text("#screen").contains("before the model had a class"));
  }

  @Test
  void shouldTellWhatBecameOfLabelsThatComeLater() throws Exception {
    Map<String, Long> outcomes =
        Map.of(
            "JOINED",
            18_220L,
            "CORRECTED",
            41L,
            "DEFAULTED",
            0L,
            "EXPIRED",
            380L,
            "NO_QUESTION",
            7L);
    LaterLabels labels =
        new LaterLabels(
            List.of("chargebacks"),
            1_204,
            new TreeMap<>(outcomes),
            new TreeMap<>(Map.of("p50", 5_400.0, "p99", 172_800.0)));
    try (AutoCloseable told = gallery.laterLabels(labels)) {
      assertThat(told).isNotNull();
      show("quality/fraud-later", LATER);
      Awaitility.await()
          .atMost(Browser.PATIENCE)
          .until(() -> browser.texts(LATER + " .tile dd").contains("18,220"));

      List<String> tiles = browser.texts(LATER + " .tile dd");
      assertThat(tiles).hasSize(12).startsWith("728").contains("1,204", "41", "380", "7");
      assertThat(tiles.get(1)).as("accuracy as served, of recent events").endsWith(" %");
      ScreenCheck.check(browser, TO_LOOK_AT, "later-labels");
      if (Boolean.getBoolean("docs.images")) {
        byte[] panel = browser.await(LATER).getScreenshotAs(OutputType.BYTES);
        Files.write(Path.of("docs/images/later-labels.png"), panel);
      }
    }
    show("quality/fraud-costs", ".confusion");
    assertThat(browser.run("return document.querySelector('.later').hidden")).isEqualTo(true);
  }

  @Test
  void shouldWrapLongNames() {
    show("model/sms", ".bars .name");

    assertThat(
            browser.run(
                "const name = document.querySelector('.bars .name'); name.textContent ="
                    + " 'shipping_matches_billing_'.repeat(3); return name.scrollWidth <="
                    + " name.clientWidth && name.scrollHeight <= name.clientHeight"))
        .isEqualTo(true);
  }

  /** By name the rare class would come first, and the frequent one would look like a warning. */
  @Test
  void shouldGiveTheFrequentClassTheCalmColour() {
    show("model/fraud-costs", ".feature");

    assertThat(browser.texts("[aria-label=Classes] tbody th")).containsExactly("fraud", "honest");
    assertThat(colours()).containsExactly("var(--class-1)", "var(--class-0)");
    browser.run("location.reload()");
    browser.await(".feature");
    assertThat(colours()).containsExactly("var(--class-1)", "var(--class-0)");
  }

  private static Object[] colours() {
    String swatches = "[...document.querySelectorAll('[aria-label=Classes] .swatch')]";
    Object colours =
        browser.run("return " + swatches + ".map((one) => one.style.getPropertyValue('--color'))");
    return ((List<?>) colours).toArray();
  }

  @Test
  void shouldSayWhereItRuns() throws IOException {
    show("instance", ".facts dd");

    assertThat(browser.texts(".tile dd")).startsWith("running").endsWith("1", "17", "responds");
    assertThat(browser.texts(".facts dd")).contains("kafka:9092", "abc", "gallery", "bayou.models");
    check("instance");
  }

  private static void show(String screen, String css) {
    browser.open(gallery.url() + "#/" + screen);
    browser.await(css);
  }

  private static void enter(String css, String value) {
    browser.run(
        "const node = document.querySelector(arguments[0]); node.value = arguments[1];"
            + " node.dispatchEvent(new Event('input'))",
        css,
        value);
  }

  private static double percent(String text) {
    return Double.parseDouble(text.replace(" %", ""));
  }

  private static void check(String screen) throws IOException {
    ScreenCheck.check(browser, Path.of("docs/images"), screen);
  }
}
