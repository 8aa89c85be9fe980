package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Every screen of the dashboard in a real browser, over a real demo. */
@Tag("broker")
@Tag("browser")
@EnabledIf(Browser.INSTALLED) // skipped and counted, where an assumption would go unsaid
class DashboardTest {
  private static final String EVIL = "<img src=x onerror=document.title='evil'>";
  private static final By PROMOTE = By.xpath("(//button[starts-with(text(), 'Promote')])[last()]");
  private static final By CONFIRM = By.xpath("//button[text()='Confirm']");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir static Path directory;

  private static BayouProcess demo;
  private static Browser browser;
  private static String url;

  @BeforeAll
  static void start() throws IOException {
    demo = BayouProcess.start(directory, "demo", "--port", "0", "--rate", "300");
    demo.awaitLine("in a browser: ");
    Matcher address = Pattern.compile("in a browser: (http\\S+)").matcher(demo.out());
    assertThat(address.find()).as(demo.out() + demo.err()).isTrue();
    url = address.group(1);
    browser = Browser.start();
    browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (demo != null) {
      demo.close();
    }
  }

  @AfterEach
  void shouldStayOnItsHostWithoutComplaint() {
    assertThat(browser.complaints()).isEmpty();
    // The browser's log of requests may come a moment after the page.
    assertThat(await().atMost(Browser.PATIENCE).until(browser::hosts, found -> !found.isEmpty()))
        .containsOnly(url);
  }

  @Test
  void shouldShowHowItGoes() throws IOException {
    show("overview/river", ".plot canvas");

    await().atMost(Browser.PATIENCE).until(() -> tile("Accuracy").endsWith("%"));
    await().atMost(Browser.PATIENCE).until(() -> number(tile("Learned")) > 100);
    double learned = number(tile("Learned"));
    await().atMost(Browser.PATIENCE).until(() -> number(tile("Learned")) > learned);
    assertThat(browser.find(By.id("link")).getText()).isEqualTo("live");
    assertThat(browser.all(".plot canvas")).hasSize(4);
    check("overview");
  }

  @Test
  void shouldShowWhatIsLearned() throws IOException {
    show("model/river", ".curve");

    assertThat(browser.texts(".feature h2"))
        .containsExactly("gauge", "level", "oxygen", "temperature", "turbidity", "weather");
    assertThat(browser.texts(".shares tbody th")).contains("cypress", "delta", "fog", "sun");
    check("model");
  }

  @Test
  void shouldExplainAnAnswer() throws IOException {
    show("predictions/river", "tbody button");
    browser.await(By.xpath("//button[text()='Pause']")).click();
    WebElement event = browser.await("tbody button");
    String id = event.getText();
    event.click();

    assertThat(browser.await(".detail h3").getText()).isEqualTo("Event " + id);
    assertThat(browser.texts(".waterfall .name"))
        .contains("prior", "temperature", "weather", "sum");
    assertThat(browser.find(By.cssSelector("tbody button")).getText()).isEqualTo(id);
    check("predictions");
  }

