// All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
// CREATE TABLE received_webhooks (id text PRIMARY KEY, received timestamptz DEFAULT now())
export async function handleOnce(db, headers, handle) {
  await db.query('BEGIN');
  try {
    const { rowCount } = await db.query(
      'INSERT INTO received_webhooks (id) VALUES ($1) ON CONFLICT (id) DO NOTHING',
      [headers['webhook-id']],
    );
    if (rowCount === 1) await handle(db);
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}
