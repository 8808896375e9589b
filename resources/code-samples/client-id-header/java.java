// ClientId is no longer in the body. It is in a header, as before.
import java.util.Map;

final class ClientIdHeader {
    // headers: names in lower case.
    static String of(Map<String, String> headers) {
        String clientId = headers.get("x-service-clientid");
        if (clientId == null || clientId.isEmpty()) {
            throw new IllegalArgumentException("The webhook has no X-Service-ClientId.");
        }
        return clientId;
    }
}
