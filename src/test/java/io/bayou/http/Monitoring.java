package io.bayou.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The alert rules and the Grafana board that the chart brings, from one table each. */
final class Monitoring {
  /**
   * An alert.
   *
   * @param since how long the expression must hold
   * @param summary with Prometheus's placeholders
   */
  record Alert(String name, String severity, String since, String expression, String summary) {
    String runbook() {
      return "docs/runbook.md#" + name.toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * A chart of the board.
   *
   * @param unit as Grafana names it
   * @param expressions by legend
   */
  record Panel(String title, String unit, Map<String, String> expressions) {}

  static final List<Alert> ALERTS =
      List.of(
          new Alert(
              "BayouAbsent", "critical", "5m", "absent(bayou_ready)", "No instance is scraped"),
          new Alert(
              "BayouNotReady",
              "critical",
              "5m",
              "bayou_ready == 0",
              "{{ $labels.instance }} has not been ready for five minutes"),
          new Alert(
              "BayouKafkaLost",
              "critical",
              "1m",
              "bayou_kafka_connected == 0",
              "{{ $labels.instance }} reaches no broker"),
          new Alert(
              "BayouLag",
              "warning",
              "10m",
              "sum(bayou_lag) > 10000 and sum(delta(bayou_lag[10m])) >= 0",
              "{{ $value }} events wait, and they do not become fewer"),
          new Alert(
              "BayouSchemasWait",
              "warning",
              "2m",
              "sum(bayou_schemas_waiting) > 0",
              "Records wait for {{ $value }} schemas: the schema registry does not answer"),
          new Alert(
              "BayouStale",
              "warning",
              "2m",
              "max by (model) (bayou_model_staleness_seconds) > 120",
              "A partition of {{ $labels.model }} has published nothing for {{ $value }} s"),
          new Alert(
              "BayouDeadLetters",
              "warning",
              "0m",
              "sum(increase(bayou_dead_letters_total[10m])) > 0",
              "{{ $value }} records became dead letters within ten minutes"),
          new Alert(
              "BayouRecordsLost",
              "critical",
              "0m",
              "sum(increase(bayou_lost_records_total[10m])) > 0",
              "{{ $value }} records were deleted before they were read"),
          new Alert(
              "BayouOutputDropped",
              "critical",
              "0m",
              "sum by (topic) (increase(bayou_output_dropped_total[10m])) > 0",
              "{{ $value }} records could not be written to {{ $labels.topic }}"),
          new Alert(
              "BayouLearnsNothing",
              "warning",
              "1h",
              "sum(rate(bayou_predicted_total[15m])) > 0 and sum(rate(bayou_learned_total[15m]))"
                  + " == 0",
              "Events are answered, but no label has come for an hour"),
          new Alert(
              "BayouDrift",
              "warning",
              "0m",
              "max by (model) (increase(bayou_alarms_total{kind=\"drift\"}[15m])) > 0",
              "{{ $labels.model }} makes more errors than before"),
          new Alert(
              "BayouDriftStep",
              "info",
              "0m",
              "max by (model) (increase(bayou_alarms_total{kind=\"drift-step\"}[15m])) > 0",
              "A version of {{ $labels.model }} was started, promoted or rolled back by drift"),
          new Alert(
              "BayouWebhookFails",
              "warning",
              "0m",
              "sum(increase(bayou_webhook_total{outcome=\"failed\"}[15m])) > 0",
              "{{ $value }} alarms did not reach the webhook"),
          new Alert(
              "BayouLeftOut",
              "info",
              "0m",
              "sum by (model, reason) (increase(bayou_left_out_total[15m])) > 0",
              "{{ $labels.model }} leaves out what it is given: {{ $labels.reason }}"),
          new Alert(
              "BayouTypeChanged",
              "warning",
              "0m",
              "sum by (model, feature) (increase(bayou_type_changed_total[15m])) > 0",
              "{{ $labels.feature }} of {{ $labels.model }} comes with another type"),
          new Alert(
              "BayouNewClass",
              "info",
              "0m",
              "max by (model) (increase(bayou_alarms_total{kind=\"new-class\"}[15m])) > 0",
              "{{ $labels.model }} has learned a label that it did not know"));

  static final List<Panel> PANELS =
      List.of(
          panel("Ready", "short", "{{instance}}", "bayou_ready"),
          panel("Brokers respond", "short", "{{instance}}", "bayou_kafka_connected"),
          panel(
              "Events per second",
              "ops",
              "learned",
              "sum(rate(bayou_learned_total[1m]))",
              "predicted",
              "sum(rate(bayou_predicted_total[1m]))",
              "corrected",
              "sum(rate(bayou_corrected_total[1m]))"),
          panel(
              "Learned per second, by model",
              "ops",
              "{{model}}",
              "sum by (model) (rate(bayou_model_learned_total{model=~\"$model\"}[1m]))"),
          panel(
              "Answered per second, by model",
              "ops",
              "{{model}}",
              "sum by (model) (rate(bayou_model_predicted_total{model=~\"$model\"}[1m]))"),
          panel("Events that wait", "short", "{{instance}}", "bayou_lag"),
          panel("Schemas that records wait for", "short", "{{instance}}", "bayou_schemas_waiting"),
          panel(
              "From the time of an event to its answer",
              "s",
              "50 %",
              "histogram_quantile(0.5, sum by (le)"
                  + " (rate(bayou_answer_latency_seconds_bucket[5m])))",
              "99 %",
              "histogram_quantile(0.99, sum by (le)"
                  + " (rate(bayou_answer_latency_seconds_bucket[5m])))"),
          panel(
              "Accuracy",
              "percentunit",
              "{{model}}@{{version}}",
              "avg by (model, version) (bayou_model_accuracy{model=~\"$model\"})"),
          panel(
              "Log loss (lower is better)",
              "short",
              "{{model}}@{{version}}",
              "avg by (model, version) (bayou_model_log_loss{model=~\"$model\"})"),
          panel(
              "Precision of each class",
              "percentunit",
              "{{model}} {{class}}",
              "avg by (model, class) (bayou_class_precision{model=~\"$model\"})"),
          panel(
              "Recall of each class",
              "percentunit",
              "{{model}} {{class}}",
              "avg by (model, class) (bayou_class_recall{model=~\"$model\"})"),
          panel(
              "Answers that are novel or rejected",
              "percentunit",
              "novel",
              "sum(rate(bayou_flagged_total{flag=\"NOVEL\"}[5m]))"
                  + " / sum(rate(bayou_predicted_total[5m]))",
              "rejected",
              "sum(rate(bayou_flagged_total{flag=\"REJECTED\"}[5m]))"
                  + " / sum(rate(bayou_predicted_total[5m]))"),
          panel(
              "Coverage of prediction sets",
              "percentunit",
              "{{model}}@{{version}}",
              "avg by (model, version) (bayou_model_coverage{model=~\"$model\"})"),
          panel(
              "Cost of a decision",
              "short",
              "{{model}}@{{version}}",
              "avg by (model, version) (bayou_model_cost{model=~\"$model\"})"),
          panel(
              "Examples",
              "short",
              "{{model}}@{{version}}",
              "max by (model, version) (bayou_model_examples{model=~\"$model\"})"),
          panel(
              "Age of the oldest snapshot",
              "s",
              "{{model}}",
              "max by (model) (bayou_model_staleness_seconds{model=~\"$model\"})"),
          panel(
              "Alarms in ten minutes",
              "short",
              "{{model}} {{kind}}",
              "max by (model, kind) (increase(bayou_alarms_total[10m])) > 0"),
          panel(
              "Records that cost something, per second",
              "ops",
              "dead letters",
              "sum(rate(bayou_dead_letters_total[1m]))",
              "skipped",
              "sum(rate(bayou_skipped_total[1m]))",
              "left out: {{reason}}",
              "sum by (reason) (rate(bayou_left_out_total[1m]))",
              "deleted unread",
              "sum(rate(bayou_lost_records_total[1m]))",
              "not written: {{topic}}",
              "sum by (topic) (rate(bayou_output_dropped_total[1m]))"),
          panel(
              "Time to learn or predict an event, 99 %",
              "s",
              "learn",
              "histogram_quantile(0.99, sum by (le) (rate(bayou_learn_seconds_bucket[5m])))",
              "predict",
              "histogram_quantile(0.99, sum by (le) (rate(bayou_predict_seconds_bucket[5m])))"),
          panel(
              "Published bytes per second",
              "Bps",
              "{{instance}}",
              "rate(bayou_published_bytes_total[1m])"),
          panel(
              "Time spent on sums",
              "percentunit",
              "{{instance}}",
              "rate(bayou_sum_seconds_total[1m])"),
          panel(
              "Labels that came later, per second",
              "ops",
              "{{outcome}}",
              "sum by (outcome) (rate(bayou_join_total[1m]))"),
          panel("Events that wait for labels", "short", "waiting", "sum(bayou_join_awaited)"),
          panel(
              "Delay of labels, by quantile",
              "s",
              "{{quantile}}",
              "max by (quantile) (bayou_label_delay_seconds)"),
          panel("Records to restore", "short", "{{instance}}", "bayou_restore_remaining_records"),
          panel(
              "Instances of each build",
              "short",
              "{{version}} on Java {{java}}",
              "sum by (version, java) (bayou_build_info)"),
          panel(
              "HTTP requests per second",
              "reqps",
              "{{uri}} {{status}}",
              "sum by (uri, status) (rate(http_server_requests_seconds_count[1m]))"));

  private Monitoring() {}

  private static Panel panel(String title, String unit, String... legendsAndExpressions) {
    Map<String, String> expressions = new LinkedHashMap<>();
    for (int i = 0; i < legendsAndExpressions.length; i += 2) {
      expressions.put(legendsAndExpressions[i], legendsAndExpressions[i + 1]);
    }
    return new Panel(title, unit, expressions);
  }

  /** Rules as Prometheus reads them. */
  static String rules() {
    StringBuilder yaml = new StringBuilder("groups:\n  - name: bayou\n    rules:\n");
    for (Alert alert : ALERTS) {
      yaml.append("      - alert: ").append(alert.name()).append('\n');
      yaml.append("        expr: ").append(quoted(alert.expression())).append('\n');
      yaml.append("        for: ").append(alert.since()).append('\n');
      yaml.append("        labels: {severity: ").append(alert.severity()).append("}\n");
      yaml.append("        annotations:\n");
      yaml.append("          summary: ").append(quoted(alert.summary())).append('\n');
      yaml.append("          runbook: ").append(quoted(alert.runbook())).append('\n');
    }
    return yaml.toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** The board as Grafana imports it. */
  static String board() {
    Map<String, Object> board = new LinkedHashMap<>();
    board.put("uid", "bayou");
    board.put("title", "Bayou");
    board.put("tags", List.of("bayou"));
    board.put("schemaVersion", 39);
    board.put("refresh", "10s");
    board.put("time", Map.of("from", "now-1h"));
    board.put(
        "templating",
        Map.of(
            "list",
            List.of(
                ordered("name", "datasource", "type", "datasource", "query", "prometheus"),
                ordered(
                    "name",
                    "model",
                    "type",
                    "query",
                    "datasource",
                    source(),
                    "query",
                    "label_values(bayou_model_examples, model)",
                    "refresh",
                    2,
                    "includeAll",
                    true,
                    "multi",
                    true))));
    List<Object> panels = new ArrayList<>();
    for (Panel panel : PANELS) {
      panels.add(panel(panel, panels.size()));
    }
    board.put("panels", panels);
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(board) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /* Two beside each other. */
  private static Object panel(Panel panel, int number) {
    List<Object> targets = new ArrayList<>();
    panel
        .expressions()
        .forEach(
            (legend, expression) ->
                targets.add(
                    ordered(
                        "refId", String.valueOf((char) ('A' + targets.size())),
                        "expr", expression,
                        "legendFormat", legend)));
    return ordered(
        "id", number + 1,
        "type", "timeseries",
        "title", panel.title(),
        "datasource", source(),
        "gridPos", ordered("h", 8, "w", 12, "x", number % 2 * 12, "y", number / 2 * 8),
        "fieldConfig", Map.of("defaults", ordered("unit", panel.unit(), "min", 0)),
        "targets", targets);
  }

  private static Object source() {
    return ordered("type", "prometheus", "uid", "${datasource}");
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
    }
    return object;
  }
}
