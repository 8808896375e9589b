// read.completed is sent for every read. Choose what the legacy rule was sent for:
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

public static class ReadCompleted
{
    private static IEnumerable<JsonElement> DataTypes(JsonElement body) =>
        body.GetProperty("eventType").GetString() == "read.completed"
            ? body.GetProperty("payload").GetProperty("dataTypes").EnumerateArray()
            : Enumerable.Empty<JsonElement>();

    private static string Status(JsonElement one) => one.GetProperty("status").GetString() ?? "";

    // "Dataset data changed"
    public static IEnumerable<JsonElement> Changed(JsonElement body) =>
        DataTypes(body).Where(one => one.GetProperty("recordsModified").GetBoolean());

    // "Data Sync Status Changed To Error"
    public static IEnumerable<JsonElement> Failed(JsonElement body) =>
        DataTypes(body).Where(one => Status(one).EndsWith("Error"));

    // "Data sync completed"
    public static IEnumerable<JsonElement> Completed(JsonElement body) =>
        DataTypes(body).Where(one => Status(one) == "Complete");

    // "Push Operation Timed Out"
    public static bool IsTimedOut(JsonElement body) =>
        (body.GetProperty("eventType").GetString() ?? "").EndsWith(".write.unsuccessful")
        && Status(body.GetProperty("payload")) == "TimedOut";
}
