package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.config.TopicsConfig;

/** What an instance is and where it runs, as fields of a JSON object. */
final class InstanceReport {
  private InstanceReport() {}

  static void write(JsonObject json, Backend backend) {
    StreamQueries.Status status = backend.stream().status();
    StreamQueries.Instance instance = backend.stream().instance();
    json.text("version", instance.version())
        .text("process", instance.process())
        .number("startedAt", instance.startedAt())
        .text("applicationId", instance.applicationId())
        .text("bootstrapServers", instance.bootstrapServers())
        .text("clusterId", instance.clusterId())
        .bool("connected", backend.stream().kafka().up())
        .text("state", status.state())
        .bool("ready", status.ready())
        .text("note", status.note())
        .number("tasks", status.tasks())
        .number("restoring", instance.restoring())
        .object("topics", topics -> topics(topics, backend.topics()));
  }

  private static void topics(JsonObject json, TopicsConfig topics) {
    json.texts("labeled", topics.labeled())
        .texts("unlabeled", topics.unlabeled())
        .texts("labels", topics.join().labels())
        .text("predictions", topics.predictions())
        .text("deadLetters", topics.deadLetters())
        .text("models", topics.models())
        .text("snapshots", topics.snapshots())
        .text("evaluations", topics.evaluations())
        .text("alarms", topics.alarms())
        .text("reviews", topics.reviews());
  }
}
