package io.bayou.bench.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.app.cli.CommandFailed;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Recorded ratios, as printed by {@code bench stream --json}, which a change must not fall below.
 */
public final class Baseline {
  /** How far a ratio may fall below the recorded one. */
  public static final double TOLERANCE = 0.25;

  /* Compares CPU time of the process: throughput, and even ratios of it, depend on what else the
   * machine does. */
  private static final String RATIOS = StreamReport.CPU_RATIO;

  private final Map<String, Double> numbers = new HashMap<>();
  private final Map<Variant, Double> ratios = new EnumMap<>(Variant.class);
  private final Map<String, String> words = new HashMap<>();
  private final SortedMap<String, String> settings = new TreeMap<>();
  private boolean leavesOutCompilers;

  /**
   * @throws CommandFailed if the file cannot be read or has no ratios
   */
  public static Baseline read(Path file) {
    Baseline baseline = new Baseline();
    try (JsonParser json = new JsonFactory().createParser(Files.readString(file))) {
      baseline.parse(json);
    } catch (IOException e) {
      throw new CommandFailed("cannot read the baseline " + file + ": " + e.getMessage(), e);
    }
    if (baseline.ratios.isEmpty()) {
      throw new CommandFailed(
          file + " holds no " + RATIOS + "; write it with: bayou bench stream --json");
    }
    if (!baseline.leavesOutCompilers) {
      throw new CommandFailed(
          file
              + " was recorded with the CPU time of the compilers, which is left out now; write it"
              + " again with: bayou bench stream --json");
    }
    return baseline;
  }

  private void parse(JsonParser json) throws IOException {
    String object = "";
    for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
      switch (token) {
        case START_OBJECT -> {
          object = json.currentName() == null ? "" : json.currentName();
          leavesOutCompilers |= object.equals(StreamReport.COMPILERS);
        }
        case END_OBJECT -> object = "";
        case VALUE_STRING -> word(object, json);
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(object, json);
        default -> {}
      }
    }
  }

  private void word(String object, JsonParser json) throws IOException {
    Map<String, String> place = object.equals(StreamReport.SETTINGS) ? settings : words;
    place.put(json.currentName(), json.getText());
  }

  private void number(String object, JsonParser json) throws IOException {
    if (object.isEmpty()) {
      numbers.put(json.currentName(), json.getDoubleValue());
    } else if (object.equals(RATIOS)) {
      for (Variant variant : Variant.values()) {
        if (variant.key().equals(json.currentName())) {
          ratios.put(variant, json.getDoubleValue());
        }
      }
    }
  }

  /** The workload that was measured, with the learner's defaults. */
  public Workload workload() {
    return new Workload(
        number("records", 1_000_000),
        number("partitions", 4),
        number("threads", 2),
        number("commitMillis", Workload.COMMIT_MILLIS),
        words.getOrDefault("guarantee", "exactly_once_v2"),
        settings,
        number("features", 10),
        number("classes", 3),
        number("words", 0),
        shape(),
        spec());
  }

  private Shape shape() {
    String key = words.getOrDefault("shape", Shape.NATIVE.key());
    for (Shape shape : Shape.values()) {
      if (shape.key().equals(key)) {
        return shape;
      }
    }
    throw new CommandFailed("the baseline was measured with an unknown shape: " + key);
  }

  private ModelSpec spec() {
    String learner = words.getOrDefault("learner", LearnerKind.NAIVE_BAYES.key());
    for (LearnerKind kind : LearnerKind.values()) {
      if (kind.key().equals(learner)) {
        return ModelSpec.of(kind);
      }
    }
    throw new CommandFailed("the baseline was measured with an unknown learner: " + learner);
  }

  private int number(String key, int otherwise) {
    return numbers.getOrDefault(key, (double) otherwise).intValue();
  }

  /** One line for each variant that became more expensive; empty if none did. */
  public List<String> behind(StreamResult result) {
    List<String> behind = new ArrayList<>();
    for (Map.Entry<Variant, Double> entry : ratios.entrySet()) {
      double now = result.ratio(entry.getKey(), Variant.PASS_THROUGH, Measured::cpuRelativeTo);
      if (now < entry.getValue() * (1.0 - TOLERANCE)) {
        behind.add(
            String.format(
                Locale.ROOT,
                "%s has fallen to %.2f of the pass-through by CPU time; recorded is %.2f, less"
                    + " %.0f %% would pass",
                entry.getKey(),
                now,
                entry.getValue(),
                TOLERANCE * 100));
      }
    }
    return behind;
  }
}
