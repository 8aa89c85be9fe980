package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.jsonio.JsonInput;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.mapping.LabelWriter;
import io.bayou.codec.mapping.LabelWriter.LabelRecord;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.http.access.Mask;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What people are asked about, and their answers. */
final class Reviews {
  private final ModelQueries models;
  private final Intake intake;
  private final EventLimits limits;
  private final String topic;
  private final Mask mask;

  Reviews(Backend backend, Intake intake, Mask mask) {
    models = backend.models();
    limits = backend.limits();
    topic = backend.topics().reviews();
    this.intake = intake;
    this.mask = mask;
  }

  /** The answer of a person. */
  private record Verdict(String id, String label) {
    static Verdict parse(byte[] body) {
      String[] fields = new String[2];
      try {
        JsonInput.read(
            "the answer",
            body,
            Bodies.FACTORY,
            (field, in) -> {
              in.nextToken();
              switch (field) {
                case "id" -> fields[0] = in.getValueAsString();
                case "label" -> fields[1] = in.getValueAsString();
                default -> in.skipChildren();
              }
            });
      } catch (BadRecordException e) {
        throw Problem.of(e, "");
      }
      if (fields[0] == null || fields[1] == null || fields[1].isEmpty()) {
        throw Problem.badRequest(
            "an answer needs an id and a label, such as {\"id\":\"17\",\"label\":\"fraud\"}");
      }
      return new Verdict(fields[0], fields[1]);
    }
  }

  /** The questions about events of a model that nobody has answered, the latest first. */
  void write(JsonObject json, ModelDefinition model) {
    EventCodec events = new EventCodec(limits);
    json.text("model", model.name())
        .objects(
            "reviews", models.reviews(model.name()), (item, review) -> write(item, review, events));
  }

  private void write(JsonObject json, ReviewQuestion question, EventCodec events) {
    json.text("id", question.id())
        .text("reason", question.reason())
        .raw("prediction", question.prediction());
    PredictionJson.features(json, decode(events, question).features(), mask);
  }

  private static Example decode(EventCodec events, ReviewQuestion question) {
    return events.decode(question.event().getBytes(UTF_8));
  }

  /**
   * Sends the label of an event to where the model learns it from, and takes the question back.
   *
   * @return where the label was written
   * @throws Problem if nobody is asked about the event, or the label cannot be sent
   */
  CompletableFuture<Receipt> answer(ModelDefinition model, byte[] body) {
    Verdict verdict = Verdict.parse(body);
    ReviewQuestion question =
        models.reviews(model.name()).stream()
            .filter(open -> open.id().equals(verdict.id()))
            .findFirst()
            .orElseThrow(
                () ->
                    Problem.notFound(
                        "nobody is asked about event '%s' of model '%s' (any more)"
                            .formatted(verdict.id(), model.name())));
    Batch.Event label = label(model, question, verdict.label());
    byte[] key = ReviewQuestion.key(model.name(), question.id()).getBytes(UTF_8);
    return intake
        .sendChecked(List.of(label, new Batch.Event(topic, key, null)))
        .thenApply(receipts -> receipts.get(0));
  }

  private Batch.Event label(ModelDefinition model, ReviewQuestion question, String label) {
    ModelSpec spec = model.active().spec();
    try {
      KnownClasses.require(spec, label, model.name());
      return spec.labels().isPresent()
          ? later(spec.labels().get(), question.id(), label)
          : labeled(model.name(), question, label);
    } catch (BadRecordException e) {
      throw Problem.of(e, "");
    }
  }

  /* With its features: nothing waits for it. */
  private Batch.Event labeled(String model, ReviewQuestion question, String label) {
    Example example = decode(new EventCodec(limits), question);
    example.setModel(model);
    example.setId(question.id());
    example.setLabel(label);
    return intake.check(EventEncoder.json().encode(example));
  }

  private static Batch.Event later(LabelsSpec labels, String id, String label) {
    Optional<LabelRecord> record = LabelWriter.write(labels, id, label);
    return record
        .map(found -> new Batch.Event(labels.topics().get(0), found.key(), found.value()))
        .orElseThrow(
            () ->
                new Problem(
                    409,
                    "the label '%s' cannot be written as the spec reads labels; send it to %s"
                        .formatted(label, labels.topics())));
  }
}
