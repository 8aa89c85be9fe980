package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What holds for every screen, and pictures of it: with {@code -Ddocs.images=true}. */
final class ScreenCheck {
  static final int WIDTH = 1440;
  static final int HEIGHT = 900;

  private static final int PHONE_WIDTH = 390;
  private static final int PHONE_HEIGHT = 844;
  private static final Path TO_LOOK_AT =
      Path.of(System.getProperty("build.directory", "target"), "images");

  private ScreenCheck() {}

  /**
   * For everybody to use, light and dark, on a phone as well.
   *
   * @param directory where the picture of the light and wide screen belongs
   */
  static void check(Browser browser, Path directory, String screen) throws IOException {
    assertThat(browser.barriers()).isEmpty();
    picture(browser, directory, screen);
    browser.dark(true);
    picture(browser, TO_LOOK_AT, screen + "-dark");
    browser.size(PHONE_WIDTH, PHONE_HEIGHT);
    assertThat(browser.run("return document.documentElement.scrollWidth"))
        .as("width of what is shown on a phone")
        .isEqualTo((long) PHONE_WIDTH);
    assertThat(browser.barriers()).isEmpty();
    picture(browser, TO_LOOK_AT, screen + "-phone-dark");
    browser.dark(false);
    picture(browser, TO_LOOK_AT, screen + "-phone");
    browser.size(WIDTH, HEIGHT);
  }

  private static void picture(Browser browser, Path directory, String name) throws IOException {
    if (Boolean.getBoolean("docs.images")) {
      Files.createDirectories(directory);
      Files.write(directory.resolve(name + ".png"), browser.screenshot());
    }
  }
}
