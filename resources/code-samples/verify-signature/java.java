// Verifies a webhook (Standard Webhooks). headers: names in lower case.
// rawBody: the bytes as received, before any JSON parser.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookSignature {
    private static final long TOLERANCE_SECONDS = 5 * 60;

    static boolean verify(String secret, Map<String, String> headers, byte[] rawBody)
            throws GeneralSecurityException {
        String id = headers.get("webhook-id");
        String timestamp = headers.get("webhook-timestamp");
        String signatures = headers.get("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) {
            return false;
        }
        long age = Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp));
        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        String value = Base64.getEncoder().encodeToString(mac.doFinal(rawBody));
        byte[] expected = ("v1," + value).getBytes(StandardCharsets.UTF_8);
        // After a rotation of the secret there are several signatures: one must match.
        boolean matches = false;
        for (String signature : signatures.split(" ")) {
            matches |= MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), expected);
        }
        return matches && age <= TOLERANCE_SECONDS;
    }
}
