# Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
NEWER_ONLY = """INSERT INTO connections (id, status, as_of) VALUES (%s, %s, %s)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of
  WHERE connections.as_of < excluded.as_of"""


def apply_connection(cursor, event):
    connection = event["payload"]["connection"]
    cursor.execute(NEWER_ONLY, (connection["id"], connection["status"], event["generatedDate"]))
