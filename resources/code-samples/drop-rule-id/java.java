// There is no RuleId any more: choose the handler by eventType.
import java.util.Map;
import java.util.function.Consumer;

final class Dispatch {
    private final Map<String, Consumer<String>> handlers = Map.of(
            "connection.connected", payload -> System.out.println("connected " + payload),
            "connection.disconnected", payload -> System.out.println("disconnected " + payload),
            "read.completed", payload -> System.out.println("read " + payload));

    void handle(String eventType, String payload) {
        // Types that are not known here are accepted: new ones may come.
        handlers.getOrDefault(eventType, ignored -> {}).accept(payload);
    }
}
