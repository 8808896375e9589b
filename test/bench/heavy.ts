import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { type Result, result } from './results.ts';

const barMs = 100;

interface Told {
  readonly maxMs: number;
  readonly p99Ms: number;
  readonly count: number;
}

/** How long the desk takes to answer something small while it reads something heavy or hostile. */
export const heavy = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const host = await startHost(['--data', folder]);
  const { call, run } = clientOf(host);
  const results: Result[] = [];
  const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const poller = fork(
      join(import.meta.dirname, 'poller.ts'),
      [`${host.ready.deskUrl}/api/clock`, run.authorization],
      {
        execArgv: [],
      },
    );
    await once(poller, 'message');
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1000;
    const { maxMs, p99Ms, count } = await endOf(poller);
    const note = `the longest of ${count} answers in ${seconds.toFixed(1)} s; 99 of 100 took ${p99Ms.toFixed(0)} ms or less`;
    results.push(result(`(heavy) GET /api/clock beside ${what}`, maxMs, '<', barMs, 'ms', note));
  };

  await measure('nothing', () => new Promise((resolve) => setTimeout(resolve, 2000)));
  const ruleSet = JSON.stringify({ text: nftables(4_800_000) });
  await measure('4.8 MB of nftables', () => call('POST', '/api/allow-list', ruleSet));
  const file = await caseFile(call);
  await call('POST', '/api/cases/import', '{"file":""}');
  await measure(`an import of a case file of ${(file.length / 1e6).toFixed(0)} MB`, () =>
    call('POST', '/api/cases/import', file),
  );
  // Not in the data folder, of which nothing is read.
  const har = await harFile(join(benchFolder(), 'big.har'));
  await measure('a HAR file of 100 MB', () => run.check({ traffic: { paths: [har] } }));
  await measure('1 MB of lists in lists', () => call('POST', '/api/seed', '['.repeat(1_000_000)));
  await measure('60 MB of empty lists', () =>
    call('POST', '/api/cases/import', `{"file":[${'[],'.repeat(20_000_000)}0]}`),
  );
  const tokens = JSON.stringify({
    content: tokenList(60_000),
    name: 'list.csv',
    platformKey: 'gbol',
    dryRun: true,
  });
  await measure('a refused body of tokens', () => call('POST', '/api/cases', tokens));
  await host.stop();
  return results;
};

const endOf = async (poller: ChildProcess): Promise<Told> => {
  const told = once(poller, 'message') as Promise<[Told]>;
  poller.send('end');
  return (await told)[0];
};

const clientOf = ({ ready }: BenchHost) => {
  const authorization = `Bearer ${ready.deskToken}`;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many routes
  const call = async (method: string, path: string, body?: string): Promise<any> => {
    const response = await fetch(ready.deskUrl + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    }).catch(() => undefined);
    const text = (await response?.text()) ?? '';
    return text === '' ? undefined : JSON.parse(text);
  };
  const check = async (request: object): Promise<void> => {
    const { id } = await call('POST', '/api/checks', JSON.stringify(request));
    for (;;) {
      const { state, error } = await call('GET', `/api/jobs/${id}`);
      if (state === 'done') return;
      if (state !== 'running') throw new Error(`The check ended as ${state}: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { call, run: { authorization, check } };
};

const nftables = (bytes: number): string =>
  `table inet filter {\n chain input {\n  type filter hook input priority 0; policy drop;\n${'  ip saddr 4.159.114.0/24 tcp dport 443 accept\n'.repeat(bytes / 47)} }\n}\n`;

/** Of 4 attachments and some hundred notes, as the body of an import; the case itself is removed again. */
const caseFile = async (call: ReturnType<typeof clientOf>['call']): Promise<string> => {
  const { id } = await call('POST', '/api/cases', '{"name":"large"}');
  for (let at = 0; at < 4; at++) {
    const content = randomBytes(4_600_000).toString('base64');
    await call('POST', `/api/cases/${id}/attachments`, JSON.stringify({ name: `trace-${at}`, content }));
  }
  const text = 'A word of it. '.repeat(300);
  for (let at = 0; at < 200; at++) await call('POST', `/api/cases/${id}/notes`, JSON.stringify({ text }));
  const file = JSON.stringify({ file: JSON.stringify(await call('POST', `/api/cases/${id}/export`)) });
  const { confirm, digest } = await call('GET', `/api/cases/${id}/removal`);
  await call('DELETE', `/api/cases/${id}?confirm=${confirm ?? digest}`);
  return file;
};

const harFile = async (path: string): Promise<string> => {
  const stream = createWriteStream(path);
  stream.write('{"log":{"version":"1.2","entries":[');
  const entry = JSON.stringify({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    request: { method: 'GET', url: 'https://api.example.com/companies/1/alerts', headers: [] },
    response: { status: 200, content: { text: 'x'.repeat(800) } },
  });
  for (let at = 0; at < 100_000; at++) {
    if (!stream.write(at === 0 ? entry : `,${entry}`)) await once(stream, 'drain');
  }
  stream.end(']}}');
  await once(stream, 'close');
  return path;
};

const tokenList = (rows: number): string =>
  `ref;name\n${Array.from({ length: rows }, (_, at) => `r-${at};Bakery ${at}`).join('\n')}`;
