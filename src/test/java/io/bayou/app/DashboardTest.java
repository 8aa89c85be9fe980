package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Every screen of the dashboard in a real browser, over a real demo. */
@Tag("broker")
@Tag("browser")
class DashboardTest {
  private static final int WIDTH = 1440;

  @TempDir static Path directory;

  private static BayouProcess demo;
  private static Browser browser;
  private static String url;

  @BeforeAll
  static void start() throws IOException {
    Optional<List<Path>> programs = Browser.programs();
    assumeThat(programs).as("chromium and chromedriver are installed").isPresent();
    demo = BayouProcess.start(directory, "demo", "--port", "0", "--rate", "300");
    demo.awaitLine("in a browser: ");
    Matcher address = Pattern.compile("in a browser: (http\\S+)").matcher(demo.out());
    assertThat(address.find()).as(demo.out() + demo.err()).isTrue();
    url = address.group(1);
    browser = Browser.start(programs.get());
    browser.size(WIDTH, 900);
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
    assertThat(browser.hosts()).isNotEmpty().containsOnly(url);
  }

  @Test
  void shouldShowHowItGoes() throws IOException {
    show("overview", ".plot canvas");

    await().atMost(Browser.PATIENCE).until(() -> tile("Accuracy").endsWith("%"));
    await().atMost(Browser.PATIENCE).until(() -> number(tile("Learned")) > 100);
    double learned = number(tile("Learned"));
    await().atMost(Browser.PATIENCE).until(() -> number(tile("Learned")) > learned);
    assertThat(browser.find(By.id("link")).getText()).isEqualTo("live");
    assertThat(browser.all(".plot canvas")).hasSize(4);
    check("overview");
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

  /** For everybody to use, on a phone as well; and a picture if one is wanted. */
  private static void check(String screen) throws IOException {
    assertThat(browser.barriers()).isEmpty();
    picture(screen);
    browser.dark(true);
    browser.size(390, 844);
    assertThat(browser.run("return document.documentElement.scrollWidth"))
        .as("width of what is shown on a phone")
        .isEqualTo(390L);
    assertThat(browser.barriers()).isEmpty();
    picture(screen + "-phone");
    browser.dark(false);
    browser.size(WIDTH, 900);
  }

  private static void picture(String name) throws IOException {
    if (Boolean.getBoolean("docs.images")) {
      Path images = Path.of(name.endsWith("-phone") ? "target/images" : "docs/images");
      Files.createDirectories(images);
      Files.write(images.resolve(name + ".png"), browser.screenshot());
    }
  }
}
