// One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
using System;
using System.Text.Json;

public static class SeveralDataTypes
{
    public static void OnReadCompleted(JsonElement body, Action<string, JsonElement> handle)
    {
        var payload = body.GetProperty("payload");
        var companyId = payload.GetProperty("referenceCompany").GetProperty("id").GetString() ?? "";
        foreach (var one in payload.GetProperty("dataTypes").EnumerateArray())
        {
            handle(companyId, one);
        }
    }
}
