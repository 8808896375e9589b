import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { type Host, startHost } from '#host/index.ts';
import { caseWith } from '#test/desk/cases/arbitrary-actions.ts';
import { type Desk, lastResults, startFixture } from '#test/desk/tokens/run/fixture.ts';
import { pausedRun, runsOf } from '#test/desk/tokens/run/steering.ts';
import { runHere } from '#test/support/cli-here.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions } from '#test/support/test-host.ts';

test.each([
  ['a token without its scheme', 'Bearer q7Tz-91mK-44xP', 'TOKEN=q7Tz-91mK-44xP\n'],
  ['the password of Basic', `Basic ${btoa('acme:pass-word-77')}`, 'password: pass-word-77'],
  ['a token in hex', 'Bearer q7Tz-91mK-44xP', Buffer.from('q7Tz-91mK-44xP').toString('hex').toUpperCase()],
  ['a token within base64', 'Token q7Tz-91mK-44xP', btoa('{"a":"q7Tz-91mK-44xP"}')],
  [
    'a token in an address',
    'Bearer q7/Tz+91mK==44xP',
    `https://acme.test/?t=${encodeURIComponent('q7/Tz+91mK==44xP')}`,
  ],
])(
  'an attached file with %s of a known header is sealed, and not exported in the clear',
  async (_, value, content) => {
    const context = await testDeskContext();
    const cases = createCases(context);
    const id = await caseWith(cases, []);
    await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:authorization', value }] });
    const file = { content: Buffer.from(content).toString('base64'), secret: false };
    await cases.attach(id, { ...file, name: 'env.txt' }, 'Ada');
    await cases.attach(id, { ...file, name: 'plain.txt', content: btoa('TOKEN=another') }, 'Ada');
    const { attachments } = await cases.state(id);
    expect(attachments.map(({ name, secret }) => [name, secret])).toEqual([
      ['env.txt', true],
      ['plain.txt', false],
    ]);
    const text = await cases.exportFile(id);
    expect(text).not.toContain(file.content);
    expect(JSON.parse(text).leftOut.attachments).toEqual(['env.txt']);
  },
);

const header = 'ref,name,platform,accessToken,refreshToken,tenantId\n';
const line = (ref: string): string =>
  `${ref},Company ${ref},gbol,access-of-${ref},refresh-of-${ref},${crypto.randomUUID()}`;

/** A case whose rows were imported, on a host that was stopped since. */
const importedCase = async (dataDir: string, refs: readonly string[]): Promise<void> => {
  const host = await startHost(hostOptions({ dataDir }));
  await importRows(host.ready, refs, await newCase(host.ready));
  await host.stop(1000);
};

const deskOf =
  ({ deskUrl, deskToken }: Host['ready']) =>
  async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
    return (await fetch(deskUrl + path, { headers, ...post })).json() as Promise<any>;
  };

const newCase = async (ready: Host['ready']): Promise<string> =>
  (await deskOf(ready)('/api/cases', { name: 'acme', parts: ['tokens'] })).id;

const importRows = async (ready: Host['ready'], refs: readonly string[], id = 'acme'): Promise<void> => {
  const desk = deskOf(ready);
  const job = await desk(`/api/cases/${id}/tokens/imports`, { content: header + refs.map(line).join('\n') });
  await expect.poll(async () => (await desk(`/api/jobs/${job.id}`)).state).toBe('done');
};

const companiesOf = async ({ apiUrl, apiKey }: Host['ready']): Promise<number> => {
  const headers = { authorization: `Basic ${btoa(apiKey)}` };
  const found = await (await fetch(`${apiUrl}/companies`, { headers })).json();
  return (found as { totalResults: number }).totalResults;
};

