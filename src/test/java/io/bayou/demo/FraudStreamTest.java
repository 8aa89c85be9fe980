package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.LabelMapper;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.model.Example;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Payments and chargebacks are read back as the spec of the stream says. */
class FraudStreamTest {
  private final FraudStream stream = new FraudStream(1, 4_000);
  private final TopicsConfig topics = AppConfig.of(stream.settings()).topics();
  private final RecordDecoder decoder = new RecordDecoder(EventLimits.DEFAULT);
  private final RecordMapper payments =
      new RecordMapper(List.of(stream.spec().input().orElseThrow()), decoder);
  private final LabelMapper chargebacks =
      new LabelMapper(List.of(stream.spec().labels().orElseThrow()), decoder);

  private static RawRecord raw(DemoRecord record) {
    return RawRecord.of(record.value().getBytes(UTF_8), 0L);
  }

  @Test
  void shouldSendPaymentsThatTheSpecReads() {
    for (int i = 0; i < 500; i++) {
      DemoEvent event = stream.at(i);
      DemoRecord payment = stream.records(event, topics).get(0);
      payments.read(raw(payment));
      Example read = payments.example(0);

      assertThat(payment.topic()).isEqualTo(topics.unlabeled().get(0));
      assertThat(read.id()).isEqualTo(event.id());
      assertThat(read.isLabeled()).isFalse();
      assertThat(values(read)).isEqualTo(new TreeMap<>(event.features()).toString());
      assertThat(payment.value()).contains("\"number\""); // which the spec drops
    }
  }

  @Test
  void shouldTellTheTruthOfFraudAndOfSomeOthersLater() {
    int told = 0;
    for (int i = 0; i < 500; i++) {
      DemoEvent event = stream.at(i);
      List<DemoRecord> records = stream.records(event, topics);
      assertThat(event.truth().equals("honest") || records.size() == 2).isTrue();
      if (records.size() == 2) {
        told++;
        DemoRecord outcome = records.get(1);
        chargebacks.read(raw(outcome));
        assertThat(outcome.topic()).isEqualTo(topics.join().labels().get(0));
        assertThat(outcome.delay()).isGreaterThan(Duration.ZERO);
        assertThat(chargebacks.label(0).id()).isEqualTo(event.id());
        assertThat(chargebacks.label(0).label()).isEqualTo(event.truth());
      }
    }
    assertThat(told).isBetween(100, 250);
  }

  private static String values(Example example) {
    Map<String, Object> values = new TreeMap<>();
    for (int i = 0; i < example.features().size(); i++) {
      values.put(
          example.features().name(i),
          switch (example.features().kind(i)) {
            case NUMBER -> example.features().number(i);
            case BOOLEAN -> example.features().number(i) != 0.0;
            default -> example.features().text(i);
          });
    }
    return values.toString();
  }
}
