// Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
using System.Text.Json;

public static class NewPayload
{
    public static string Describe(JsonElement body)
    {
        var eventType = body.GetProperty("eventType").GetString() ?? "";
        var payload = body.GetProperty("payload");
        // Was CompanyId.
        var company = payload.TryGetProperty("referenceCompany", out var found) ? found.GetProperty("id").GetString() : null;
        if (eventType.StartsWith("connection."))
        {
            var connection = payload.GetProperty("connection"); // was Data.newStatus, Data.platformKey
            return $"{company} {connection.GetProperty("id")} {connection.GetProperty("status")}";
        }
        if (eventType.StartsWith("read.completed"))
        {
            return $"{company} {payload.GetProperty("dataTypes").GetArrayLength()}"; // was Data.dataType, one at a time
        }
        if (eventType.Contains(".write."))
        {
            // type: was Data.dataType; id: was Data.pushOperationKey
            return $"{company} {payload.GetProperty("type")} {payload.GetProperty("status")} {payload.GetProperty("id")}";
        }
        return $"{company} {payload}";
    }
}
