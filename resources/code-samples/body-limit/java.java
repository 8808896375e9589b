// Events of 1 MB must pass. Spring Boot: server.tomcat.max-swallow-size=2MB, spring.codec.max-in-memory-size=2MB.
// A reverse proxy has a limit of its own, such as in nginx: client_max_body_size 2m;
import java.io.IOException;
import java.io.InputStream;

final class BodyLimit {
    private static final int MOST_BYTES = 2 * 1024 * 1024;

    /** The body; null if it is longer than the limit: respond 413. */
    static byte[] read(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        return bytes.length > MOST_BYTES ? null : bytes;
    }
}
