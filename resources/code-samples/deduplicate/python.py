# All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
# CREATE TABLE received_webhooks (id text PRIMARY KEY)
def handle_once(connection, headers: dict, handle) -> bool:
    with connection:
        cursor = connection.cursor()
        cursor.execute(
            "INSERT INTO received_webhooks (id) VALUES (?) ON CONFLICT (id) DO NOTHING",
            (headers["webhook-id"],),
        )
        is_first = cursor.rowcount == 1
        if is_first:
            handle(cursor)
    return is_first
