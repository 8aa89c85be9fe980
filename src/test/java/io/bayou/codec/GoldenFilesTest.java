package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.ExampleView;
import io.bayou.codec.event.ExampleView.Value;
import io.bayou.codec.prediction.Answers;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Answer;
import io.bayou.model.Features.Kind;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What was published once is read for ever, and written as it was. The files are never written by a
 * build: a new version of a format gets a file of its own beside the old one.
 */
class GoldenFilesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @Test
  void shouldReadAndWriteEvents() {
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    ExampleView expected =
        new ExampleView(
            "tx-17",
            "fraud",
            "genuine",
            "fraud",
            2.5,
            List.of(
                new Value("amount", Kind.NUMBER, 129.99),
                new Value("abroad", Kind.BOOLEAN, 1.0),
                new Value("city", Kind.TEXT, "Zürich 🏔"),
                new Value("note", Kind.TOKENS, List.of("new", "shoes", "new")),
                new Value("age", Kind.MISSING, null),
                new Value("limit", Kind.NUMBER, Double.NEGATIVE_INFINITY)));

    for (String file : List.of("event-v1.json", "event-v1.avro", "event-v1.confluent")) {
      assertThat(ExampleView.of(codec.decode(golden(file)))).as(file).isEqualTo(expected);
    }
    assertThat(EventEncoder.json().encode(GoldenValues.event())).isEqualTo(golden("event-v1.json"));
    assertThat(EventEncoder.avro().encode(GoldenValues.event())).isEqualTo(golden("event-v1.avro"));
  }

  @Test
  void shouldReadAndWritePredictions() {
    PredictionDecoder decoder = new PredictionDecoder();
    Answer answer = GoldenValues.answer();

    for (String file : List.of("prediction-v1.json", "prediction-v1.avro", "prediction-v2.avro")) {
      assertThat(decoder.decode(golden(file))).as(file).isEqualTo(Answers.expected(answer));
    }
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.JSON).encode(answer))
        .isEqualTo(golden("prediction-v1.json"));
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.AVRO).encode(answer))
        .isEqualTo(golden("prediction-v2.avro"));
  }

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LDA", "TAN"}) // QDA and RDA learn what LDA learns
  void shouldReadAndWriteRows(LearnerKind kind) {
    Learner learner = GoldenValues.learner(kind);
    Map<String, String> golden = new TreeMap<>();
    golden.put("features", hex(golden(kind.key() + "-features-v1.row")));
    golden.put("class/genuine", hex(golden(kind.key() + "-class-v1.row")));
    assertReadAndWritten(golden, learner);
    assertThat(learner.examples()).isEqualTo(3);
  }

  @Test
  void shouldReadAndWriteRowsOfLogisticRegression() {
    Learner learner = GoldenValues.learner(LearnerKind.LOGISTIC);
    learner.learn(GoldenValues.event().features(), "fraud", 1.0, 0); // one class alone says nothing

    assertReadAndWritten(logistic(2), learner);
  }

  /** Before evidence on categories was forgotten all at once, by one number. */
  @Test
  void shouldReadFormerRowsOfLogisticRegression() {
    Map<String, String> golden = logistic(1);
    Learner restored = restored(golden, GoldenValues.learner(LearnerKind.LOGISTIC).spec());

    assertThat(rows(restored)).isEqualTo(golden);
    assertThat(restored.examples()).isEqualTo(4);
  }

  private static Map<String, String> logistic(int version) {
    Map<String, String> golden = new TreeMap<>();
    golden.put("features", hex(golden("logistic-features-v1.row")));
    golden.put("inputs", hex(golden("logistic-inputs-v1.row")));
    golden.put("class/genuine", hex(golden("logistic-class-v" + version + ".row")));
    golden.put("class/fraud", hex(golden("logistic-other-class-v" + version + ".row")));
    return golden;
  }

  @Test
  void shouldReadAndWriteRowsOfLogisticRegressionOverTexts() {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.LOGISTIC)
            .feature("note", FeatureType.MULTINOMIAL)
            .feature("city", FeatureType.IGNORE)
            .feature("amount", FeatureType.IGNORE)
            .feature("abroad", FeatureType.IGNORE)
            .feature("limit", FeatureType.IGNORE)
            .build();
    Learner learner = Learners.create(spec);
    learner.learn(GoldenValues.event().features(), "genuine", 2.5, 0);
    learner.learn(GoldenValues.event().features(), "fraud", 1.0, 0);
    Map<String, String> rows = rows(learner);
    Map<String, String> golden = new TreeMap<>();
    golden.put("texts", hex(golden("logistic-texts-v1.row")));
    golden.put("tokens/99", hex(golden("logistic-tokens-v1.row")));
    golden.put("tokens/94", hex(golden("logistic-other-tokens-v1.row")));
    rows.keySet().removeIf(row -> row.equals("inputs") || row.startsWith("class/"));

    assertThat(rows).isEqualTo(golden);
    Learner restored = restored(rows(learner), spec);
    assertThat(rows(restored)).isEqualTo(rows(learner));
  }

  private static void assertReadAndWritten(Map<String, String> golden, Learner learner) {
    Learner restored = restored(golden, learner.spec());

    assertThat(rows(learner)).isEqualTo(golden);
    assertThat(rows(restored)).isEqualTo(golden);
    assertThat(restored.examples()).isEqualTo(learner.examples());
  }

  @Test
  void shouldReadAndWriteSnapshots() {
    SnapshotCodec codec = new SnapshotCodec();

    assertThat(codec.decode(golden("snapshot-v1.avro"))).isEqualTo(GoldenValues.snapshot());
    assertThat(codec.encode(GoldenValues.snapshot())).isEqualTo(golden("snapshot-v1.avro"));
  }

  @Test
  void shouldReadAndWriteModelDefinitions() {
    ModelDefinitionCodec codec = new ModelDefinitionCodec();

    ModelDefinition current = GoldenValues.definition(1_700_000_000_456L, 1_700_000_000_001L);

    assertThat(codec.decode(golden("model-definition-v1.avro")))
        .isEqualTo(GoldenValues.definition(0, 0));
    assertThat(codec.decode(golden("model-definition-v2.avro")))
        .isEqualTo(GoldenValues.definition(1_700_000_000_456L, 0));
    assertThat(codec.decode(golden("model-definition-v3.avro"))).isEqualTo(current);
    assertThat(codec.encode(current)).isEqualTo(golden("model-definition-v3.avro"));
  }

  /** The hash guards what was learned: a spec that reads otherwise is another model. */
  @Test
  void shouldReadAndWriteSpecs() {
    ModelSpec spec = SpecCodec.read("spec-v1.yaml", text("spec-v1.yaml"));

    assertThat(SpecCodec.read("spec-v1.json", text("spec-v1.json"))).isEqualTo(spec);
    assertThat(SpecCodec.write(spec)).isEqualTo(text("spec-v1.json"));
    assertThat(SpecCodec.hash(spec)).isEqualTo(text("spec-v1.sha256"));
  }

  private static Learner restored(Map<String, String> rows, ModelSpec spec) {
    Learner restored = Learners.create(spec);
    for (String row : rows.values()) {
      RowReader reader = new RowReader(HexFormat.of().parseHex(row));
      restored.restore(reader);
      reader.end();
    }
    return restored;
  }

  private static String text(String file) {
    return new String(golden(file), UTF_8).strip();
  }

  private static byte[] golden(String file) {
    try {
      return Files.readAllBytes(GOLDEN.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> rows(Learner learner) {
    RowWriter writer = new RowWriter();
    Map<String, String> rows = new TreeMap<>();
    learner.rows((key, content) -> rows.put(key, hex(writer.encode(content))));
    return rows;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
