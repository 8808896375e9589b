// Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
import java.util.Map;
import java.util.function.Consumer;

final class UnknownEvents {
    /** Returns the status to respond with. */
    static int receive(Map<String, Consumer<String>> handlers, String eventType, String body) {
        Consumer<String> handler = handlers.get(eventType);
        if (handler == null) {
            System.getLogger("webhooks").log(System.Logger.Level.INFO, "ignored {0}", eventType);
        } else {
            handler.accept(body);
        }
        return 204;
    }
}
