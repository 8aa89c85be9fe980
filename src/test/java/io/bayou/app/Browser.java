package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, that notes down what goes wrong and whom it talks to. */
final class Browser implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** For {@code @EnabledIf}. */
  static final String INSTALLED = "io.bayou.app.Browser#isInstalled";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** The condition of tests that need it. */
  static boolean isInstalled() {
    return programs().isPresent();
  }

  /* Where the programs are; empty if one of them is not installed. */
  private static Optional<List<Path>> programs() {
    Optional<Path> browser = Programs.find("chromium").or(() -> Programs.find("chromium-browser"));
    return browser.flatMap(
        found -> Programs.find("chromedriver").map(driver -> List.of(found, driver)));
  }

  static Browser start() {
    List<Path> programs = programs().orElseThrow();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(programs.get(0).toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox", // as root there is none
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en-US");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(programs.get(1).toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  void size(int width, int height) {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void dark(boolean dark) {
    Map<String, Object> feature =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    cdp("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  private void cdp(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  void open(String url) {
    driver.get(url);
  }

  WebElement find(By by) {
    return driver.findElement(by);
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  String text(String css) {
    return String.join(" ", texts(css));
  }

  /** The texts of all such elements at one moment. */
  List<String> texts(String css) {
    Object texts =
        run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", css);
    return ((List<?>) texts).stream().map(String::valueOf).toList();
  }

  /** Waits for an element that can be seen. */
  WebElement await(By by) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .ignoreException(StaleElementReferenceException.class)
        .until(
            () -> driver.findElements(by).stream().filter(WebElement::isDisplayed).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Clicks, again if the page has just replaced the element. */
  void click(By by) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreException(StaleElementReferenceException.class)
        .until(
            () -> {
              await(by).click();
              return true;
            });
  }

  WebElement await(String css) {
    return await(By.cssSelector(css));
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** The whole page, not only what fits into the window. */
  byte[] screenshot() {
    Map<String, Object> png =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    return Base64.getDecoder().decode((String) png.get("data"));
  }

  /** What the console says, warnings and worse. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        complaints.add(entry.toString());
      }
    }
    return complaints;
  }

  /** The hosts that were asked for anything since the last call. */
  List<String> hosts() {
    List<String> hosts = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = parse(entry.getMessage()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        URI uri = URI.create(message.path("params").path("request").path("url").asText());
        if (!uri.getScheme().equals("data")) {
          hosts.add(uri.getScheme() + "://" + uri.getAuthority() + "/");
        }
      }
    }
    return hosts;
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + json, e);
    }
  }

  /** What axe-core finds wrong for people who do not use eyes or a mouse, serious or worse. */
  List<String> barriers() {
    driver.executeScript(axe());
    Object found =
        driver.executeAsyncScript(
            "const done = arguments[0];"
                + "axe.run(document, {resultTypes: ['violations']})"
                + ".then(r => done(JSON.stringify(r.violations)), e => done('\"' + e + '\"'));");
    JsonNode violations = parse((String) found);
    assertThat(violations.isArray()).as(violations.toString()).isTrue();
    List<String> serious = new ArrayList<>();
    for (JsonNode violation : violations) {
      String impact = violation.path("impact").asText().toLowerCase(Locale.ROOT);
      if (impact.equals("serious") || impact.equals("critical")) {
        serious.add(violation.path("id").asText() + " " + violation.path("nodes").toString());
      }
    }
    return serious;
  }

  private static String axe() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError("no axe-core on the class path", e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
