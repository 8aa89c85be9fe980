package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What the dashboard shows of each kind of learner, in a real browser. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED) // skipped and counted, where an assumption would go unsaid
class ModelScreenTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final Path TO_LOOK_AT =
      Path.of(System.getProperty("build.directory", "target"), "images");

  /** By screen, what shows that there are data. */
  private static final Map<String, String> SOMETHING =
      Map.of("model", ".curve", "overview", ".plot canvas", "predictions", "tbody button");

  /* Counts from now on how often the screen changes, by how much things move about, and how many
   * elements are not those that were there before; the ticks of an axis come and go. */
  private static final String WATCH =
      """
      const start = performance.now();
      const seen = { shift: 0, changes: 0, made: 0, get millis() { return performance.now() - start; } };
      window.watched = seen;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => { seen.shift += entry.value; }))
        .observe({ type: "layout-shift" });
      new MutationObserver((records) => {
        seen.changes++;
        seen.made += records.flatMap((one) => [...one.addedNodes]).filter((node) => node.nodeType === 1 && !node.matches(".tick")).length;
      }).observe(document.getElementById("screen"), { subtree: true, childList: true, characterData: true, attributes: true });
      """;

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
    assertThat(browser.hosts()).containsOnly(gallery.url());
  }

  @Test
  void shouldDrawTheEllipsesOfEveryClass() throws Exception {
    for (String learner : List.of("lda", "qda", "rda")) {
      show("iris-" + learner, ".ellipse");
      assertThat(browser.all(".ellipse")).hasSize(6);
      assertThat(browser.all(".centre")).hasSize(3);

      choose("Horizontal", "petal_length");
      choose("Vertical", "sepal_width");
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
    check(Path.of("docs/images"), "ellipses");
  }

  @Test
  void shouldListTheTokensThatSpeakForAClass() throws IOException {
    show("sms", ".tokens");

    assertThat(browser.texts(".tokens h3"))
        .containsExactly("evidence for ham", "evidence for spam");
    JsonNode telling = served("sms").at("/classes/spam/features/text/telling");
    List<String> tokens = browser.texts(".tokens > :last-child .name");
    assertThat(tokens).hasSizeBetween(5, 10).contains("prize");
    for (int i = 0; i < tokens.size(); i++) {
      assertThat(tokens.get(i)).isEqualTo(telling.get(i).get("token").asText());
    }
    assertThat(browser.texts(".tokens b")).allMatch(odds -> odds.startsWith("+"));
    check(TO_LOOK_AT, "tokens");
  }

  @Test
  void shouldSayWhatWasLeftOut() {
    show("sms", ".tokens");
    assertThat(browser.texts(".left-out"))
        .containsExactly("Left out by this instance since it started: 1,234 rare tokens.");

    show("iris-qda", ".ellipse");
    assertThat(browser.find(By.cssSelector(".left-out")).isDisplayed()).isFalse();
  }

  @Test
  void shouldDrawTheNetworkAsItIs() throws IOException {
    show("fraud-bayes-net", ".network");

    assertThat(browser.texts(".node-name")).contains("country", "kind", "online", "shop");
    assertThat(browser.all(".arc")).hasSize(4);
    assertThat(browser.find(By.cssSelector(".network")).getAttribute("aria-label"))
        .contains("kind depends on country", "online depends on kind and shop");
    check(TO_LOOK_AT, "bayes-net");
  }

  @Test
  void shouldAnswerForTheNodeThatIsChosen() throws IOException {
    browser.open(gallery.url() + "#/try/fraud-bayes-net");
    browser.await(".node select");
    choose("shop", "(missing)");
    choose("online", "true");
    assertThat(browser.find(By.xpath("//label[starts-with(., 'Known class')]")).isDisplayed())
        .isFalse();
    choose("Query node", "shop");
    choose("Known class", "fraud");
    assertThat(browser.find(By.xpath("//label[span = 'shop']/select")).isEnabled()).isFalse();
    browser.find(By.xpath("//button[. = 'Predict']")).click();

    browser.await(By.xpath("//h3[. = 'Posterior of shop']"));
    JsonNode values = served("fraud-bayes-net").at("/classes/fraud/features/shop/values");
    assertThat(browser.texts(".bars .name")).hasSize(values.size());
    assertThat(values.has(browser.text(".verdict"))).isTrue();
    assertThat(browser.text(".verdict")).isEqualTo(browser.texts(".bars .name").get(0));
    check(TO_LOOK_AT, "query");
  }

  @Test
  void shouldOfferTheNodesOfATableBeforeTheFirstExample() {
    browser.open(gallery.url() + "#/try/untaught");
    browser.await(".node select");
    assertThat(browser.texts(".fields option")).containsExactly("(missing)", "a", "b");
    choose("Query node", "x");
    choose("Known class", "yes");
    browser.find(By.xpath("//button[. = 'Predict']")).click();

    browser.await(By.xpath("//h3[. = 'Posterior of x']"));
    assertThat(browser.texts(".bars .name")).containsExactly("a", "b");
    assertThat(browser.text(".bars")).contains("80.0 %");
  }

  @Test
  void shouldShowHowManyParametersThereAre() throws IOException {
    show("fraud-bayes-net", ".network");

    JsonNode model = served("fraud-bayes-net");
    assertThat(browser.text(".tools .quiet"))
        .contains(model.get("parameters").asLong() + " parameters")
        .contains(
            String.format(
                Locale.ROOT, "log likelihood %,.1f", model.get("logLikelihood").asDouble()));
    show("river-logistic", ".weights");
    assertThat(browser.text(".tools .quiet")).endsWith(" parameters");
  }

  @Test
  void shouldDrawTheTreeThatWasFound() throws IOException {
    show("iris-tan", ".network");

    JsonNode features = served("iris-tan").at("/classes/setosa/features");
    long arcs = features.findValues("parents").stream().mapToLong(JsonNode::size).sum();
    assertThat(browser.all(".arc:not(.faint)")).isNotEmpty().hasSize((int) arcs);
    check(TO_LOOK_AT, "tan");

    show("river-tan", ".feature");
    assertThat(browser.texts(".feature th[scope=row]"))
        .containsSubsequence("8 to 12", "12 to 16", "16 to 24");
  }

  @Test
  void shouldShowTheWeightsOfARegression() throws IOException {
    show("river-logistic", ".weights");

    JsonNode weight = served("river-logistic").at("/classes/flood/features/level");
    double mean = weight.get("weightMean").asDouble();
    JsonNode interval = weight.get("weightInterval");
    assertThat(browser.find(By.xpath("//section[h2='level']//li[3]")).getText())
        .contains("flood", String.format(Locale.ROOT, "%+.2f", mean))
        .endsWith(range("(%.2f to %.2f)", interval, 1.0));
    assertThat(browser.all(".whisker")).hasSize(browser.all(".weights li").size());
    check(TO_LOOK_AT, "weights");
  }

  @Test
  void shouldShowWhereTheParametersLie() throws IOException {
    show("iris-lda", ".ellipse");
    JsonNode setosa = served("iris-lda").at("/classes/setosa");
    assertThat(browser.find(By.xpath("//section[h2='petal_width']//li[1]")).getText())
        .startsWith("setosa")
        .endsWith(range("(%.2f to %.2f)", setosa.at("/features/petal_width/meanInterval"), 1.0));
    assertThat(browser.find(By.xpath("//tr[contains(., 'setosa')]/td[last() - 1]")).getText())
        .matches("[\\d.]+–[\\d.]+ %");

    show("fraud-bayes-net", ".shares");
    JsonNode online = served("fraud-bayes-net").at("/classes/fraud/features/online");
    assertThat(browser.texts(".share small"))
        .contains(range(" (%.0f–%.0f)", online.at("/shareIntervals/true"), 0.01));

    show("sms", ".tokens");
    assertThat(browser.texts(".tokens small"))
        .allMatch(text -> text.matches(" \\([\\d.]+–[\\d.]+ %\\)"));
    check(TO_LOOK_AT, "intervals");
  }

  private static String range(String format, JsonNode interval, double unit) {
    double low = interval.get(0).asDouble() / unit;
    return String.format(Locale.ROOT, format, low, interval.get(1).asDouble() / unit);
  }

  @Test
  void shouldShowWhichLearnerIsTrusted() throws IOException {
    show("fraud", ".plot canvas");

    SortedMap<Double, String> members = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : served("fraud").get("hypotheses").properties()) {
      members.put(member.getValue().asDouble(), member.getKey());
    }
    assertThat(browser.text(".note"))
        .startsWith(members.get(members.lastKey()) + " has the largest weight");
    assertThat(browser.text(".chart .legend")).contains("naive-bayes", "aode", "logistic-all");
    check(TO_LOOK_AT, "average");
  }

  /** A tree knows only the intervals of a number; a recent event says what it is. */
  @Test
  void shouldAskForNumbersAsNumbers() throws Exception {
    AutoCloseable flow = gallery.flow("river-tan", 200);
    try {
      browser.open(gallery.url() + "#/predictions/river-tan");
      browser.await("tbody button"); // there is a recent event
      browser.open(gallery.url() + "#/try/river-tan");
      browser.await(".field input[type=number]");

      assertThat(browser.texts(".field:has(input[type=number])")).contains("temperature", "level");
      assertThat(browser.texts(".field:has(select) span")).containsExactly("gauge", "weather");
    } finally {
      flow.close();
    }
  }

  @Test
  void shouldNotFlickerWhileThousandsOfEventsPass() throws Exception {
    String model = "river-naive-bayes";
    AutoCloseable flow = gallery.flow(model, 5_000);
    try {
      for (String screen : List.of("model", "overview", "predictions")) {
        browser.open(gallery.url() + "#/" + screen + "/" + model);
        browser.await(SOMETHING.get(screen));
        browser.find(By.id("title")).click(); // a table that is pointed at stands still
        browser.run(WATCH);
        Awaitility.await().atMost(Browser.PATIENCE).until(() -> watched("changes") >= 6);

        double seconds = watched("millis") / 1_000;
        assertThat(watched("shift")).as("layout shift of " + screen).isLessThan(0.1);
        assertThat(watched("changes") / seconds).as("changes a second").isLessThan(10);
        assertThat(watched("made")).as("elements made anew on " + screen).isZero();
      }
    } finally {
      flow.close();
    }
  }

  @Test
  void shouldExplainTheAnswerThatIsChosen() throws Exception {
    AutoCloseable flow = gallery.flow("iris-lda", 200);
    try {
      browser.open(gallery.url() + "#/predictions/iris-lda");
      browser.await(By.xpath("//tr[3]//button"));
      browser.await(By.xpath("//button[text()='Pause']")).click();
      WebElement event = browser.await(By.xpath("//tr[3]//button"));
      event.click();

      assertThat(browser.await(".detail h3").getText()).isEqualTo("Event " + event.getText());
      assertThat(browser.texts("tr[aria-selected=true] button")).containsExactly(event.getText());
      assertThat(browser.texts(".waterfall .name")).contains("prior", "petal_width", "sum");
    } finally {
      flow.close();
    }
  }

  private static double watched(String what) {
    return ((Number) browser.run("return window.watched." + what)).doubleValue();
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

  private static void check(Path directory, String picture) throws IOException {
    ScreenCheck.check(browser, directory, picture);
  }
}
