package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.demo.DemoEvent;
import io.bayou.demo.DemoStream;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.scope.KeyedPredictor;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

  /** A model for every country of card payments. */
  static final class Countries implements KeyQueries {
    private static final String KEY = "country";

    static final String SPEC = "{learner: naive-bayes, scope: {key: country, strength: 20}}";

    private final KeyedModel model;
    private final SortedMap<String, Key> keys = new TreeMap<>();

    private static final class Key {
      private final Learner own;
      private double loss;

      private Key(Learner own) {
        this.own = own;
      }

      private double meanLoss() {
        return loss / own.examples();
      }
    }

    Countries(DemoStream stream, int events) {
      ModelSpec spec = SpecCodec.read("gallery", SPEC);
      model = KeyedModel.of(spec);
      Learner everybody = model.newEverybody();
      KeyedPredictor predictor = model.newPredictor(everybody);
      Posterior answer = new Posterior();
      for (int i = 0; i < events; i++) {
        DemoEvent event = stream.at(i);
        Example example = new Example(new Features());
        event
            .features()
            .forEach((name, value) -> ModelGallery.Exhibit.add(example.features(), name, value));
        Key key =
            keys.computeIfAbsent(
                String.valueOf(event.features().get(KEY)), k -> new Key(model.newOwn()));
        predictor.predict(example.features(), key.own, answer);
        if (answer.indexOf(event.truth()) >= 0) {
          key.loss -= Math.log(answer.probabilityOf(event.truth()));
        }
        model.learn(key.own, everybody, example.features(), event.truth(), 1.0, i);
        everybody.learn(example.features(), event.truth(), 1.0, i);
      }
    }

    @Override
    public Optional<Found> find(
        String name,
        ModelDefinition.Version version,
        String key,
        boolean forwarded,
        String authorization) {
      if (key.equals("moving")) {
        throw new UnavailableException("the model of the key is moving; try again");
      }
      return Optional.ofNullable(keys.get(key)).map(found -> Found.here(report(key, found)));
    }

    private Report report(String key, Key found) {
      long examples = found.own.examples();
      return new Report(
          key,
          0,
          examples,
          1_700_000_000_000L,
          examples,
          found.meanLoss(),
          model.strengths(found.own),
          List.of(new Source("payments-0", 0, examples, examples)),
          found.own);
    }

    @Override
    public Held held(String name, int version) {
      return new Held(
          keys.size(),
          noted(Comparator.comparingLong(Noted::examples)),
          noted(Comparator.comparingDouble(Noted::meanLoss)));
    }

    private List<Noted> noted(Comparator<Noted> order) {
      return keys.entrySet().stream()
          .map(
              key ->
                  new Noted(
                      key.getKey(),
                      key.getValue().own.examples(),
                      key.getValue().own.examples(),
                      key.getValue().meanLoss()))
          .sorted(order.reversed())
          .toList();
    }
  }
}
