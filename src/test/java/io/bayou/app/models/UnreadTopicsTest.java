package io.bayou.app.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreadTopicsTest {
  private static final String SPEC =
      """
      input: {topics: [orders, calls]}
      labels: {topics: returns, id: ref, label: code}
      """;

  @Test
  void shouldNameTheTopicsThatTheSettingsDoNotRead() {
    assertThat(warnings(Map.of("unlabeled.topics", "calls")))
        .contains("do not read orders of input.topics", "do not read returns of labels.topics");
    assertThat(warnings(Map.of("unlabeled.topics", "orders,calls", "labels.topics", "returns")))
        .isEmpty();
  }

  @Test
  void shouldSayThatAScopeNeedsASetting() {
    assertThat(warningsOfKeys("{scope: {key: customer}}", Map.of())).contains("keyed.enabled=true");
    assertThat(warningsOfKeys("{scope: {key: customer}}", Map.of("keyed.enabled", "true")))
        .isEmpty();
    assertThat(warningsOfKeys("{}", Map.of())).isEmpty();
  }

  private static String warningsOfKeys(String spec, Map<String, String> settings) {
    StringWriter err = new StringWriter();
    UnreadTopics.warnOfKeys(
        SpecCodec.read("spec.yaml", spec), AppConfig.of(settings).topics(), new PrintWriter(err));
    return err.toString();
  }

  private static String warnings(Map<String, String> settings) {
    StringWriter err = new StringWriter();
    UnreadTopics.warn(
        SpecCodec.read("spec.yaml", SPEC), AppConfig.of(settings).topics(), new PrintWriter(err));
    return err.toString();
  }
}
