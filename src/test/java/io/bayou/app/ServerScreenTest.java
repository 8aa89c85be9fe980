package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The dashboard of a server that wants a token for reading, or that answers no longer. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED)
class ServerScreenTest {
  private static final By USE = By.xpath("//button[text()='Use this token']");
  private static final By PREDICT = By.xpath("//button[text()='Predict']");
  private static final Path TO_LOOK_AT =
      Path.of(System.getProperty("build.directory", "target"), "images");
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

  /** The answer of the page is that of the server before. */
  @Test
  void shouldScoreByItselfWhileTheServerDoesNotAnswer() throws Exception {
    try (ModelGallery gallery = new ModelGallery();
        Browser browser = Browser.start()) {
      browser.size(ScreenCheck.WIDTH, ScreenCheck.HEIGHT);
      browser.open(gallery.url() + "#/try/iris-qda");
      browser.await(".field");
      List<WebElement> fields = browser.all(".field input");
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).sendKeys(List.of("4.9", "1.7", "6.0", "2.8").get(i));
      }
      browser.click(PREDICT);
      browser.await(".waterfall");
      List<String> served = browser.texts(".bars:not(.waterfall) li");
      String label = browser.text(".verdict");
      gallery.cutOff();
      browser.click(PREDICT);

      assertThat(browser.await(".note").getText())
          .startsWith("The server does not answer. This page has scored the event by itself")
          .contains("version 1", "after 1,500 examples");
      assertThat(browser.texts(".bars li")).isEqualTo(served);
      assertThat(browser.text(".verdict")).isEqualTo(label);
      assertThat(browser.all(".waterfall")).isEmpty();
      assertThat(served).hasSize(3).noneMatch(bar -> bar.endsWith("33.3 %"));
      ScreenCheck.check(browser, TO_LOOK_AT, "offline");
    }
  }

  @Test
  void shouldSayWhyThePageHasNoCopyOfTheModel() {
    try (ModelGallery gallery = new ModelGallery(Map.of("http.mask", "level"));
        Browser browser = Browser.start()) {
      browser.open(gallery.url() + "#/try/river-tan");
      browser.await(".field");
      gallery.cutOff();
      browser.click(PREDICT);

      assertThat(browser.await(".card .problem").getText())
          .contains("The server does not answer", "http.mask hides values of features");
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
