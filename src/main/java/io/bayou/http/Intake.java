package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.EventCodec;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.model.Example;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Checks events that come by HTTP and hands them on: all of a request, or none. */
final class Intake {
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Checked(boolean labeled, byte[] key, byte[] event) {}

  private final EventIntake target;
  private final ModelQueries models;
  private final EventCodec codec;

  Intake(Backend backend) {
    target = backend.intake();
    models = backend.models();
    codec = new EventCodec(backend.limits());
  }

  /**
   * Sends events once each of them is found valid.
   *
   * @return where they were written; fails with a {@link Problem} if one could not be
   * @throws Problem if one is not valid; then none is sent
   */
  CompletableFuture<List<Receipt>> send(List<byte[]> events) {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    for (Checked event : check(events)) {
      sent.add(target.send(event.labeled(), event.key(), event.event()));
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .handle(
            (done, failure) -> {
              if (failure != null) {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                throw new CompletionException(
                    Problem.unavailable(
                        "Kafka did not take every event; send them again: " + cause.getMessage()));
              }
              return sent.stream().map(CompletableFuture::join).toList();
            });
  }

  private synchronized List<Checked> check(List<byte[]> events) {
    List<Checked> checked = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      String where = events.size() == 1 ? "" : "event " + i + ": ";
      try {
        Example example = codec.decode(events.get(i));
        checkModel(example.model(), where);
        byte[] key = example.id() == null ? null : example.id().getBytes(UTF_8);
        checked.add(new Checked(example.isLabeled(), key, events.get(i)));
      } catch (BadRecordException e) {
        throw Problem.of(e, where);
      }
    }
    return checked;
  }

  /* An event without a model is for the default one, which comes to be with its first event. */
  private void checkModel(String model, String where) {
    if (model != null && !models.names().contains(model)) {
      throw Problem.notFound(
          where + "there is no model '" + model + "'; known are " + models.names());
    }
  }

  /** Receipts as JSON: one object for one event, an array for an array. */
  static void write(JsonGenerator json, List<Receipt> receipts, boolean several)
      throws IOException {
    if (several) {
      json.writeStartArray();
    }
    for (Receipt receipt : receipts) {
      json.writeStartObject();
      json.writeStringField("topic", receipt.topic());
      json.writeNumberField("partition", receipt.partition());
      json.writeNumberField("offset", receipt.offset());
      json.writeEndObject();
    }
    if (several) {
      json.writeEndArray();
    }
  }
}
