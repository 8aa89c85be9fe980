package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VersionRoutesTest {
  @Test
  void shouldLetAnotherVersionAnswer() throws Exception {
    try (TestServer server = new TestServer()) {
      HttpResponse<String> response = server.post("/models/tiny/promote?version=2", "{}");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("{\"model\":\"tiny\",\"activeVersion\":2}");
      assertThat(server.post("/models/tiny/rollback", "{}").body())
          .isEqualTo("{\"model\":\"tiny\",\"activeVersion\":1}");
    }
  }

  @Test
  void shouldSayWhyNot() throws Exception {
    try (TestServer server = new TestServer()) {
      HttpResponse<String> refused = server.post("/models/tiny/promote?version=3", "{}");

      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("tiny@3 is clearly worse");
      assertThat(server.post("/models/tiny/promote?version=4", "{}").statusCode()).isEqualTo(503);
      assertThat(server.post("/models/tiny/promote", "{}").statusCode()).isEqualTo(400);
      assertThat(server.post("/models/tiny/promote?version=no", "{}").statusCode()).isEqualTo(400);
      assertThat(server.post("/models/none/rollback", "{}").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void shouldAskForTheToken() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.token", "0123456789abcdef"))) {
      assertThat(server.post("/models/tiny/rollback", "{}").statusCode()).isEqualTo(401);
      assertThat(server.post("/models/tiny/promote?version=2", "{}").statusCode()).isEqualTo(401);
      assertThat(
              server
                  .post("/models/tiny/rollback", "{}", "Authorization", "Bearer 0123456789abcdef")
                  .statusCode())
          .isEqualTo(200);
    }
  }
}
