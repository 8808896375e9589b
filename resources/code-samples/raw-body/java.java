// Verifies the bytes as received; a JSON parser gets them afterwards.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;

final class RawBody implements HttpHandler {
    /** As the sample verify-signature does it. */
    interface Verifier {
        boolean verify(HttpExchange exchange, byte[] rawBody);
    }

    private final Verifier verifier;

    RawBody(Verifier verifier) {
        this.verifier = verifier;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        // Exactly what was signed. In Spring: @RequestBody byte[] rawBody, not a class that Jackson fills.
        byte[] rawBody = exchange.getRequestBody().readAllBytes();
        int status = verifier.verify(exchange, rawBody) ? 204 : 401;
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
