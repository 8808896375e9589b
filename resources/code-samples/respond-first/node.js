// Stores the event, responds, and processes it afterwards, in another process that may fail and try again.
// CREATE TABLE webhook_events (id text PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
export async function receive(db, request, response) {
  await db.query('INSERT INTO webhook_events (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    request.headers['webhook-id'],
    request.body.toString('utf8'),
  ]);
  response.sendStatus(204);
}

export async function processNext(db, handle) {
  await db.query('BEGIN');
  try {
    const { rows } = await db.query(
      'SELECT id, body FROM webhook_events WHERE NOT done ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED',
    );
    for (const { id, body } of rows) {
      await handle(JSON.parse(body));
      await db.query('UPDATE webhook_events SET done = true WHERE id = $1', [id]);
    }
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}
