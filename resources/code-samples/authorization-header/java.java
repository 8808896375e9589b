// Compares in constant time. Answer 401 if it is not the expected value.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

final class Authorization {
    static boolean isAuthorized(String header, String expected) {
        return header != null
                && MessageDigest.isEqual(
                        header.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
