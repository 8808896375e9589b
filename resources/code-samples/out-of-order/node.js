// Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
const newerOnly = `INSERT INTO connections (id, status, as_of) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of
  WHERE connections.as_of < excluded.as_of`;

export async function applyConnection(db, { generatedDate, payload: { connection } }) {
  await db.query(newerOnly, [connection.id, connection.status, generatedDate]);
}
