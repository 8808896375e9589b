// Keeps connections open for longer than the load balancer in front (often 60 s): who closes first loses a request.
// Spring Boot: server.tomcat.keep-alive-timeout=65s
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

final class KeepAlive {
    static HttpServer create(int port) throws IOException {
        // Seconds; set before the first server is made.
        System.setProperty("sun.net.httpserver.idleInterval", "65");
        return HttpServer.create(new InetSocketAddress(port), 0);
    }
}
