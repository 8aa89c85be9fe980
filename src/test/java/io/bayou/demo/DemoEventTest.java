package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoEventTest {
  @Test
  void shouldTellTheTruthOfLabeledEventsOnly() {
    assertThat(json(true))
        .isEqualTo(
            "{\"id\":\"e1\",\"features\":{\"level\":3.5,\"dry\":false,\"gauge\":\"delta\"},"
                + "\"label\":\"flood\"}");
    assertThat(json(false)).doesNotContain("flood");
  }

  private static String json(boolean labeled) {
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("level", 3.5);
    features.put("dry", false);
    features.put("gauge", "delta");
    Example example = new Example(new Features());
    new DemoEvent("e1", features, "flood", labeled, "spring").copyTo(example);
    return new String(EventEncoder.json().encode(example), UTF_8);
  }
}
