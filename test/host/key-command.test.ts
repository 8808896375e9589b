import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run } from '#contract/token-runs.ts';
import { runCli } from '#test/support/cli.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { keyService } from '#test/support/key-service.ts';
import { deskOf, endOfJob, hasEnded, pump } from '#test/support/migrating.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** `rowKeys.command`. */
const commandFailed = 50332;

const importRows = async (host: HostProcess): Promise<{ caseId: string; tokens: string[] }> => {
  const desk = deskOf(host);
  const { results } = await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
    platformKey: 'qhyg',
    count: 3,
    behaviour: 'good',
  });
  const rows = results.map(({ platformKey, credentials }, n) => ({
    ref: `C-${n + 1}`,
    name: `Bakery ${n + 1}`,
    platform: platformKey,
    ...credentials,
  }));
  const path = join(temporaryFolder(), 'companies.csv');
  writeFileSync(path, stringify(rows, { header: true }));
  const { id: caseId } = await desk.post<{ id: string }>('/api/cases', { name: 'acme', parts: ['tokens'] });
  await endOfJob(desk, `/api/cases/${caseId}/tokens/imports`, { path });
  return { caseId, tokens: results.flatMap(({ credentials }) => Object.values(credentials)) };
};

test('with a key command a token run waits for the key service, and says so; nothing is lost meanwhile', async () => {
  const service = keyService();
  const dataDir = temporaryFolder();
  const first = await startHostProcess([
    ...['--data', dataDir, '--clock', 'virtual'],
    ...['--key-command', JSON.stringify(service.command.argv)],
  ]);
  const { caseId, tokens } = await importRows(first);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(JSON.parse(readFileSync(join(dataDir, 'serve.json'), 'utf8')).keyCommand).toContain(service.program);

  service.behave('fails');
  const second = await startHostProcess(['--data', dataDir]);
  const start = () => second.desk('POST', `/api/cases/${caseId}/tokens/runs`, { kind: 'run' });
  const refused = await start();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ detailedErrorCode: commandFailed }),
  ]);
  service.behave('right');
  const started = (await (await start()).json()) as Run;
  const run = await pump(deskOf(second), caseId, started.id, hasEnded);
  expect([run.state, run.counts.done]).toEqual(['done', 3]);
  expect(await second.end('SIGTERM')).toBe(0);
  const [set = ''] = readdirSync(join(dataDir, 'row-keys'));
  // Its first slot says whose it is; the others were keys.
  expect(statSync(join(dataDir, 'row-keys', set, 'keys')).size).toBe(128);

  expect(new Set(service.calls())).toEqual(new Set(['--key team wrap', '--key team unwrap']));
  const said = first.stderr() + second.stderr();
  expect(tokens.filter((token) => token.length > 8 && said.includes(token))).toEqual([]);
});

test('a key command that is none is refused in words', async () => {
  const dataDir = temporaryFolder();
  const serve = (command: string) =>
    runCli('serve', ...freePorts, '--json', '--data', dataDir, '--key-command', command);
  for (const command of ['[]', '["a", 1]', '["/bin/true"', '']) {
    const { code, stderr } = await serve(command);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('must be the path of a program')]);
  }
});
