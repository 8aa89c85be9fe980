package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The site of the documentation in a browser, read from files: without any server. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED)
class SiteScreenTest {
  @TempDir private static Path directory;
  private static Browser browser;

  @BeforeAll
  static void start() {
    Cli.tools("docs", "--out", directory.toString()); // SiteTest says what is wrong with links
    browser = Browser.start();
    browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void open(String page) {
    browser.complaints(); // of what was done to the page before
    browser.open(directory.resolve(page).toUri().toString());
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"index", "quick-start", "comparison"})
  void shouldBeForEverybodyOnEveryScreen(String page) throws IOException {
    open(page + ".html");

    assertThat(browser.texts("nav a[aria-current]")).hasSize(page.equals("index") ? 0 : 1);
    Path pictures = Path.of(System.getProperty("build.directory", "target"), "images");
    ScreenCheck.check(browser, pictures, "site-" + page.replace('/', '-'));
  }

  @Test
  void shouldFindASectionByWordsThatBeginAlike() {
    open("decisions/index.html");
    browser.find(By.tagName("body")).sendKeys("/");
    browser.find(By.id("query")).sendKeys("rare cla");

    assertThat(browser.texts("#found strong").get(0)).contains("Rare classes");
    browser.find(By.id("query")).sendKeys(Keys.ENTER);
    browser.await("article h1");
    assertThat(browser.run("return location.href").toString())
        .startsWith("file:")
        .contains("#rare-classes");
  }

  @Test
  void shouldSayThatNothingWasFound() {
    open("index.html");
    browser.find(By.id("query")).sendKeys("prequential xyzzy");
    assertThat(browser.text("#found")).contains("Nothing has all of these words");

    browser.find(By.id("query")).sendKeys(Keys.ESCAPE);
    assertThat(browser.find(By.id("found")).isDisplayed()).isFalse();
  }

  @Test
  void shouldShowThePagesOnAPhoneWhenAsked() {
    browser.size(390, 844);
    open("faq.html");
    assertThat(browser.find(By.tagName("nav")).isDisplayed()).isFalse();

    browser.find(By.id("menu")).click();
    assertThat(browser.await("nav h2").getText()).isEqualTo("Begin");
    assertThat(browser.texts("nav a[aria-current]")).containsExactly("Questions and answers");
    browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
  }
}
