import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { companyId, endpointCount, fillMessages } from './million-messages.ts';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { type Result, result } from './results.ts';

const barMs = 20;
const dayMs = 86_400_000;
const mb = 1_000_000;

interface Told {
  readonly maxMs: number;
  readonly p99Ms: number;
  readonly count: number;
}

/** How long the API takes to answer while a million messages that are too old are removed, and the file shrinks after. */
export const retention = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const path = join(folder, 'service.db');
  const first = await startHost(['--data', folder]);
  for (let n = 0; n < endpointCount; n++) await makeEndpoint(first, n);
  await makeCompanies(first);
  await first.stop();
  // Made 40 days ago and before: all of it is past the 30 days that messages are kept.
  fillMessages(path, Date.now() - 40 * dayMs);
  const before = statSync(path).size;

  const host = await startHost(['--data', folder]);
  const poller = await poll(host);
  const begun = performance.now();
  await until(() => isSwept(path));
  const seconds = (performance.now() - begun) / 1000;
  const removal = await told(poller);
  const shrinking = await poll(host);
  const shrinkBegun = performance.now();
  await until(() => statSync(path).size < before / 4, 120_000);
  const shrinkSeconds = (performance.now() - shrinkBegun) / 1000;
  const shrink = await told(shrinking);
  const after = statSync(path).size;
  await host.stop();
  const answers = ({ count, maxMs }: Told): string =>
    `of ${count} answers; the longest ${maxMs.toFixed(0)} ms`;
  return [
    result(
      'GET /companies beside retention of 1,000,000, p99',
      removal.p99Ms,
      '<',
      barMs,
      ' ms',
      `${answers(removal)}; ${seconds.toFixed(0)} s`,
    ),
    result(
      'the same while the file shrinks',
      shrink.p99Ms,
      '<',
      barMs,
      ' ms',
      `${answers(shrink)}; ${shrinkSeconds.toFixed(0)} s`,
    ),
    result(
      'service.db after that, of its size before',
      after / before,
      '<',
      0.25,
      '',
      `${(before / mb).toFixed(0)} MB, then ${(after / mb).toFixed(0)} MB`,
    ),
  ];
};

const makeEndpoint = async ({ ready }: BenchHost, n: number): Promise<void> => {
  await ask(ready, '/webhooks', { url: `http://127.0.0.1:9/${n}`, eventTypes: ['company.deleted'] });
};

const makeCompanies = async ({ ready }: BenchHost): Promise<void> => {
  for (let n = 0; n < 20; n++) await ask(ready, '/companies', { name: `Bright Bakery ${companyId(n)}` });
};

const ask = async (ready: BenchHost['ready'], path: string, body: object): Promise<void> => {
  const response = await fetch(ready.apiUrl + path, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(ready.apiKey)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
};

/** Asks the public API for a page of companies until it is told to end. */
const poll = async ({ ready }: BenchHost): Promise<ChildProcess> => {
  const args = [`${ready.apiUrl}/companies?pageSize=10`, `Basic ${btoa(ready.apiKey)}`];
  const poller = fork(join(import.meta.dirname, 'poller.ts'), args, { execArgv: [] });
  await once(poller, 'message');
  return poller;
};

const told = async (poller: ChildProcess): Promise<Told> => {
  const [message] = (await Promise.all([once(poller, 'message'), poller.send('end')]))[0] as [Told];
  return message;
};

/** The sweep writes when it ended. */
const isSwept = (path: string): boolean => {
  const sqlite = new Database(path, { readonly: true });
  try {
    const query = sqlite.prepare(`select 1 from facts where name = 'messagesSweptAt'`);
    return query.get() !== undefined;
  } finally {
    sqlite.close();
  }
};

const until = async (isDone: () => boolean, mostMs = 600_000): Promise<void> => {
  const end = performance.now() + mostMs;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`The removal has not ended after ${mostMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};
