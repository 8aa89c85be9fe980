package io.bayou.bench.stream;

import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The input of a measurement.
 *
 * @param records number of events per run
 * @param commitMillis how often a run commits
 * @param guarantee Kafka's name of the processing guarantee
 * @param settings of Kafka, by name, for every variant
 * @param features numeric features of an event, besides {@link #CATEGORIES} categorical ones
 * @param words distinct words of a text feature; 0: there is no such feature
 * @param shape of the events in their topics
 */
public record Workload(
    long records,
    int partitions,
    int threads,
    int commitMillis,
    String guarantee,
    SortedMap<String, String> settings,
    int features,
    int classes,
    int words,
    Shape shape,
    ModelSpec spec) {
  /** Categorical features of an event. */
  public static final int CATEGORIES = 2;

  /** Words of each text. */
  public static final int TEXT_LENGTH = 20;

  /** How often Kafka Streams commits under exactly-once, unless told otherwise. */
  public static final int COMMIT_MILLIS = 100;

  /** How a model takes the labels of {@link BenchTopics#sendLabels}. */
  public static LabelsSpec labels(String topic) {
    return new LabelsSpec(
        List.of(topic),
        RecordFormat.AUTO,
        "event",
        new LabelSource("status", new TreeMap<>()),
        LabelsSpec.DEFAULT_HORIZON,
        Optional.empty());
  }

  public Workload {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }
}
