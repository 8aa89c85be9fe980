package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests for a model that reads records of another shape. */
class MappedRoutesTest {
  private static final String RECORD =
      "{\"order\":{\"ref\":\"o-1\",\"total\":118,\"deep\":{\"a\":{\"b\":{\"c\":{\"d\":[[1]]}}}}},"
          + "\"buyer\":{\"land\":\"l1\"}}";

  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void shouldPredictARecordAsItLiesInItsTopic() throws Exception {
    server.learnedOrders("orders");

    JsonNode one = json(predict(RECORD));
    JsonNode two = json(predict("[" + RECORD.replace("o-1", "o-2") + ", " + RECORD + "]"));
    JsonNode own =
        json(predict("{\"id\":\"q\",\"features\":{\"total\":118,\"land\":\"l1\"},\"weight\":1}"));

    assertThat(one.get("id").asText()).isEqualTo("o-1");
    assertThat(one.get("label").asText()).isEqualTo("returned");
    assertThat(two.get(0).get("id").asText()).isEqualTo("o-2");
    assertThat(two.get(1).get("posterior")).isEqualTo(one.get("posterior"));
    assertThat(own.get("id").asText()).isEqualTo("q");
    assertThat(own.get("posterior")).isEqualTo(one.get("posterior"));
  }

  @Test
  void shouldSayHowARecordWasReadThatIsNotValid() throws Exception {
    server.learnedOrders("orders");

    fails(
        predict("{\"buyer\":{\"land\":\"l1\"},\"order\":{\"total\":1}}"),
        400,
        "read as a record of its topic: the record has no id at 'order.ref'");
    fails(
        predict("{\"features\":{\"total\":1},\"weight\":-1}"),
        400,
        "read as one of Bayou's own events: weight must be between 0 and 1e15");
    fails(predict("[" + RECORD + ",{}]"), 400, "event 1: read as a record of its topic: ");
    fails(predict(RECORD.replace("118", "-1")), 400, "the model does not read it: input.where");
  }

  @Test
  void shouldShowInputInTheSpec() throws Exception {
    server.learnedOrders("orders");

    JsonNode spec = json(server.get("/models/tiny")).get("spec");

    assertThat(spec.get("input").get("features").get("land").asText()).isEqualTo("buyer.land");
  }

  @Test
  void shouldRefuseItsOwnEventsForATopicThatAModelMaps() throws Exception {
    server.learnedOrders("unlabeled");

    fails(
        server.post("/events", "{\"features\":{}}"),
        409,
        "topic 'unlabeled' does not hold Bayou's own events: [tiny] reads its records in another"
            + " shape; POST such records to /events?topic=unlabeled");
    assertThat(server.post("/events", "{\"features\":{},\"label\":\"a\"}").statusCode())
        .isEqualTo(202);
    server.learnedOrders("labeled", "unlabeled");
    fails(server.post("/events", RECORD), 409, "POST such records to /events?topic=unlabeled");
    assertThat(server.sent).containsExactly("labeled null {\"features\":{},\"label\":\"a\"}");
  }

  @Test
  void shouldSendARecordAsItIsToATopicThatIsNamed() throws Exception {
    server.learnedOrders("orders");

    HttpResponse<String> sent = server.post("/events?topic=orders", RECORD);
    HttpResponse<String> own = server.post("/events?topic=unlabeled", "{\"features\":{}}");

    assertThat(sent.statusCode()).as(sent.body()).isEqualTo(202);
    assertThat(sent.body()).contains("\"topic\":\"orders\"");
    assertThat(own.statusCode()).isEqualTo(202);
    assertThat(server.sent)
        .containsExactly("orders o-1 " + RECORD, "unlabeled null {\"features\":{}}");
  }

  @Test
  void shouldSendNoneIfAModelCannotReadOne() throws Exception {
    server.learnedOrders("orders");

    fails(
        server.post("/events?topic=orders", "[" + RECORD + ",{\"order\":{\"total\":1}}]"),
        400,
        "event 1: model 'tiny' cannot read it: the record has no id at 'order.ref'");
    fails(
        server.post("/events?topic=predictions", RECORD),
        400,
        "'predictions' is none of the event topics [labeled, orders, unlabeled]");
    assertThat(server.sent).isEmpty();
  }

  private static void fails(HttpResponse<String> response, int status, String detail)
      throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).get("detail").asText()).contains(detail);
  }

  private HttpResponse<String> predict(String body) throws Exception {
    return server.post("/models/tiny/predict", body);
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    return new ObjectMapper().readTree(response.body());
  }
}