test.each<[string, (dataDir: string) => boolean]>([
  [
    'vault.db was deleted',
    (dataDir) => {
      for (const name of readdirSync(dataDir)) if (name.startsWith('vault.db')) rmSync(join(dataDir, name));
      return false;
    },
  ],
  [
    'there is a new key',
    (dataDir) => {
      rmSync(join(dataDir, 'carryover.key'));
      return true;
    },
  ],
])('rows whose credentials do not open are held before the first call: %s', async (_, lose) => {
  const dataDir = temporaryFolder();
  await importedCase(dataDir, ['acme-1', 'acme-2', 'acme-3']);
  const newKey = lose(dataDir);
  const host = await startHost(hostOptions({ dataDir, ...(newKey ? { newKey } : {}) }));
  onTestFinished(() => host.stop(1000));
  const cli = (...args: string[]) => runHere('tokens', ...args, '--data', dataDir);

  const dry = JSON.parse((await cli('run', 'acme', '--dry-run', '--json')).stdout);
  expect(dry).toMatchObject({ rows: 0, calls: [], heldCauses: { 'credentials-unreadable': 3 } });
  expect((await cli('status', 'acme')).stdout).toMatch(/3 held \(3: credentials can't be opened\)/);
  for (const kind of [['run'], ['run', '--pilot', 'acme-1']]) {
    const [command = '', ...more] = kind;
    const refused = await cli(command, 'acme', ...more);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/left out: Its credentials/)]);
  }
  expect(await companiesOf(host.ready)).toBe(0);

  // One is imported again: it goes, and the others stay held.
  const { results } = await deskOf(host.ready)('/api/cases');
  await importRows(host.ready, ['acme-2'], results[0].id);
  const run = await cli('run', 'acme', '--json');
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({
    state: 'done',
    counts: { rows: 1, done: 1 },
    failures: {},
    heldCauses: { 'credentials-unreadable': 2 },
    remark: expect.stringMatching(/2 rows are held: credentials can't be opened/),
  });
  expect(await companiesOf(host.ready)).toBe(1);
  const report = await runHere(
    'report',
    'acme',
    '--kind',
    'tokens',
    '--format',
    'md',
    '--out',
    '-',
    '--data',
    dataDir,
  );
  expect(report.stdout).toContain("Credentials can't be opened");
  const rows = JSON.parse((await cli('status', 'acme', '--rows', 'ready', '--json')).stdout).results;
  expect(rows.map(({ heldCause }: { heldCause: string }) => heldCause)).toEqual([
    'credentials-unreadable',
    'credentials-unreadable',
  ]);
});

/** What a person with the file, and not the key, may do to it. */
const tamper = (desk: Desk, sql: string): Promise<unknown> =>
  desk.vaultStore.write(({ db }) => db.executeQuery(CompiledQuery.raw(sql)));

test('rows that were changed in the vault are held, also when a run is resumed; others go on', async () => {
  const fixture = await startFixture();
  const refs = ['a', 'b', 'c', 'd'].map((ref) => ({ ref }));
  const { desk, caseId, rowIds } = await fixture.migration(refs);
  await pausedRun(fixture, desk, caseId);
  const [, second, third] = rowIds;
  await tamper(desk, `update row_secrets set content = zeroblob(80) where row_id = ${second}`);
  await tamper(desk, `update row_secrets set key_id = zeroblob(16) where row_id = ${third}`);
  await desk.runs.resume(caseId, 'tester');
  await desk.settled(caseId);
  const [run] = await desk.runs.list(caseId);
  expect(run).toMatchObject({ counts: { done: 2, failed: 0 }, heldCauses: { 'credentials-unreadable': 2 } });
  expect(
    await Promise.all(['a', 'b', 'c', 'd'].map(async (ref) => (await fixture.companies(ref)).length)),
  ).toEqual([1, 0, 0, 1]);
  const { companies } = await lastResults(desk.cases, caseId);
  expect(companies.map(({ state, cause }) => [state, cause])).toEqual([
    ['done', undefined],
    ['ready', 'credentials-unreadable'],
    ['ready', 'credentials-unreadable'],
    ['done', undefined],
  ]);
});

test('a row whose credentials are lost while the run is under way ends before its first call', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration([{ ref: 'e' }, { ref: 'f' }]);
  const lost = rowIds[1] as number;
  const runs = await runsOf(fixture, desk, {
    beforeStart: async () => {
      await tamper(desk, `delete from row_secrets where row_id = ${lost}`);
    },
  });
  const { id } = await runs.start(caseId, {}, 'tester');
  await desk.settled(caseId);
  expect(await runs.show(caseId, id)).toMatchObject({
    counts: { done: 1, failed: 1 },
    failures: { 'credentials-unreadable': 1 },
  });
  expect(await fixture.companies('f')).toEqual([]);
});
