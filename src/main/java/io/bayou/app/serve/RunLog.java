package io.bayou.app.serve;

import static java.util.stream.Collectors.joining;

import io.bayou.app.cli.FirstContact;
import io.bayou.app.cli.Version;
import io.bayou.config.AppConfig;
import io.bayou.config.LoadedConfig;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the start and the end of an instance, for whoever reads the log a year later. */
final class RunLog {
  private static final Logger log = LoggerFactory.getLogger(RunLog.class);

  private RunLog() {}

  static void starts(LoadedConfig config) {
    String given =
        config.settings().stream()
            .filter(setting -> !setting.origin().equals("default"))
            .map(setting -> setting.name() + "=" + setting.value())
            .collect(joining(", "));
    log.info(
        "Bayou {} starts on Java {}, process {}; settings that differ from the defaults: {}",
        Version.current(),
        System.getProperty("java.version"),
        ProcessHandle.current().pid(),
        given.isEmpty() ? "none" : given);
  }

  /** Kafka has answered. */
  static void connected(AppConfig config, FirstContact.Cluster cluster) {
    log.info(
        "connected to cluster {} at {}: {} brokers",
        cluster.clusterId(),
        config.kafka().bootstrapServers(),
        cluster.brokers());
  }

  static void ready(AppConfig config, Optional<String> url) {
    log.info(
        "ready as application {}: learns from {}, answers {} to {}; {}",
        config.stream().applicationId(),
        String.join(", ", config.topics().labeled()),
        String.join(", ", config.topics().unlabeled()),
        config.topics().predictions(),
        url.map(at -> "serves " + at).orElse("serves no HTTP"));
  }

  static void stops(String why) {
    log.info("stops {}", why);
  }

  static void stopped() {
    log.info("stopped");
  }

  static void fails(RuntimeException e) {
    log.error("stops: {}", e.getMessage() == null ? e.toString() : e.getMessage());
  }
}
