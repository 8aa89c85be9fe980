package io.bayou.app.models;

import io.bayou.config.TopicsConfig;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Topics that a spec names and the settings do not. While no instance runs, the settings of the
 * command are all there is to tell whether anything will be learned.
 */
final class UnreadTopics {
  private UnreadTopics() {}

  static void warn(ModelSpec spec, TopicsConfig settings, PrintWriter err) {
    List<String> events = new ArrayList<>(settings.labeled());
    events.addAll(settings.unlabeled());
    List<String> inputs = spec.input().map(InputSpec::topics).orElse(List.of());
    List<String> labels = spec.labels().map(LabelsSpec::topics).orElse(List.of());
    warn("input", inputs, events, "labeled.topics or unlabeled.topics", err);
    warn("labels", labels, settings.join().labels(), "labels.topics", err);
    err.flush();
  }

  /** What instances do without the setting is to send events of a model with a scope away. */
  static void warnOfKeys(ModelSpec spec, TopicsConfig settings, PrintWriter err) {
    if (spec.scope().isPresent() && settings.keyed().isEmpty()) {
      err.println(
          "bayou: the spec has a scope, and keyed.enabled is false in these settings; start all"
              + " instances with keyed.enabled=true, or they send the events of its keys to the"
              + " dead letters");
      err.flush();
    }
  }

  private static void warn(
      String section, List<String> topics, List<String> read, String setting, PrintWriter err) {
    List<String> unread = topics.stream().filter(topic -> !read.contains(topic)).toList();
    if (!unread.isEmpty()) {
      err.printf(
          "bayou: no instance runs, and these settings do not read %s of %s.topics; start instances"
              + " with it in %s%n",
          String.join(", ", unread), section, setting);
    }
  }
}
