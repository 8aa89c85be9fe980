package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.csv.CsvException;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.event.AvroEvents;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.ExampleView;
import io.bayou.codec.event.RandomEvents;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.LabeledQuestion;
import io.bayou.codec.join.Question;
import io.bayou.codec.join.Tick;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.mapping.MappedRecords;
import io.bayou.codec.prediction.Answers;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.spec.RandomSpecs;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Something that is read from bytes of strangers.
 *
 * @param cases how many garbled records to try: more of what is read more often
 * @param valid some records that are right
 * @param decoder reads a record, or refuses it by an exception of the class given
 */
public record Format(
    String name,
    int cases,
    List<byte[]> valid,
    Consumer<byte[]> decoder,
    Class<? extends RuntimeException> refusal) {
  private static final long SEED = 99;

  public static Stream<Format> all() {
    return Stream.of(
        new Format("JSON event", 60_000, events(EventEncoder.json()), eventDecoder()),
        new Format("Avro event", 200_000, events(EventEncoder.avro()), eventDecoder()),
        new Format("Confluent event", 100_000, confluentEvents(), eventDecoder()),
        new Format("labeled example", 60_000, examples(), eventDecoder()),
        waiting(),
        bundles(),
        predictions(PredictionEncoder.Format.JSON),
        predictions(PredictionEncoder.Format.AVRO),
        snapshots(),
        definitions(),
        rows(LearnerKind.NAIVE_BAYES),
        rows(LearnerKind.LDA),
        specs(),
        tables(),
        MappedRecords.avro(),
        MappedRecords.protobuf());
  }

  private Format(String name, int cases, List<byte[]> valid, Consumer<byte[]> decoder) {
    this(name, cases, valid, decoder, BadRecordException.class);
  }

  private static List<byte[]> events(EventEncoder encoder) {
    List<byte[]> valid = draw(100, random -> encoder.encode(RandomEvents.draw(random)));
    valid.add(encoder.encode(GoldenValues.event()));
    return valid;
  }

  private static List<byte[]> confluentEvents() {
    return events(EventEncoder.avro()).stream().map(AvroEvents::confluent).toList();
  }

  private static List<byte[]> examples() {
    WaitingCodec codec = new WaitingCodec();
    Question question = (Question) codec.decode(GoldenValues.question());
    byte[] example = codec.example(question, "genuine");
    LabeledQuestion labeled = (LabeledQuestion) codec.decode(example);
    return List.of(example, codec.correction(labeled, "fraud"));
  }

  private static Format waiting() {
    WaitingCodec codec = new WaitingCodec();
    List<byte[]> valid = new ArrayList<>(examples());
    valid.add(GoldenValues.question());
    valid.add(codec.encode(GoldenValues.label()));
    valid.add(codec.encode(new Tick(1, 2)));
    return new Format("waiting", 60_000, valid, codec::decode);
  }

  private static Format bundles() {
    BundleCodec codec = new BundleCodec();
    Bundled question = new Bundled(new byte[] {'m', '/', '1'}, GoldenValues.question());
    Bundled tick = new Bundled(new byte[0], new WaitingCodec().encode(new Tick(1, 2)));
    List<byte[]> valid = List.of(codec.encode(List.of(question, tick)), codec.encode(List.of()));
    return new Format("bundle", 60_000, valid, codec::decode);
  }

  /* What was accepted is an event that can be written and read again. */
  private static Consumer<byte[]> eventDecoder() {
    EventCodec events = new EventCodec(new EventLimits(2_000, 15, 40));
    EventCodec readAgain = new EventCodec(EventLimits.DEFAULT);
    EventEncoder encoder = EventEncoder.avro();
    return bytes -> {
      Example event = events.decode(bytes);
      ExampleView again = ExampleView.of(readAgain.decode(encoder.encode(event)));
      if (!again.equals(ExampleView.of(event))) {
        throw new AssertionError("read again as " + again);
      }
    };
  }

  private static Format predictions(PredictionEncoder.Format format) {
    PredictionEncoder encoder = PredictionEncoder.of(format);
    List<byte[]> valid = draw(50, random -> encoder.encode(Answers.draw(random)));
    return new Format(format + " prediction", 60_000, valid, new PredictionDecoder()::decode);
  }

  private static Format snapshots() {
    SnapshotCodec codec = new SnapshotCodec();
    return new Format(
        "snapshot", 60_000, List.of(codec.encode(GoldenValues.snapshot())), codec::decode);
  }

  private static Format definitions() {
    ModelDefinitionCodec codec = new ModelDefinitionCodec();
    List<byte[]> valid =
        draw(20, random -> codec.encode(ModelDefinition.first("m", RandomSpecs.draw(random), 7)));
    valid.add(codec.encode(GoldenValues.definition()));
    return new Format("model definition", 20_000, valid, codec::decode);
  }

  /* What was accepted is a model that answers. A row of another model is refused by its learner. */
  private static Format rows(LearnerKind kind) {
    Learner learner = GoldenValues.learner(kind);
    RowWriter writer = new RowWriter();
    List<byte[]> valid = new ArrayList<>();
    learner.rows((key, content) -> valid.add(writer.encode(content)));
    Consumer<byte[]> decoder =
        bytes -> {
          Learner restored = Learners.create(learner.spec());
          RowReader reader = new RowReader(bytes);
          try {
            restored.restore(reader);
          } catch (IllegalStateException e) {
            throw new BadRecordException(Reason.INVALID, e.getMessage(), e);
          }
          reader.end();
          restored.predict(GoldenValues.event().features());
        };
    return new Format("row of " + kind.key(), 50_000, valid, decoder);
  }

  private static Format specs() {
    List<byte[]> valid =
        draw(20, random -> SpecCodec.write(RandomSpecs.draw(random)).getBytes(UTF_8));
    valid.add("learner: lda # YAML\nfeatures:\n  x: gaussian\nprior: uniform\n".getBytes(UTF_8));
    Consumer<byte[]> decoder =
        bytes -> {
          ModelSpec spec = SpecCodec.read("spec", new String(bytes, UTF_8));
          if (!SpecCodec.read("again", SpecCodec.write(spec)).equals(spec)) {
            throw new AssertionError("read again as another spec: " + SpecCodec.write(spec));
          }
        };
    return new Format("spec", 20_000, valid, decoder, SpecException.class);
  }

  private static Format tables() {
    String table = "x,y,label\n1.5,\"a, \"\"b\"\"\",yes\n,c,no\r\n-2e3,c,\n7,d,no\n";
    Consumer<byte[]> decoder =
        bytes -> {
          try {
            CsvTable.read(
                new ByteArrayInputStream(bytes),
                CsvLayout.of("label", new TreeMap<>()),
                new FeatureNames(),
                (line, reason) -> {});
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return new Format("CSV", 10_000, List.of(table.getBytes(UTF_8)), decoder, CsvException.class);
  }

  private interface Drawing {
    byte[] from(SplittableRandom random);
  }

  private static List<byte[]> draw(int size, Drawing drawing) {
    SplittableRandom random = new SplittableRandom(SEED);
    Supplier<byte[]> next = () -> drawing.from(random);
    return new ArrayList<>(Stream.generate(next).limit(size).toList());
  }

  @Override
  public String toString() {
    return name;
  }
}
