import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatOutcome } from '#cli/tokens-rehearse.ts';
import type { RehearsalOutcome, Run } from '#contract/token-runs.ts';
import { serve } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a rehearsal on the command line; one that is cut off by a crash leaves nothing behind', async () => {
  const data = temporaryFolder();
  const host = await serve('--data', data);
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const deskOf =
    ({ deskUrl, deskToken }: { deskUrl: string; deskToken: string }) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    async (method: string, path: string, body?: unknown): Promise<any> => {
      const response = await fetch(deskUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${deskToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect([path, response.status]).toEqual([path, 200]);
      return response.json();
    };
  const desk = deskOf(host.ready);
  const { id } = await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  const { results } = await desk('POST', '/api/simulator/tokens', { platformKey: 'fbrh', count: 100 });
  const lines = results.map(
    ({ credentials }: { credentials: Record<string, string> }, n: number) =>
      `acme-${n},Acme ${n},fbrh,${credentials.accessToken},${credentials.refreshToken}`,
  );
  const content = ['ref,name,platform,accessToken,refreshToken', ...lines].join('\n');
  const job = await desk('POST', `/api/cases/${id}/tokens/imports`, { content, name: 'rows' });
  await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).state !== 'running');

  const refs = ['acme-1', 'acme-2', 'acme-3'];
  const rehearsed = await cli('tokens', 'rehearse', 'acme', '--behaviour', 'revoked=1', '--ref', ...refs);
  expect(rehearsed.stdout).toMatch(/Rehearsal [0-9a-f]{8} on "temporary instance" .*: done/);
  expect(rehearsed.stdout).toMatch(/good +2 +2 +-\n/);
  expect(rehearsed.stdout).toMatch(/revoked +1 +0 +1 needs reauthorization\n/);
  expect([rehearsed.code, rehearsed.stderr]).toEqual([0, '3 rows on a temporary instance of the service.\n']);
  const wrong = await cli('tokens', 'rehearse', 'acme', '--behaviour', 'evil=1');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('such as revoked=3')]);

  const run: Run = await desk('POST', `/api/cases/${id}/tokens/rehearsals`, { seed: 2 });
  expect(run.state).toBe('running');
  expect(readdirSync(join(data, 'rehearsals'))).toHaveLength(1);
  host.process.kill('SIGKILL');
  await host.ended;
  expect(readdirSync(join(data, 'rehearsals'))).toHaveLength(1);
  const again = deskOf((await testHost({ dataDir: data })).ready);
  expect(existsSync(join(data, 'rehearsals'))).toBe(false);
  expect((await again('GET', `/api/cases/${id}/tokens/runs/${run.id}`)).state).toBe('cancelled');
  const json = JSON.parse((await cli('tokens', 'rehearse', 'acme', '--json', '--ref', ...refs)).stdout);
  expect(json).toMatchObject({
    run: { state: 'done' },
    outcome: { behaviours: [{ behaviour: 'good', done: 3 }] },
  });
});

test('every behaviour in a line of its own, with what to know', () => {
  const run = {
    id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
    kind: 'rehearsal',
    state: 'cancelled',
    targetName: 'temporary instance',
    by: 'ada',
    started: '2026-01-15T09:00:00.000Z',
    remark: 'Cancelled manually.',
  } as Run;
  const outcome: RehearsalOutcome = {
    runId: run.id,
    state: 'cancelled',
    behaviours: [
      { behaviour: 'good', rows: 10, done: 4, failed: {}, left: 6 },
      {
        behaviour: 'revoked',
        rows: 3,
        done: 0,
        failed: { 'needs-reauthorization': 2, 'rate-limit': 1 },
        left: 0,
      },
    ],
  };
  const lines = formatOutcome(run, outcome).split('\n');
  expect(lines.find((line) => line.startsWith('good'))).toMatch(/^good +10 +4 +- +6 left$/);
  expect(lines.find((line) => line.startsWith('revoked'))).toMatch(
    /^revoked +3 +0 +2 needs reauthorization, 1 rate limit$/,
  );
  expect(lines.at(-1)).toBe('Cancelled manually.');
});
