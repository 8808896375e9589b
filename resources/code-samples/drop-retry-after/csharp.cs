// Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
using System.Threading.Channels;

public sealed record Received(string Id, byte[] Body);

public static class Receiver
{
    // Returns the status code of the response. 503, not stored: it is sent again, by the schedule of the service.
    public static int Receive(ChannelWriter<Received> waiting, string webhookId, byte[] rawBody) =>
        waiting.TryWrite(new Received(webhookId, rawBody)) ? 204 : 503;
}
