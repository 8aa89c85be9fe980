package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** What the dashboard shows of each kind of learner, in a real browser. */
@Tag("browser")
class ModelScreenTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ModelGallery gallery;
  private static Browser browser;

  @BeforeAll
  static void start() {
    Optional<List<Path>> programs = Browser.programs();
    assumeThat(programs).as("chromium and chromedriver are installed").isPresent();
    gallery = new ModelGallery();
    browser = Browser.start(programs.get());
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
    assertThat(browser.hosts()).containsOnly(gallery.url());
  }

  @Test
  void shouldDrawTheEllipsesOfEveryClass() throws Exception {
    for (String learner : List.of("lda", "qda", "rda")) {
      show("iris-" + learner, ".ellipse");
      assertThat(browser.all(".ellipse")).hasSize(6);
      assertThat(browser.all(".centre")).hasSize(3);

      choose("Across", "petal_length");
      choose("Up", "sepal_width");
      JsonNode classes = served("iris-" + learner).get("classes");
      for (int c = 0; c < 3; c++) {
        String label = List.of("setosa", "versicolor", "virginica").get(c);
        JsonNode covariance = classes.get(label).get("covariance").get("matrix");
        double correlation = correlation(covariance, 0, 3);
        List<String> row = browser.texts(".said tbody tr:nth-child(" + (c + 1) + ") > *");
        assertThat(row.get(0)).isEqualTo(label);
        assertThat(row.get(1))
            .endsWith(String.format(Locale.ROOT, "± %.2f", deviation(covariance, 0)));
        assertThat(row.get(2))
            .endsWith(String.format(Locale.ROOT, "± %.2f", deviation(covariance, 3)));
        assertThat(row.get(3)).isEqualTo(String.format(Locale.ROOT, "%.2f", correlation));
        // The vertical coordinate of a picture grows downwards.
        assertThat(drawnCorrelation(2 * c)).isCloseTo(-correlation, within(0.01));
        assertThat(drawnCorrelation(2 * c + 1)).isCloseTo(-correlation, within(0.01));
      }
    }
  }

  @Test
  void shouldBeginWithThePairThatTellsMost() throws IOException {
    show("iris-qda", ".ellipse");

    assertThat(browser.texts(".axis-name")).containsExactly("petal_width", "sepal_width");
    check("ellipses");
  }

  private static void show(String model, String css) {
    browser.open(gallery.url() + "#/model/" + model);
    browser.await(css);
  }

  private static void choose(String axis, String feature) {
    browser
        .find(By.xpath("//label[starts-with(., '" + axis + "')]//option[. = '" + feature + "']"))
        .click();
  }

  private static JsonNode served(String model) throws IOException {
    try (InputStream in = URI.create(gallery.url() + "models/" + model).toURL().openStream()) {
      return MAPPER.readTree(in);
    }
  }

  private static double deviation(JsonNode covariance, int i) {
    return Math.sqrt(covariance.get(i).get(i).asDouble());
  }

  private static double correlation(JsonNode covariance, int i, int j) {
    return covariance.get(i).get(j).asDouble()
        / (deviation(covariance, i) * deviation(covariance, j));
  }

  /** Of the points of an ellipse as they are on the screen. */
  private static double drawnCorrelation(int ellipse) {
    Object correlation =
        browser.run(
            """
            const at = [...document.querySelectorAll(".ellipse")[arguments[0]].points];
            const mean = (of) => at.reduce((sum, p) => sum + of(p), 0) / at.length;
            const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
            const spread = (a, b) => mean((p) => a(p) * b(p));
            const [dx, dy] = [(p) => p.x - x, (p) => p.y - y];
            return spread(dx, dy) / Math.sqrt(spread(dx, dx) * spread(dy, dy));
            """,
            ellipse);
    return ((Number) correlation).doubleValue();
  }

  private static void check(String picture) throws IOException {
    ScreenCheck.check(browser, Path.of("docs/images"), picture);
  }
}
