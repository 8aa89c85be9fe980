package io.bayou.stream;

import io.bayou.codec.ModelDefinitionCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The compacted topics of the models, for whoever is not a running instance: read and written. */
public final class ModelTopics {
  private final AppConfig config;

  public ModelTopics(AppConfig config) {
    this.config = config;
  }

  /** What the topics say now: every model, with everything that was published of it. */
  public SharedModels read() {
    try (ModelFollower follower = new ModelFollower(config)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** Registers a model, or replaces its definition; running instances pick it up. */
  public void define(ModelDefinition definition) throws InterruptedException {
    byte[] value = new ModelDefinitionCodec().encode(definition);
    send(List.of(new ProducerRecord<>(config.topics().models(), bytes(definition.name()), value)));
  }

  /** Deletes a model and everything that was published of it. */
  public void delete(String name) throws InterruptedException {
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    tombstones.add(new ProducerRecord<>(config.topics().models(), bytes(name), null));
    for (String topic : List.of(config.topics().snapshots(), config.topics().evaluations())) {
      for (String key : keys(topic, name + "@")) {
        tombstones.add(new ProducerRecord<>(topic, bytes(key), null));
      }
    }
    send(tombstones);
  }

  /* A key begins with the model's name and an at sign, which no name holds. */
  private SortedSet<String> keys(String topic, String prefix) {
    SortedSet<String> keys = new TreeSet<>();
    try (TopicReader reader = new TopicReader(config, List.of(topic))) {
      reader.catchUp(
          record -> {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
              keys.remove(key);
            } else if (key.startsWith(prefix)) {
              keys.add(key);
            }
          });
    }
    return keys;
  }

  private void send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
    Map<String, Object> settings = new HashMap<>(config.kafka().producer());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
