// Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
import java.util.concurrent.BlockingQueue;

final class Receiver {
    record Received(String id, byte[] body) {}

    // Returns the status code of the response. 503, not stored: it is sent again, by the schedule of the service.
    static int receive(BlockingQueue<Received> waiting, String webhookId, byte[] rawBody) {
        return waiting.offer(new Received(webhookId, rawBody)) ? 204 : 503;
    }
}
