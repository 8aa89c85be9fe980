package io.bayou.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The listings of docs/client.md, compiled and run: each method's body is one of them. */
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

      Event unlabeled = new Event("q1").number("temperature", 29.0);
      producer.send(new ProducerRecord<>("bayou.unlabeled", "q1", unlabeled));
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
          Prediction prediction = record.value();
          if (prediction.id().equals("q1")) {
            return prediction; // prediction.label(), prediction.posterior()
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
      Prediction prediction = model.predict(new Event().number("temperature", 29.0));
      model.refresh(); // call it regularly: reads what was learned since
      return prediction;
    }
    // end
  }

  Prediction scoreRecords(
      Iterable<ConsumerRecord<byte[], byte[]>> orders, Consumer<String> logger) {
    // listing: records
    Map<String, String> settings = Map.of("kafka.bootstrap.servers", servers);
    try (ScoringModel model = ScoringModel.load(settings, "returns")) {
      for (ConsumerRecord<byte[], byte[]> order : orders) {
        Prediction prediction = model.predictRecord(order); // or of order.value()
        logger.accept(prediction.id() + ": " + prediction.label().orElse("unknown"));
      }
      String order = "{\"order\": {\"ref\": \"q1\", \"total\": 95}, \"land\": \"DK\"}";
      return model.predictJson(order);
    }
    // end
  }
}
