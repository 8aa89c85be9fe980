package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The dashboard of a server that wants a token for reading. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED)
class TokenScreenTest {
  private static final By USE = By.xpath("//button[text()='Use this token']");
  private static final By CANCEL = By.xpath("//button[text()='Cancel']");

  @Test
  void shouldAskForTheTokenOnceAndShowEverythingWithIt() {
    try (ModelGallery gallery =
            new ModelGallery(Map.of("http.token", "wr1te", "http.read.token", "r3ad"));
        Browser browser = Browser.start()) {
      browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
      browser.open(gallery.url() + "#/overview/sms");
      enter(browser, "wrong");
      assertThat(browser.await("dialog").getText()).contains("http.read.token or http.token");
      assertThat(browser.barriers()).isEmpty();
      enter(browser, "r3ad");

      await().atMost(Browser.PATIENCE).until(() -> browser.text("#link").equals("live"));
      browser.await(".plot canvas");
      assertThat(browser.all("dialog[open]")).isEmpty();
      browser.run("location.reload()");
      await().atMost(Browser.PATIENCE).until(() -> browser.text("#link").equals("live"));
    }
  }

  @Test
  void shouldSayWhatIsMissingIfThereIsNoToken() {
    try (ModelGallery gallery = new ModelGallery(Map.of("http.read.token", "r3ad"));
        Browser browser = Browser.start()) {
      browser.open(gallery.url());
      browser.click(CANCEL);

      await()
          .atMost(Browser.PATIENCE)
          .until(() -> browser.text("#problem").contains("http.read.token"));
      assertThat(browser.all("dialog[open]")).isEmpty();
    }
  }

  private static void enter(Browser browser, String token) {
    WebElement field = browser.await("dialog[open] input");
    field.sendKeys(token);
    browser.click(USE);
    await()
        .atMost(Browser.PATIENCE)
        .until(() -> !browser.all("dialog[open] input").contains(field));
  }
}
