import { join } from 'node:path';
import Database from 'better-sqlite3';
import { benchFolder, startHost, startModule } from './processes.ts';
import { type Result, result } from './results.ts';

const million = 1_000_000;
const endpointCount = 10;

/** (c) start with a million pending deliveries, and (d) a page of the message log at a million messages. */
export const aMillion = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const options = ['--data', folder];
  const origin = await startModule('consumer.ts');
  const first = await startHost(options);
  const ids: string[] = [];
  for (let i = 0; i < endpointCount; i++) {
    const response = await fetch(`${first.ready.apiUrl}/webhooks`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(first.ready.apiKey)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url: `${origin}/${i}`, eventTypes: ['company.created'] }),
    });
    ids.push(((await response.json()) as { id: string }).id);
  }
  await first.stop();
  fill(join(folder, 'service.db'));

  const host = await startHost(options);
  const memoryMb = host.peakMemoryMb();
  const desk = async <T>(path: string): Promise<T> => {
    const response = await fetch(host.ready.deskUrl + path, {
      headers: { authorization: `Bearer ${host.ready.deskToken}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return (await response.json()) as T;
  };
  /** p99 of so many pages at random places, ms. */
  const pages = async (count: number): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const cursor = 1 + ((i * 7919 * 131) % million);
      const startedAt = performance.now();
      await desk(`/api/messages?endpoint=${ids[i % endpointCount]}&limit=50&cursor=${cursor}`);
      times.push(performance.now() - startedAt);
    }
    times.sort((x, y) => x - y);
    return times[Math.ceil(times.length * 0.99) - 1] as number;
  };
  const busy = await pages(100);
  const laterMb = host.peakMemoryMb();
  for (let succeeded = 0; succeeded < million / 100; ) {
    const { results } = await desk<{ results: { health: { succeeded: number } }[] }>('/api/endpoints');
    succeeded = results.reduce((sum, { health }) => sum + health.succeeded, 0);
  }
  const quiet = await pages(500);
  await host.stop();
  return [
    result(
      '(c) start with 1,000,000 pending deliveries',
      host.startMs,
      '<',
      1500,
      ' ms',
      'from the start of the process to its ready line',
    ),
    result(
      '(c) memory then',
      memoryMb,
      '<',
      300,
      ' MB',
      `most held until ready; ${laterMb.toFixed(0)} MB after (d), while delivering`,
    ),
    result(
      '(d) a page of the log of one endpoint',
      quiet,
      '<',
      15,
      ' ms',
      `p99 of 500 pages of 50 at random places, over HTTP; ${busy.toFixed(0)} ms while 10,000 due deliveries leave`,
    ),
  ];
};

/** A million messages, each waiting for one endpoint; one in a hundred is due at once, the others in a day. */
const fill = (path: string): void => {
  const sqlite = new Database(path);
  const now = Date.now();
  const body = JSON.stringify({ eventType: 'company.created', payload: 'x'.repeat(400) });
  sqlite.exec('begin');
  sqlite
    .prepare(
      `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${million})
       insert into messages (id, event_type, company_id, company_tags_json, body, created_at, is_test)
       select printf('msg_%026d', i), 'company.created', null, '{}', ?, ?, 0 from n`,
    )
    .run(body, now);
  sqlite
    .prepare(
      `insert into deliveries (message_seq, endpoint_seq, status, origin, due_at)
       select seq, 1 + seq % ${endpointCount}, 'Sending', 'scheduled',
         case when seq % 100 = 0 then ? else ? + seq end from messages`,
    )
    .run(now, now + 86_400_000);
  sqlite.exec('commit');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
};
