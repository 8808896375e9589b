// Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Threading.Tasks;

public static class UnknownEvents
{
    /// <summary>Returns the status to respond with.</summary>
    public static async Task<int> Receive(
        IReadOnlyDictionary<string, Func<JsonElement, Task>> handlers, JsonElement message)
    {
        var type = message.GetProperty("eventType").GetString();
        if (handlers.TryGetValue(type, out var handle)) await handle(message);
        else Console.WriteLine("ignored " + type);
        return 204;
    }
}
