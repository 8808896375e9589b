import Database from 'better-sqlite3';

const million = 1_000_000;
const companyCount = 1000;
/** So many endpoints there must be before the messages are filled in. */
export const endpointCount = 10;

export const companyId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/**
 * A message each two seconds, a million over 23 days; most delivered at once, few failed, few waiting; a rare type and
 * a rare endpoint.
 * @param now when the newest one was made, ms UTC
 * @param dueFrom a day before the waiting ones fall due, ms UTC
 */
export const fillMessages = (path: string, now = Date.now(), count = million, dueFrom = now): void => {
  const sqlite = new Database(path);
  const body = JSON.stringify({ eventType: 'read.completed', payload: 'x'.repeat(400) });
  const headers = JSON.stringify({
    'content-type': 'application/json',
    'webhook-signature': 'v'.repeat(200),
  });
  sqlite.exec('begin');
  sqlite
    .prepare(
      `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${count})
       insert into messages (id, event_type, company_id, company_tags_json, body, created_at, is_test)
       select printf('msg_%026d', i),
         case when i % 100003 = 5 then 'connection.deleted' when i % 3 = 0 then 'company.created' else 'read.completed' end,
         printf('00000000-0000-4000-8000-%012d', i % ${companyCount}), '{}', ?, ? - (${count} - i) * 2000, 0 from n`,
    )
    .run(body, now);
  sqlite
    .prepare(
      `insert into deliveries (message_seq, endpoint_seq, status, origin, attempts, schedule_used, due_at, last_status_code)
       select seq, case when seq % 50021 = 5 then ${endpointCount} else 1 + seq % ${endpointCount - 1} end,
         case when seq % 1000 = 1 then 'Failed' when seq % 1000 = 2 then 'Attempting' else 'Success' end,
         'scheduled', 1, 1, case when seq % 1000 = 2 then ? + 86400000 end,
         case when seq % 1000 in (1, 2) then 500 else 200 end from messages`,
    )
    .run(dueFrom);
  sqlite
    .prepare(
      `insert into attempts (delivery_seq, number, trigger, at, duration_ms, status_code, request_headers_json)
       select d.seq, 1, 'scheduled', m.created_at, 5 + abs(random() % 200), d.last_status_code, ?
       from deliveries d join messages m on m.seq = d.message_seq`,
    )
    .run(headers);
  // The service counts a delivery as waiting when it comes; these came with their end.
  sqlite.exec(`update endpoint_counts set (waiting, succeeded, failed) =
    (select count(*) filter (where status = 'Attempting'), count(*) filter (where status = 'Success'),
       count(*) filter (where status = 'Failed') from deliveries where deliveries.endpoint_seq = endpoint_counts.endpoint_seq)`);
  sqlite.exec('commit');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
};
