import { Pool } from 'undici';
import type { PullOperation } from '#contract/data.ts';
import { createSyncTimes } from '#desk/tokens/run/sync-times.ts';
import { createWatch } from '#desk/tokens/run/watch.ts';
import { longestMs, madeUpRow } from './migration-rows.ts';

/**
 * The yardstick of token migrations, a process of its own: the same calls, with the same concurrency, by undici's fastest
 * way in. Nothing is written down, limited, counted, repeated or found again; what answers say is read where the next
 * call needs it, and syncs are checked when the desk would. Arguments: origin, API key, companies, concurrency, `remote`
 * where the desk takes the service for a remote one.
 */
const [origin = '', apiKey = '', companies = '0', concurrency = '0', kind = ''] = process.argv.slice(2);
const count = Number(companies);
const places = Number(concurrency);
const watch = createWatch();
const times = createSyncTimes();

const pool = new Pool(origin, { connections: places, allowH2: false });
const headers = ['authorization', `Basic ${btoa(apiKey)}`, 'content-type', 'application/json'];
let calls = 0;

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    calls += 1;
    const chunks: Buffer[] = [];
    let status = 0;
    pool.dispatch(
      {
        method,
        path,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart() {},
        onResponseStart(_, statusCode) {
          status = statusCode;
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          const text = Buffer.concat(chunks).toString();
          if (status < 300) resolve(text);
          else reject(new Error(`${method} ${path} answered ${status}: ${text}`));
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });

interface Begun {
  readonly company: string;
  readonly connection: string;
  readonly startedAt: number;
}
/** By number. */
const syncing = new Map<number, Begun>();

/** As desk/tokens/run/active-run.ts does. */
const wait = (n: number, startedAt: number, checks: number): void => {
  const usual = times.usualMs('gbol');
  const isToBeCounted = kind === 'remote' && checks <= 1;
  const endsAt = usual === undefined || isToBeCounted ? undefined : startedAt + usual;
  watch.add({ id: n, ref: '' }, checks, performance.now(), endsAt);
};

const begin = async (n: number): Promise<void> => {
  const { ref, name, credentials } = madeUpRow(n);
  const { id: company } = JSON.parse(
    await call('POST', '/companies', { name, tags: { migrationRef: ref } }),
  ) as { id: string };
  const path = `/companies/${company}`;
  const made = await call('POST', `${path}/connections`, { platformKey: 'gbol' });
  const { id: connection } = JSON.parse(made) as { id: string };
  await call('PUT', `${path}/connections/${connection}/authorization`, credentials);
  await call('POST', `${path}/data/all`);
  const startedAt = performance.now();
  syncing.set(n, { company, connection, startedAt });
  wait(n, startedAt, 1);
};

/** Whether every dataset is complete, and then also whether the connection is Linked. */
const look = async (n: number, checks: number): Promise<boolean> => {
  const { company, connection, startedAt } = syncing.get(n) as Begun;
  const query = encodeURIComponent(`connectionId="${connection}"`);
  const path = `/companies/${company}`;
  const { results } = JSON.parse(
    await call('GET', `${path}/data/history?query=${query}&orderBy=-requested&pageSize=500`),
  ) as { results: PullOperation[] };
  times.found('gbol', results, performance.now() - startedAt);
  if (results.length === 0 || !results.every(({ status }) => status === 'Complete')) {
    wait(n, startedAt, checks + 1);
    return false;
  }
  syncing.delete(n);
  const shown = JSON.parse(await call('GET', `${path}/connections/${connection}`)) as { status: string };
  if (shown.status !== 'Linked') throw new Error(`A connection is ${shown.status}.`);
  return true;
};

const list = async (): Promise<void> => {
  for (let page = 1, met = 0; ; page++) {
    const text = await call('GET', `/companies?page=${page}&pageSize=500`);
    const { results, totalResults } = JSON.parse(text) as { results: unknown[]; totalResults: number };
    met += results.length;
    if (met >= totalResults || results.length === 0) return;
  }
};

let begun = 0;
let verified = 0;
const work = async (): Promise<void> => {
  while (verified < count) {
    const now = performance.now();
    if (now - beganAt > longestMs) throw new Error(`Only ${verified} of ${count} were verified in time.`);
    const due = watch.take(now);
    if (due !== undefined) {
      if (await look(due.row.id, due.checks)) verified += 1;
    } else if (begun < count) await begin(begun++);
    else
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, (watch.nextAt() ?? now + 50) - now)));
  }
};

const beganAt = performance.now();
await list();
await Promise.all(Array.from({ length: places }, work));
await list();
const seconds = (performance.now() - beganAt) / 1000;
await pool.close();
process.send?.({ seconds, calls });
