// Verifies the bytes as received and parses them afterwards. The sample verify-signature has the class WebhookSignature.
using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;

public static class RawBody
{
    // app.MapPost("/hooks", RawBody.Receive); a parameter [FromBody] would parse it first.
    public static async Task<IResult> Receive(HttpRequest request)
    {
        using var buffer = new MemoryStream();
        await request.Body.CopyToAsync(buffer);
        var rawBody = buffer.ToArray();
        var headers = request.Headers.ToDictionary(pair => pair.Key.ToLowerInvariant(), pair => pair.Value.ToString());
        var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET");
        if (!WebhookSignature.Verify(secret, headers, rawBody)) return Results.StatusCode(401);
        using var message = JsonDocument.Parse(rawBody);
        Console.WriteLine("received " + message.RootElement.GetProperty("eventType").GetString());
        return Results.NoContent();
    }
}
