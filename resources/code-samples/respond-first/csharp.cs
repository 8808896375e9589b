// Stores the event, responds, and processes it afterwards, in a service that may fail and try again.
// CREATE TABLE webhook_events (id text PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
using System.Data.Common;
using System.Threading.Tasks;

public static class RespondFirst
{
    /// <summary>Respond 204 when it has returned. A BackgroundService reads the rows that are not done.</summary>
    public static async Task Store(DbConnection db, string webhookId, string body)
    {
        await using var insert = db.CreateCommand();
        insert.CommandText = "INSERT INTO webhook_events (id, body) VALUES (@id, @body) ON CONFLICT (id) DO NOTHING";
        Add(insert, "@id", webhookId);
        Add(insert, "@body", body);
        await insert.ExecuteNonQueryAsync();
    }

    private static void Add(DbCommand command, string name, string value)
    {
        var parameter = command.CreateParameter();
        parameter.ParameterName = name;
        parameter.Value = value;
        command.Parameters.Add(parameter);
    }
}
