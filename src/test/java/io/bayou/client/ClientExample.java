package io.bayou.client;

import io.bayou.model.Prediction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What docs/client.md shows, compiled and run: each method's body is one listing of the page. */
@SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits
final class ClientExample {
  private final String servers;

  ClientExample(String servers) {
    this.servers = servers;
  }

  void send() {
    // listing: send
    Map<String, Object> settings = Map.of("bootstrap.servers", servers);
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new EventSerializer())) {
      Event busy = new Event().number("temperature", 31.5).text("weekday", "Mon").label("busy");
      Event quiet = new Event().number("temperature", 12.0).text("weekday", "Tue").label("quiet");
      producer.send(new ProducerRecord<>("bayou.labeled", busy));
      producer.send(new ProducerRecord<>("bayou.labeled", quiet));

      Event question = new Event("q1").number("temperature", 29.0);
      producer.send(new ProducerRecord<>("bayou.unlabeled", "q1", question));
    }
    // end
  }

  Prediction read() {
    // listing: read
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", servers,
            "group.id", "my-application",
            "auto.offset.reset", "earliest",
            "isolation.level", "read_committed");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new PredictionDeserializer())) {
      consumer.subscribe(List.of("bayou.predictions"));
      while (true) {
        for (ConsumerRecord<String, Prediction> record : consumer.poll(Duration.ofSeconds(1))) {
          Prediction answer = record.value();
          if (answer.id().equals("q1")) {
            return answer; // answer.label(), answer.posterior()
          }
        }
      }
    }
    // end
  }

  Prediction score() {
    // listing: score
    Map<String, String> settings = Map.of("kafka.bootstrap.servers", servers);
    try (ScoringModel model = ScoringModel.load(settings, "default")) {
      Prediction answer = model.predict(new Event().number("temperature", 29.0));
      model.refresh(); // from time to time: takes in what was learned since
      return answer;
    }
    // end
  }
}
