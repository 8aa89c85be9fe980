package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.ExampleView;
import io.bayou.codec.event.ExampleView.Value;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.KeyedEvent;
import io.bayou.codec.join.KeyedEventCodec;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabeledQuestion;
import io.bayou.codec.join.Question;
import io.bayou.codec.join.Tick;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.prediction.Answers;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.codec.state.ModelFile;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features.Kind;
import io.bayou.model.Learner;
import io.bayou.model.Served;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
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
  void shouldReadAndWriteWhatWaits() {
    WaitingCodec codec = new WaitingCodec();
    byte[] bytes = golden("question-v1.avro");
    Question question = (Question) codec.decode(bytes);
    Label label = (Label) codec.decode(golden("label-v1.avro"));
    Tick tick = new Tick(1_700_000_000_123L, 1_700_000_000_456L);

    assertThat(question.arrival())
        .isEqualTo(new Arrival(1_700_000_000_123L, 1_700_000_000_456L, "payments-3"));
    assertThat(question.deadline()).isEqualTo(1_700_000_000_123L + 604_800_000L);
    assertThat(question.otherwise()).contains("genuine");
    assertThat(label.arrival()).isEqualTo(GoldenValues.label().arrival());
    assertThat(label.label()).isEqualTo("fraud");
    assertThat(label.record().offset()).isEqualTo(99);
    assertThat(label.record().key()).isNull();
    assertThat(label.record().value()).isEqualTo(GoldenValues.label().record().value());
    assertThat(codec.decode(golden("tick-v1.avro"))).isEqualTo(tick);
    assertThat(GoldenValues.question()).isEqualTo(bytes);
    assertThat(codec.encode(GoldenValues.label())).isEqualTo(golden("label-v1.avro"));
    assertThat(codec.encode(tick)).isEqualTo(golden("tick-v1.avro"));
  }

  @Test
  void shouldReadAndWriteBundles() {
    List<Bundled> records = new BundleCodec().decode(golden("bundle-v1.avro"));

    assertThat(records).hasSize(2);
    assertThat(records.get(0).key()).isEqualTo("payments/tx-17".getBytes(UTF_8));
    assertThat(records.get(0).value()).isEqualTo(golden("label-v1.avro"));
    assertThat(records.get(1).key()).isEmpty();
    assertThat(records.get(1).value()).isEqualTo(golden("tick-v1.avro"));
    assertThat(new BundleCodec().encode(records)).isEqualTo(golden("bundle-v1.avro"));
  }

  @Test
  void shouldReadAndWriteEventsWithLabelsThatCameLater() {
    WaitingCodec codec = new WaitingCodec();
    byte[] bytes = golden("labeled-example-v1.avro");
    Question question = (Question) codec.decode(GoldenValues.question());
    LabeledQuestion labeled = (LabeledQuestion) codec.decode(codec.example(question, "genuine"));
    Example example = new EventCodec(EventLimits.DEFAULT).decode(bytes);

    assertThat(codec.correction(labeled, "fraud")).isEqualTo(bytes);
    assertThat(example.id()).isEqualTo("tx-17");
    assertThat(example.model()).isEqualTo("fraud");
    assertThat(example.label()).isEqualTo("fraud");
    assertThat(example.correctionOf()).isEqualTo("genuine");
    assertThat(example.weight()).isEqualTo(2.5);
    assertThat(ExampleView.of(example).features())
        .isEqualTo(ExampleView.of(GoldenValues.event()).features());
    assertThat(example.served())
        .isEqualTo(
            new Served(
                3, Optional.of("genuine"), new TreeMap<>(Map.of("fraud", 0.5, "genuine", 0.5))));
  }

  @Test
  void shouldReadAndWritePredictions() {
    PredictionDecoder decoder = new PredictionDecoder();
    Answer answer = GoldenValues.answer();

    for (String file : List.of("prediction-v1.json", "prediction-v1.avro")) {
      assertThat(decoder.decode(golden(file))).as(file).isEqualTo(Answers.expected(answer));
    }
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.JSON).encode(answer))
        .isEqualTo(golden("prediction-v1.json"));
  }

  @Test
  void shouldReadAndWritePredictionsWithADecision() {
    PredictionDecoder decoder = new PredictionDecoder();
    Answer answer = GoldenValues.answerV2();

    assertThat(answer.decision()).isEqualTo("fraud");
    for (String file : List.of("prediction-v2.json", "prediction-v2.avro")) {
      assertThat(decoder.decode(golden(file))).as(file).isEqualTo(Answers.expected(answer));
    }
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.JSON).encode(answer))
        .isEqualTo(golden("prediction-v2.json"));
  }

  @Test
  void shouldReadAndWritePredictionsWithASet() {
    PredictionDecoder decoder = new PredictionDecoder();
    Answer answer = GoldenValues.answerV3();

    for (String file : List.of("prediction-v3.json", "prediction-v3.avro")) {
      assertThat(decoder.decode(golden(file))).as(file).isEqualTo(Answers.expected(answer));
    }
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.JSON).encode(answer))
        .isEqualTo(golden("prediction-v3.json"));
  }

  @Test
  void shouldReadAndWritePredictionsOfKeys() {
    PredictionDecoder decoder = new PredictionDecoder();
    Answer answer = GoldenValues.answerV4();

    for (String file : List.of("prediction-v4.json", "prediction-v4.avro")) {
      assertThat(decoder.decode(golden(file))).as(file).isEqualTo(Answers.expected(answer));
    }
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.JSON).encode(answer))
        .isEqualTo(golden("prediction-v4.json"));
    assertThat(PredictionEncoder.of(PredictionEncoder.Format.AVRO).encode(answer))
        .isEqualTo(golden("prediction-v4.avro"));
  }

  @Test
  void shouldReadAndWriteEventsOfKeys() {
    KeyedEventCodec codec = new KeyedEventCodec();
    KeyedEvent event = codec.decode(golden("keyed-event-v1.avro"));

    assertThat(event.purpose()).isEqualTo(KeyedEvent.Purpose.LEARN);
    assertThat(event.arrival())
        .isEqualTo(new Arrival(1_700_000_000_123L, 1_700_000_000_456L, "bayou.labeled-1"));
    assertThat(event.log()).isEqualTo("log");
    assertThat(event.offset()).isEqualTo(42);
    assertThat(event.version()).isEqualTo(3);
    assertThat(event.event()).isEqualTo(golden("event-v1.avro"));
    assertThat(codec.encode(event)).isEqualTo(golden("keyed-event-v1.avro"));
  }

  /** Every learner has a file with its rows, one on each line: the key, and the bytes. */
  @ParameterizedTest
  @EnumSource
  void shouldReadAndWriteRows(LearnerKind kind) {
    shouldReadAndWriteRows(GoldenValues.learner(kind), "rows-" + kind.key() + "-v1.txt");
  }

  @Test
  void shouldReadAndWriteRowsOfACalibratedLearner() {
    shouldReadAndWriteRows(GoldenValues.calibrated(), "rows-calibrated-v1.txt");
  }

  /** It has a row more than alone. */
  @Test
  void shouldReadAndWriteRowsOfACalibratedMember() {
    shouldReadAndWriteRows(GoldenValues.calibratedMember(), "rows-calibrated-member-v1.txt");
  }

  /** Version 2 adds rows and leaves the others as they were. */
  @Test
  void shouldReadAndWriteRowsOfALearnerThatComparesItsAnswers() {
    Learner learner = GoldenValues.reference();
    Map<String, String> first = rows("rows-reference-v1.txt");

    shouldReadAndWriteRows(learner, "rows-reference-v2.txt");
    assertThat(rows("rows-reference-v2.txt")).containsAllEntriesOf(first);
    assertThat(restored(first, learner.spec()).examples()).isEqualTo(learner.examples());
  }

  private static void shouldReadAndWriteRows(Learner learner, String file) {
    Map<String, String> golden = rows(file);
    Learner restored = restored(golden, learner.spec());

    assertThat(rows(learner)).isEqualTo(golden);
    assertThat(rows(restored)).isEqualTo(golden);
    assertThat(restored.examples()).isEqualTo(learner.examples());
  }

  @Test
  void shouldReadAndWriteRowsOfLabels() {
    Learner learner = GoldenValues.lagLearner();
    Map<String, String> golden = rows("rows-lags-v1.txt");

    assertThat(rows(learner)).isEqualTo(golden);
    assertThat(rows(restored(golden, learner.spec()))).isEqualTo(golden);
  }

  @Test
  void shouldReadAndWriteScores() {
    Map<String, String> golden = rows("rows-score-v2.txt");
    PrequentialScore restored = new PrequentialScore(10);
    golden.forEach((row, bytes) -> restored.restore(row, reader(bytes)));

    assertThat(golden).containsAllEntriesOf(rows("rows-score-v1.txt"));
    assertThat(changedRows(GoldenValues.score())).isEqualTo(golden);
    assertThat(restored.cumulative()).isEqualTo(GoldenValues.score().cumulative());
    assertThat(restored.comparison()).isEqualTo(GoldenValues.score().comparison());
  }

  @Test
  void shouldReadAndWritePairedScores() {
    Map<String, String> golden = rows("rows-paired-score-v1.txt");
    PrequentialScore restored = new PrequentialScore(10);
    golden.forEach((row, bytes) -> restored.restore(row, reader(bytes)));

    assertThat(changedRows(GoldenValues.pairedScore())).isEqualTo(golden);
    assertThat(restored.paired())
        .isEqualTo(new PairedLoss(1_700_000_000_456L, 2.0, 0.25, 0.3125, 0.5));
  }

  @Test
  void shouldReadAndWriteScoresOfWhatWasServed() {
    Map<String, String> golden = rows("rows-served-score-v2.txt");
    PrequentialScore restored = new PrequentialScore(10, 3);
    golden.forEach((row, bytes) -> restored.restore(row, reader(bytes)));

    assertThat(golden).containsAllEntriesOf(rows("rows-served-score-v1.txt"));
    assertThat(changedRows(GoldenValues.servedScore())).isEqualTo(golden);
    assertThat(restored.served()).isEqualTo(GoldenValues.servedScore().served());
    assertThat(restored.servedFading()).isEqualTo(GoldenValues.servedScore().servedFading());
  }

  @Test
  void shouldHaveAFileOfEveryMessage() throws IOException {
    try (Stream<Path> schemas = Files.list(Path.of("schemas"))) {
      assertThat(schemas)
          .map(schema -> schema.getFileName().toString().replace(".avsc", ""))
          .map(name -> name.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT))
          .allSatisfy(name -> assertThat(GOLDEN.resolve(name + "-v1.avro")).exists());
    }
  }

  @Test
  void shouldReadModelFiles() throws IOException {
    Learner learner = GoldenValues.learner(LearnerKind.NAIVE_BAYES);
    ModelFile file = ModelFile.read(new ByteArrayInputStream(golden("model-file-v1.avro")));

    assertThat(file.model()).isEqualTo("fraud");
    assertThat(file.version()).isEqualTo(3);
    assertThat(rows(file.learner())).isEqualTo(rows(learner));
  }

  @Test
  void shouldReadAndWriteEvaluations() {
    EvaluationCodec codec = new EvaluationCodec();

    Evaluation evaluation = GoldenValues.evaluation();

    assertThat(codec.decode(golden("evaluation-v1.avro")))
        .as("it had no answers as served")
        .isEqualTo(withoutServed(evaluation));
    assertThat(codec.decode(golden("evaluation-v2.avro"))).isEqualTo(evaluation);
    assertThat(codec.decode(golden("evaluation-v3.avro"))).isEqualTo(GoldenValues.evaluationV3());
    assertThat(codec.decode(golden("evaluation-v4.avro"))).isEqualTo(GoldenValues.evaluationV4());
    assertThat(codec.decode(golden("evaluation-v5.avro"))).isEqualTo(GoldenValues.evaluationV5());
    assertThat(codec.encode(GoldenValues.evaluationV5())).isEqualTo(golden("evaluation-v5.avro"));
  }

  private static Evaluation withoutServed(Evaluation all) {
    return new Evaluation(
        all.model(),
        all.version(),
        all.source(),
        all.cumulative(),
        all.fading(),
        all.comparison(),
        all.time());
  }

  @Test
  void shouldReadAndWriteSnapshots() {
    SnapshotCodec codec = new SnapshotCodec();

    assertThat(codec.decode(golden("model-snapshot-v1.avro"))).isEqualTo(GoldenValues.snapshot());
    assertThat(codec.decode(golden("model-snapshot-v2.avro"))).isEqualTo(GoldenValues.snapshotV2());
    assertThat(codec.encode(GoldenValues.snapshotV2())).isEqualTo(golden("model-snapshot-v2.avro"));
  }

  @Test
  void shouldReadAndWriteModelDefinitions() {
    ModelDefinitionCodec codec = new ModelDefinitionCodec();

    assertThat(codec.decode(golden("model-definition-v1.avro")))
        .isEqualTo(GoldenValues.definition());
    assertThat(codec.decode(golden("model-definition-v2.avro")))
        .isEqualTo(GoldenValues.definitionV2());
    assertThat(codec.encode(GoldenValues.definitionV2()))
        .isEqualTo(golden("model-definition-v2.avro"));
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
      RowReader reader = reader(row);
      restored.restore(reader);
      reader.end();
    }
    return restored;
  }

  private static RowReader reader(String hex) {
    return new RowReader(HexFormat.of().parseHex(hex));
  }

  private static Map<String, String> rows(String file) {
    Map<String, String> rows = new TreeMap<>();
    text(file).lines().forEach(line -> rows.put(line.split(" ")[0], line.split(" ")[1]));
    return rows;
  }

  private static Map<String, String> changedRows(PrequentialScore score) {
    RowWriter writer = new RowWriter();
    Map<String, String> rows = new TreeMap<>();
    score.changedRows((key, content) -> rows.put(key, hex(writer.encode(content))));
    return rows;
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
