package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;

/** What the dashboard shows of an average, whose members know different features, and of words. */
@Tag("browser")
@EnabledIf(Browser.INSTALLED) // skipped and counted, where an assumption would go unsaid
class MemberScreenTest {
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

  /** It knows numbers only, and takes a truth value for 0 or 1. */
  @Test
  void shouldShowTheMemberThatIsChosen() {
    browser.open(gallery.url() + "#/model/fraud");
    browser.await(".feature");
    choose("Member", "rda");

    awaitTexts(".feature h2", List.of("amount", "hour", "online"));
    assertThat(browser.texts(".feature:nth-child(3) tbody th")).containsExactly("false", "true");
    assertThat(browser.all(".feature:nth-child(3) .curve")).isEmpty();
    choose("Member", "naive-bayes");
    awaitTexts(".feature h2", List.of("amount", "country", "hour", "online", "shop"));
  }

  @Test
  void shouldShowOneDeviationOfAFeature() {
    browser.open(gallery.url() + "#/model/fraud");
    browser.await(".feature");
    choose("Member", "rda");
    browser.await(".ellipse");

    String sized = browser.texts(".said tbody tr:first-child td").get(0);
    String feature = browser.texts(".said thead th").get(1);
    assertThat(browser.find(By.xpath("//section[h2='" + feature + "']//li[1]/b")).getText())
        .startsWith(sized);
  }

  @Test
  void shouldAskForWhatAnyMemberKnows() throws Exception {
    AutoCloseable flow = gallery.flow("fraud", 200);
    try {
      browser.open(gallery.url() + "#/predictions/fraud");
      browser.await("tbody button"); // there is a recent event
      browser.open(gallery.url() + "#/try/fraud");
      browser.await(".field select");

      assertThat(browser.texts(".field:has(input[type=number]) span"))
          .containsExactly("amount", "hour");
      assertThat(browser.texts(".field:has(select) span"))
          .containsExactly("country", "online", "shop");
      assertThat(browser.run("return document.querySelectorAll('select')[2].value").toString())
          .as("online, as the event has it")
          .isIn("true", "false");
    } finally {
      flow.close();
    }
  }

  @Test
  void shouldFindAPredictionByItsId() throws Exception {
    AutoCloseable flow = gallery.flow("iris-lda", 200);
    try {
      browser.open(gallery.url() + "#/predictions/iris-lda");
      String id = browser.await(By.xpath("//tr[3]//button")).getText();
      browser.find(By.cssSelector("input[type=search]")).sendKeys(id);

      awaitTexts("tbody th", List.of(id));
    } finally {
      flow.close();
    }
  }

  @Test
  void shouldSayWhichWordsMattered() throws Exception {
    AutoCloseable flow = gallery.flow("sms", 200);
    try {
      browser.open(gallery.url() + "#/predictions/sms");
      browser.await("tbody button").click();
      browser.await(".words");

      List<String> words = browser.texts(".words .name");
      assertThat(words).isNotEmpty().doesNotHaveDuplicates();
      assertThat(browser.text(".facts dd").toLowerCase(Locale.ROOT)).contains(words);
      assertThat(browser.texts(".words b")).allMatch(effect -> effect.matches("[+-][\\d.]+"));
    } finally {
      flow.close();
    }
  }

  private static void choose(String field, String value) {
    browser.click(
        By.xpath("//label[starts-with(., '" + field + "')]//option[. = '" + value + "']"));
  }

  private static void awaitTexts(String css, List<String> texts) {
    Awaitility.await()
        .atMost(Browser.PATIENCE)
        .untilAsserted(() -> assertThat(browser.texts(css)).containsExactlyElementsOf(texts));
  }
}
