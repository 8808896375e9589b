import { Pool } from 'undici';
import { longestMs, madeUpRow } from './migration-rows.ts';

/**
 * The yardstick of token migrations, a process of its own: the same calls, with the same concurrency, by undici's fastest
 * way in. Nothing is written down, limited, counted, repeated or found again; what answers say is read where the next
 * call needs it. Arguments: origin, API key, companies, concurrency, ms before each look at a sync.
 */
const [origin = '', apiKey = '', companies = '0', concurrency = '0', ladder = ''] = process.argv.slice(2);
const count = Number(companies);
const places = Number(concurrency);
const waits = ladder.split(',').map(Number);

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
  readonly looks: number;
  readonly dueAt: number;
}
/** One queue for each wait: who comes later is due later. */
const queues: Begun[][] = waits.map(() => []);
const heads = waits.map(() => 0);

const wait = (begun: Omit<Begun, 'dueAt'>): void => {
  const at = Math.min(begun.looks, waits.length - 1);
  queues[at]?.push({ ...begun, dueAt: performance.now() + (waits[at] as number) });
};

const firstDue = (): number => {
  let best = -1;
  for (let at = 0; at < queues.length; at++) {
    const head = queues[at]?.[heads[at] as number];
    const other = best < 0 ? undefined : queues[best]?.[heads[best] as number];
    if (head !== undefined && (other === undefined || head.dueAt < other.dueAt)) best = at;
  }
  return best;
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
  wait({ company, connection, looks: 0 });
};

/** Whether every dataset is complete, and then also whether the connection is Linked. */
const look = async ({ company, connection, looks }: Begun): Promise<boolean> => {
  const query = encodeURIComponent(`connectionId="${connection}"`);
  const path = `/companies/${company}`;
  const { results } = JSON.parse(
    await call('GET', `${path}/data/history?query=${query}&orderBy=-requested&pageSize=500`),
  ) as { results: { status: string }[] };
  if (results.length === 0 || !results.every(({ status }) => status === 'Complete')) {
    wait({ company, connection, looks: looks + 1 });
    return false;
  }
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
    const at = firstDue();
    const due = at < 0 ? undefined : queues[at]?.[heads[at] as number];
    const now = performance.now();
    if (now - startedAt > longestMs) throw new Error(`Only ${verified} of ${count} were verified in time.`);
    if (due !== undefined && due.dueAt <= now) {
      heads[at] = (heads[at] as number) + 1;
      if (await look(due)) verified += 1;
    } else if (begun < count) await begin(begun++);
    else await new Promise((resolve) => setTimeout(resolve, Math.min(50, (due?.dueAt ?? now + 50) - now)));
  }
};

const startedAt = performance.now();
await list();
await Promise.all(Array.from({ length: places }, work));
await list();
const seconds = (performance.now() - startedAt) / 1000;
await pool.close();
process.send?.({ seconds, calls });
