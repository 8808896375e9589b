# Stores the event, responds, and processes it afterwards, in another process that may fail and try again.
# connection: of psycopg 3.
# CREATE TABLE webhook_events (id text PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
import json


def receive(connection, headers, raw_body):
    """Returns the status to respond with."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO webhook_events (id, body) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING",
            (headers["webhook-id"], raw_body.decode()),
        )
    return 204


def process_next(connection, handle):
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, body FROM webhook_events WHERE NOT done ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"
        )
        for event_id, body in cursor.fetchall():
            handle(json.loads(body))
            cursor.execute("UPDATE webhook_events SET done = true WHERE id = %s", (event_id,))
