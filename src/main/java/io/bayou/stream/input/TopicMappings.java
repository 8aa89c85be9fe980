package io.bayou.stream.input;

import io.bayou.codec.mapping.RecordMapper;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.spec.InputSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How the models read the records of topics that do not hold Bayou's own events. Follows their
 * definitions.
 */
public final class TopicMappings {
  /** A model that reads a topic, with the number of the mapping that each version has. */
  public static final class Reader implements Reading {
    private final String model;
    private final RecordMapper records;
    private final int[] mappings;

    private Reader(String model, RecordMapper records, int[] mappings) {
      this.model = model;
      this.records = records;
      this.mappings = mappings;
    }

    public String model() {
      return model;
    }

    @Override
    public Example example(int version) {
      return reads(version) ? records.example(mappings[version]) : null;
    }

    @Override
    public Example retracted(int version) {
      return reads(version) ? records.retracted(mappings[version]) : null;
    }

    private boolean reads(int version) {
      return version < mappings.length && mappings[version] >= 0;
    }
  }

  /** What reads a topic: one pass over a record for all models. */
  public record Topic(RecordMapper records, List<Reader> readers) {}

  private final LongSupplier revision;
  private final Supplier<List<ModelDefinition>> definitions;
  private final Function<List<InputSpec>, RecordMapper> mappers;
  private final Map<String, Topic> topics = new HashMap<>();
  private long changes = -1;

  /**
   * @param revision changes with the definitions
   * @param definitions of all models
   * @param mappers creates what reads the records of a topic for several models
   */
  public TopicMappings(
      LongSupplier revision,
      Supplier<List<ModelDefinition>> definitions,
      Function<List<InputSpec>, RecordMapper> mappers) {
    this.revision = revision;
    this.definitions = definitions;
    this.mappers = mappers;
  }

  /** What reads a topic; null if no model does, so that it holds Bayou's own events. */
  public Topic of(String topic) {
    if (changes != revision.getAsLong()) {
      changes = revision.getAsLong();
      follow();
    }
    return topics.get(topic);
  }

  private void follow() {
    topics.clear();
    Set<String> names = new LinkedHashSet<>();
    List<ModelDefinition> mapped = new ArrayList<>(definitions.get());
    mapped.removeIf(definition -> !readsTopics(definition, names));
    names.forEach(topic -> topics.put(topic, topic(topic, mapped)));
  }

  /* Adds the topics that any version reads. */
  private static boolean readsTopics(ModelDefinition definition, Set<String> names) {
    boolean reads = false;
    for (Version version : definition.versions()) {
      if (version.spec().input().isPresent()) {
        names.addAll(version.spec().input().get().topics());
        reads = true;
      }
    }
    return reads;
  }

  private Topic topic(String topic, List<ModelDefinition> models) {
    List<InputSpec> inputs = new ArrayList<>();
    List<int[]> numbers = new ArrayList<>();
    for (ModelDefinition model : models) {
      int[] mappings = new int[model.lastVersion() + 1];
      Arrays.fill(mappings, -1);
      for (Version version : model.versions()) {
        version
            .spec()
            .input()
            .filter(input -> input.topics().contains(topic))
            .ifPresent(input -> mappings[version.number()] = number(input, inputs));
      }
      numbers.add(mappings);
    }
    RecordMapper records = mappers.apply(inputs);
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      if (Arrays.stream(numbers.get(i)).anyMatch(number -> number >= 0)) {
        readers.add(new Reader(models.get(i).name(), records, numbers.get(i)));
      }
    }
    return new Topic(records, readers);
  }

  /* Versions with the same mapping share it. */
  private static int number(InputSpec input, List<InputSpec> inputs) {
    if (!inputs.contains(input)) {
      inputs.add(input);
    }
    return inputs.indexOf(input);
  }
}
