import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { createSealer } from '#base/sealing.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import type { TokenImportResult, TokenRow } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { type Desk, deskOf, endOfJob, hasEnded, pump } from '#test/support/migrating.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

interface Company {
  readonly ref: string;
  readonly platform: string;
  readonly credentials: Record<string, string>;
}

/** 200 companies of three integrations: 190 good, 3 revoked, 3 still used by the old application, 4 malformed. */
const makeCompanies = async (desk: Desk): Promise<Company[]> => {
  const issue = async (platformKey: string, count: number, behaviour = 'good'): Promise<TokenSet[]> =>
    (await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', { platformKey, count, behaviour }))
      .results;
  const sets = [
    ...(await issue('gbol', 90)),
    ...(await issue('qhyg', 70)),
    ...(await issue('fztf', 30)),
    ...(await issue('qhyg', 2, 'revoked')),
    ...(await issue('fztf', 1, 'revoked')),
    ...(await issue('gbol', 3, 'used-by-old-application')),
    ...(await issue('gbol', 2)),
    ...(await issue('qhyg', 1)),
    ...(await issue('fztf', 1)),
  ];
  const companies = sets.map(({ platformKey, credentials }, n) => ({
    ref: `C-${String(n + 1).padStart(3, '0')}`,
    platform: platformKey,
    credentials: { ...credentials },
  }));
  const spoil = (n: number, field: string, value: string): void => {
    (companies[n] as Company).credentials[field] = value;
  };
  spoil(196, 'tenantId', 'not-a-uuid');
  spoil(197, 'refreshToken', '');
  spoil(198, 'realmId', 'letters');
  spoil(199, 'shop', 'shop.example.com');
  return companies;
};

const csvOf = (companies: readonly Company[]): string =>
  stringify(
    companies.map(({ ref, platform, credentials }) => ({
      ref,
      name: `Bakery ${ref}`,
      platform,
      ...credentials,
    })),
    {
      header: true,
      columns: ['ref', 'name', 'platform', 'accessToken', 'refreshToken', 'tenantId', 'realmId', 'shop'],
    },
  );

const rowsOf = async (desk: Desk, caseId: string): Promise<TokenRow[]> =>
  (await desk.get<{ results: TokenRow[] }>(`/api/cases/${caseId}/tokens/rows?limit=1000`)).results;

const everyRow = (dataDir: string): { row_id: number; content: Buffer }[] => {
  const vault = new Database(join(dataDir, 'vault.db'), { readonly: true });
  try {
    return vault.prepare('select row_id, content from row_secrets').all() as {
      row_id: number;
      content: Buffer;
    }[];
  } finally {
    vault.close();
  }
};

test('200 companies: pilot, run, killed, resumed, 190 migrated, 10 explained, nothing twice, no secret anywhere', async () => {
  const dataDir = temporaryFolder();
  const outside = temporaryFolder();
  const serve = (): Promise<HostProcess> =>
    startHostProcess(['--data', dataDir, '--clock', 'virtual', '--verbose']);
  let host = await serve();
  let desk = deskOf(host);
  const said: string[] = [];

  const companies = await makeCompanies(desk);
  const file = join(outside, 'companies.csv');
  writeFileSync(file, csvOf(companies));
  // By now the old application has refreshed what it still uses.
  await desk.post('/api/clock/advance', { by: 'PT2H' });

  const { id } = await desk.post<Json>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const imported: TokenImportResult = await endOfJob(desk, `/api/cases/${id}/tokens/imports`, { path: file });
  said.push(JSON.stringify(imported));
  expect(imported).toMatchObject({
    rows: 200,
    ready: 196,
    invalid: 4,
    byPlatform: { gbol: 93, qhyg: 72, fztf: 31 },
  });
  expect(imported.problems.map(({ row, field }) => [row, field])).toEqual([
    [198, 'tenantId'],
    [199, 'refreshToken'],
    [200, 'realmId'],
    [201, 'shop'],
  ]);
  // A copy of the sealed contents, as a thief might have one.
  const sealedBefore = everyRow(dataDir);
  expect(sealedBefore).toHaveLength(196);

  const pilot = await desk.post<Run>(`/api/cases/${id}/tokens/runs`, { kind: 'pilot', refs: ['C-001'] });
  const piloted = await pump(desk, id, pilot.id, hasEnded);
  expect(piloted).toMatchObject({ state: 'done', counts: { rows: 1, done: 1 } });

  const run = await desk.post<Run>(`/api/cases/${id}/tokens/runs`, { concurrency: 4 });
  await pump(desk, id, run.id, ({ counts }) => counts.done >= 40);
  await host.end('SIGKILL');
  said.push(host.stderr());

  host = await serve();
  desk = deskOf(host);
  expect(await desk.get(`/api/cases/${id}/tokens/runs/${run.id}`)).toMatchObject({ state: 'interrupted' });
  await desk.post(`/api/cases/${id}/tokens/runs/resume`);
  const ended = await pump(desk, id, run.id, hasEnded);
  expect(ended).toMatchObject({
    state: 'done',
    counts: { rows: 195, done: 189, failed: 6 },
    failures: { 'needs-reauthorization': 3, 'token-replaced': 3 },
    duplicates: [],
  });

  const rows = await rowsOf(desk, id);
  said.push(JSON.stringify(rows));
  const byState = Map.groupBy(rows, ({ state }) => state);
  expect([...byState].map(([state, of]) => [state, of.length]).sort()).toEqual([
    ['done', 190],
    ['failed', 6],
    ['invalid', 4],
  ]);
  expect(rows.every(({ state, secretsKept }) => secretsKept === (state === 'failed'))).toBe(true);

  // On the target: one company for each, one connection for each, as Linked as they should be.
  const list = (await (await host.api('GET', '/companies?pageSize=1000')).json()) as Json;
  expect(list.totalResults).toBe(196);
  const refs = list.results.map((company: Json) => company.tags.migrationRef);
  expect(new Set(refs).size).toBe(196);
  const statuses = list.results.flatMap((company: Json) =>
    company.dataConnections.map((c: Json) => c.status),
  );
  expect(statuses).toHaveLength(196);
  expect(statuses.filter((status: string) => status === 'Linked')).toHaveLength(190);

  // A second time changes nothing.
  const again = await host.desk('POST', `/api/cases/${id}/tokens/runs`, {});
  expect([again.status, ((await again.json()) as Json).error]).toEqual([
    409,
    expect.stringContaining('Nothing to do'),
  ]);

  // The report says all of it, in every format.
  for (const format of ['html', 'md', 'json', 'csv']) {
    const path = `/api/cases/${id}/reports/tokens?format=${format}`;
    const text = await (await host.desk('GET', path)).text();
    said.push(text);
    for (const { ref } of companies) expect(text.replaceAll('\\', '').includes(ref)).toBe(true);
    for (const words of ['Needs reauthorization', 'Token replaced', 'Bad credentials']) {
      if (format !== 'csv') expect([format, text.includes(words)]).toEqual([format, true]);
    }
  }
  const verified = await desk.post<Json>(`/api/cases/${id}/verify`);
  expect(verified).toMatchObject({ whole: true, problems: [] });
  said.push(await (await host.desk('POST', `/api/cases/${id}/export`, {})).text());
  said.push(JSON.stringify(await desk.get(`/api/cases/${id}/entries?limit=1000`)));

  // The data folder's key opens nothing of what was shredded, whatever copy of the content there is.
  const left = everyRow(dataDir);
  expect(left).toHaveLength(6);
  const sealer = createSealer(readFileSync(join(dataDir, 'carryover.key')));
  const shredded = sealedBefore.filter(({ row_id }) => !left.some((one) => one.row_id === row_id));
  const bytes = filesIn(dataDir).filter(({ path }) => path.includes('vault.db'));
  for (const { row_id, content } of shredded) {
    expect(sealer.openIfPossible(content, `token row ${row_id}`)).toBeUndefined();
    expect(bytes.some((one) => one.content.includes(content))).toBe(false);
  }

  expect(await host.end('SIGTERM')).toBe(0);
  said.push(host.stderr());
  // Some of each kind: every one would take a minute.
  const searched = companies.filter((_, n) => n % 40 === 0 || n >= 189);
  const secrets = Object.fromEntries(
    searched.flatMap(({ ref, credentials: { accessToken = '', refreshToken = '' } }) =>
      [accessToken, refreshToken].flatMap((value, n) => (value === '' ? [] : [[`${ref}.${n}`, value]])),
    ),
  );
  const written = [...filesIn(dataDir).map(({ content }) => content), Buffer.from(said.join('\n'))];
  expect(foundIn(secrets, Buffer.concat(written))).toEqual([]);
}, 120_000);
