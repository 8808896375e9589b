// All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
// CREATE TABLE received_webhooks (id text PRIMARY KEY)
using System;
using System.Data.Common;
using System.Threading.Tasks;

public static class Deduplication
{
    public static async Task HandleOnce(DbConnection db, string webhookId, Func<DbTransaction, Task> handle)
    {
        await using var transaction = await db.BeginTransactionAsync();
        await using var insert = db.CreateCommand();
        insert.Transaction = transaction;
        insert.CommandText = "INSERT INTO received_webhooks (id) VALUES (@id) ON CONFLICT (id) DO NOTHING";
        var id = insert.CreateParameter();
        id.ParameterName = "@id";
        id.Value = webhookId;
        insert.Parameters.Add(id);
        if (await insert.ExecuteNonQueryAsync() == 1) await handle(transaction);
        await transaction.CommitAsync();
    }
}
