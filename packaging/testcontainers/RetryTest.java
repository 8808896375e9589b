import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** A retry test in Java: org.testcontainers:testcontainers and JUnit 5; the image is built as packaging/Dockerfile says. */
class RetryTest {
  static final String TOKEN = "token-of-the-control-api-of-this-test";
  final HttpClient http = HttpClient.newHttpClient();
  String controlUrl;

  @Test
  void deliversOnceTheConsumerResponds() throws Exception {
    try (GenericContainer<?> kit = new GenericContainer<>("carryover")) {
      kit.withExposedPorts(4410, 4412)
          .withEnv("CARRYOVER_CONTROL_TOKEN", TOKEN)
          .withCommand("--clock", "skipping", "--seed", "7")
          .waitingFor(Wait.forHttp("/control/v1/alive").forPort(4412).forStatusCode(204));
      kit.start();
      controlUrl = "http://" + kit.getHost() + ":" + kit.getMappedPort(4412) + "/control/v1";

      String consumer = control("POST", "/consumers", "");
      String endpoint = "{\"url\":\"" + field(consumer, "url") + "\",\"eventTypes\":[\"read.completed\"]}";
      control("POST", "/endpoints", endpoint);
      control("PUT", "/consumers/" + field(consumer, "id") + "/response", "{\"statusCode\":500,\"times\":7}");
      control("POST", "/events", "{\"eventType\":\"read.completed\"}");
      String found = control("POST", "/wait", "{\"for\":\"delivery\",\"status\":\"Success\"}");
      assertTrue(found.contains("\"status\":\"Success\""));

      String received = control("GET", "/consumers/" + field(consumer, "id"), "");
      assertTrue(received.contains("\"received\":8"), received);
    }
  }

  String control(String method, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(controlUrl + path)).header("authorization", "Bearer " + TOKEN);
    if (body.isEmpty()) request.method(method, HttpRequest.BodyPublishers.noBody());
    else request.header("content-type", "application/json").method(method, HttpRequest.BodyPublishers.ofString(body));
    HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertEquals(2, response.statusCode() / 100, response.body());
    return response.body();
  }

  /** Your suite has a JSON library; this one does without. */
  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }
}