  @Test
  void shouldShowOnlyThePredictionsOfALabel() {
    show("predictions/river", "tbody button");
    browser.click(By.xpath("//label[starts-with(., 'Label')]/select/option[text()='clear']"));

    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(browser.texts("tbody td:nth-child(2)"))
                    .isNotEmpty()
                    .containsOnly("clear"));
    assertThat(browser.texts(".probability b")).isNotEmpty().allMatch(p -> p.endsWith(" %"));
    String most = "[...document.querySelectorAll('input[type=number]')].at(-1)";
    browser.run(most + ".value = '1'");
    browser.run(most + ".dispatchEvent(new Event('change'))");
    await().atMost(Browser.PATIENCE).until(() -> browser.all("tbody tr").isEmpty());
  }

  @Test
  void shouldShowHowGoodItIs() throws IOException {
    show("quality/river", ".confusion");

    assertThat(browser.texts(".confusion tbody th")).contains("bloom", "clear", "flood");
    assertThat(browser.all(".dot")).isNotEmpty();
    assertThat(browser.texts("[aria-label='Scores of each class'] tbody th"))
        .containsExactlyInAnyOrder("bloom", "clear", "flood");
    browser.await("input[value=cumulative]").click();
    assertThat(browser.all(".confusion .cell.right")).hasSize(3);
    assertThat(browser.texts(".confusion .cell span"))
        .hasSize(18)
        .allMatch(share -> share.matches("[→↓] ((< |> )?\\d+ %|–)"));
    assertThat(browser.barriers()).isEmpty();
  }

  @Test
  void shouldMarkWhereTheModelDrifts() throws IOException {
    show("overview/river", ".marker");

    assertThat(browser.all(".marker").get(0).getAttribute("title"))
        .contains("river@", "makes more errors");
    assertThat(browser.texts(".alarms tbody td")).contains("drift");
    await()
        .atMost(Browser.PATIENCE)
        .until(() -> browser.text("#announcement").matches("(?s).*its accuracy fell from.*"));
    show("quality/river", ".marker");
    assertThat(browser.texts(".alarms tbody tr")).isNotEmpty();
    check("quality");
  }

  @Test
  void shouldAnswerWhatIsAsked() throws IOException {
    show("try/river", ".field input");
    WebElement form = browser.await("form");
    browser.await(By.xpath("//button[text()='Predict']")).click();

    assertThat(browser.await(".verdict").getText()).isIn("bloom", "clear", "flood");
    assertThat(form.findElements(By.cssSelector(".field"))).hasSize(6);
    check("try");
  }

  @Test
  void shouldPromoteAVersionAndRollBack() throws IOException {
    retrain();
    show("versions/river", ".state.ready");
    check("versions");
    browser.click(PROMOTE);
    assertThat(browser.barriers()).isEmpty();
    browser.await(By.xpath("//button[text()='Cancel']")).click();
    awaitStates("active", "ready");

    browser.click(PROMOTE);
    browser.await(CONFIRM).click();
    awaitStates("retired", "active");
    browser.await(By.xpath("//button[starts-with(text(), 'Roll back to version')]")).click();
    browser.await(CONFIRM).click();
    awaitStates("active", "ready");
  }

  @Test
  void shouldShowTheNetworkOfAnotherVersion() throws IOException {
    Path spec = directory.resolve("tan.yaml");
    Files.writeString(
        spec, "{learner: tan, half-life: 2s, network: {temperature: [weather], weather: []}}");
    retrain("--spec", spec.toString());
    show("model/river", ".curve");
    WebElement version = browser.await(By.xpath("//option[contains(text(), 'ready')][last()]"));
    version.click();

    browser.await(".network");
    assertThat(browser.texts(".node-name")).contains("class", "temperature", "weather");
    check("network");
  }

  @Test
  void shouldShowTextsOfStrangersAsText() throws Exception {
    String event =
        "{'model':'strangers','features':{'%1$s':3,'word':'%1$s','text':['%1$s']},'label':'%1$s'}";
    String json = String.format(Locale.ROOT, event.replace('\'', '"'), EVIL);
    Cli create = Cli.bayou("models", "create", "strangers", "-D" + bootstrap());
    assertThat(create.exitCode()).as(create.err()).isZero();
    await().atMost(Browser.PATIENCE).until(() -> post(json) == 202);
    post(json.replace("\"label\":\"", "\"label\":\"other"));
    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(() -> assertThat(get("/models/strangers/evaluation")).contains("other<"));
    String question = json.replaceFirst(",\"label.*", "}");

    for (String screen : List.of("overview", "model", "predictions", "quality", "try")) {
      show(screen + "/strangers", "#screen > *");
      await()
          .atMost(Browser.PATIENCE)
          .until(() -> post(question) == 202 && browser.text("#screen").contains(EVIL));
      assertThat(browser.all("main img")).isEmpty();
    }
  }

  @Test
  void shouldLearnTheLabelsThatAPersonGivesByKeyboard() throws Exception {
    Cli create = Cli.bayou("models", "create", "reviewed", "-D" + bootstrap());
    assertThat(create.exitCode()).as(create.err()).isZero();
    await().atMost(Browser.PATIENCE).until(() -> post(reviewed("t0", 0, "left")) == 202);
    for (int i = 1; i < 20; i++) {
      assertThat(post(reviewed("t" + i, i % 4, i % 2 == 0 ? "left" : "right"))).isEqualTo(202);
    }
    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(() -> assertThat(get("/models/reviewed")).contains("\"examples\":20,"));
    show("review/reviewed", ".tile");

    for (int given = 0; given < 10; given++) {
      String id = "q" + given;
      await()
          .atMost(Browser.PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> post(question(id)) == 202 && browser.text("#screen h3").contains(id));
      if (given == 0) {
        check("review");
      }
      browser.find(By.tagName("body")).sendKeys(given % 2 == 0 ? "1" : "2");
      String labeled = String.valueOf(given + 1);
      await().atMost(Browser.PATIENCE).until(() -> tile("Labeled here").equals(labeled));
    }

    await().atMost(Browser.PATIENCE).until(() -> tile("Learned by the model").equals("30"));
    assertThat(browser.texts("#screen tbody tr:first-child > *").subList(0, 2))
        .containsExactly("q9", "right");
    assertThat(browser.texts("#screen tbody tr")).hasSize(10);
  }

  /* Both labels have come with the same features: a question is always in doubt. */
  private static String reviewed(String id, int x, String label) {
    return "{\"id\":\"%s\",\"model\":\"reviewed\",\"features\":{\"x\":%d,\"side\":\"%s\"},\"label\":\"%s\"}"
        .formatted(id, x / 2, x < 2 ? "north" : "south", label);
  }

  private static String question(String id) {
    return reviewed(id, 1, "").replace(",\"label\":\"\"", "");
  }

  private static void retrain(String... more) {
    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(
            () -> {
              List<String> arguments = new ArrayList<>(List.of("retrain", "river"));
              arguments.add("-D" + bootstrap());
              arguments.add("-Ddefault.model=river"); // as the demo's stream has it
              arguments.addAll(List.of(more));
              Cli retrain = Cli.bayou(arguments.toArray(String[]::new));
              assertThat(retrain.exitCode()).as(retrain.err()).isZero();
            });
  }

  private static int post(String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "events"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return HTTP.send(request, BodyHandlers.ofString()).statusCode();
  }

  private static String get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url).resolve(path)).build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }

  /** Of the first version and of the latest; others may lie between. */
  private static void awaitStates(String first, String latest) {
    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(
            () -> assertThat(browser.texts(".state")).startsWith(first).endsWith(latest));
  }

  private static String bootstrap() throws IOException {
    Matcher address = Pattern.compile("the stream on (\\S+)").matcher(demo.out());
    assertThat(address.find()).isTrue();
    return "kafka.bootstrap.servers=" + address.group(1);
  }

  private static void show(String screen, String css) {
    browser.open(url + "#/" + screen);
    browser.await(css);
  }

  private static String tile(String name) {
    for (WebElement tile : browser.all(".tile")) {
      if (tile.getText().startsWith(name)) {
        return tile.getText().substring(name.length()).strip();
      }
    }
    throw new AssertionError("no tile " + name);
  }

  private static double number(String text) {
    return text.equals("–") ? 0.0 : Double.parseDouble(text.replace(",", ""));
  }

  private static void check(String screen) throws IOException {
    ScreenCheck.check(browser, Path.of("docs/images"), screen);
  }
}
