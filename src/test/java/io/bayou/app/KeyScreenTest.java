package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What the dashboard shows of a model for every key. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED) // skipped and counted, where an assumption would go unsaid
class KeyScreenTest {
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

  @Test
  void shouldCompareAKeyWithEverybody() throws IOException {
    browser.open(gallery.url() + "#/model/fraud-by-country");
    String busiest = browser.await("[aria-label='Busiest keys'] button").getText();
    String examples = browser.texts("[aria-label='Busiest keys'] td").get(0);
    browser.find(By.cssSelector("[aria-label='Busiest keys'] button")).click();

    browser.await(By.xpath("//th[. = 'Share of fraud']"));
    assertThat(browser.texts("[aria-label='A key and everybody'] tbody th"))
        .containsExactly("Examples", "Log loss", "Share of fraud", "Share of honest");
    assertThat(browser.texts("[aria-label='A key and everybody'] tbody tr:first-child td"))
        .containsExactly(examples, "1,500");
    assertThat(browser.text("[role=status].note"))
        .startsWith(busiest + ": Everybody's model stands for 20 of its examples.");
    ScreenCheck.check(browser, Path.of(System.getProperty("build.directory", "target")), "keys");

    ask("nowhere");
    awaitSaid("nowhere has learned nothing");
    ask("moving");
    awaitSaid("the model of the key is moving");
  }

  @Test
  void shouldShowNothingOfKeysWithoutAScope() {
    browser.open(gallery.url() + "#/model/fraud");
    browser.await(".feature");

    assertThat(browser.find(By.xpath("//section[h2='Keys']")).isDisplayed()).isFalse();
  }

  private static void ask(String key) {
    String all = Keys.chord(Keys.CONTROL, "a");
    browser.find(By.cssSelector("input[list]")).sendKeys(all, key, Keys.ENTER);
  }

  private static void awaitSaid(String text) {
    await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(() -> assertThat(browser.text("[role=status].note")).startsWith(text));
  }
}
