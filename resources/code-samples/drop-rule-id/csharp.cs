// There is no RuleId any more: choose the handler by eventType.
using System;
using System.Text.Json;

public static class Dispatch
{
    public static void Handle(JsonElement body)
    {
        var payload = body.GetProperty("payload");
        switch (body.GetProperty("eventType").GetString())
        {
            case "connection.connected":
                Console.WriteLine("connected " + payload.GetProperty("connection").GetProperty("id"));
                break;
            case "connection.disconnected":
                Console.WriteLine("disconnected " + payload.GetProperty("connection").GetProperty("id"));
                break;
            case "read.completed":
                Console.WriteLine("read " + payload.GetProperty("dataTypes").GetArrayLength());
                break;
            default:
                // Types that are not known here are accepted: new ones may come.
                break;
        }
    }
}
