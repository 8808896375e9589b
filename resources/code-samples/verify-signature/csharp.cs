// Verifies a webhook (Standard Webhooks). rawBody: the bytes as received, before any JSON parser.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class WebhookSignature
{
    private const long ToleranceSeconds = 5 * 60;

    public static bool Verify(string secret, IReadOnlyDictionary<string, string> headers, byte[] rawBody)
    {
        if (!headers.TryGetValue("webhook-id", out var id)) return false;
        if (!headers.TryGetValue("webhook-timestamp", out var timestamp)) return false;
        if (!headers.TryGetValue("webhook-signature", out var signatures)) return false;
        if (!long.TryParse(timestamp, out var sent)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sent) > ToleranceSeconds) return false;

        var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret.Substring(6) : secret);
        var signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(rawBody).ToArray();
        using var hmac = new HMACSHA256(key);
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
        // After a rotation of the secret there are several signatures: one must match.
        return signatures.Split(' ').Any(signature =>
            CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(signature), expected));
    }
}
