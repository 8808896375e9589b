import { expect, test } from 'vitest';
import type { RecordedSample } from '#contract/token-samples.ts';
import { runHere } from '#test/support/cli-here.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const refs = ['acme-1', 'acme-2', 'acme-3'];
const list = [
  'ref,name,platform,accessToken,refreshToken,tenantId',
  ...refs.map(
    (ref) => `${ref},Company ${ref},gbol,access-of-${ref},refresh-of-${ref},${crypto.randomUUID()}`,
  ),
  '',
].join('\n');

test('a sample read back exits with 0 where all is as expected, 3 where something differs, 4 where it can’t be read', async () => {
  const data = temporaryFolder();
  const host = await testHost({ dataDir: data, clock: 'virtual' });
  const desk = async (method: string, path: string, body?: unknown) =>
    (await host.desk(method, path, body)).body;
  const { id } = await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  const { id: jobId } = await desk('POST', `/api/cases/${id}/tokens/imports`, { content: list });
  await until(async () => (await desk('GET', `/api/jobs/${jobId}`)).state === 'done');
  const run = await desk('POST', `/api/cases/${id}/tokens/runs`, {});
  await until(async () => {
    await desk('POST', '/api/clock/advance', { by: 'PT1M' });
    return (await desk('GET', `/api/cases/${id}/tokens/runs/${run.id}`)).state === 'done';
  });
  const check = (size: string, ...more: string[]) =>
    runHere('tokens', 'check', 'acme', '--sample', size, '--seed', 'spring', '--data', data, ...more);

  const sound = await check('2');
  expect(sound.code).toBe(0);
  expect(sound.stdout.match(/^acme-\d +gbol +as expected/gm)).toHaveLength(2);
  expect(sound.stderr).toMatch(
    /Read back 2 of 3 migrated from "local", seed "spring": 2 as expected, 0 differ, 0 not read\. Recorded as entry \d+\./,
  );
  const refsOf = ({ rows }: RecordedSample) => rows.map(({ ref }) => ref);
  const again: RecordedSample = JSON.parse((await check('2', '--json')).stdout);
  expect(refsOf(again)).toEqual(sound.stdout.match(/^acme-\d/gm));

  const companies: { id: string; name: string }[] = (await host.api('GET', '/companies')).body.results;
  const [first] = companies;
  await host.api('PATCH', `/companies/${first?.id}`, { tags: {} });
  const differs = await check('3');
  expect(differs.code).toBe(3);
  expect(differs.stdout).toMatch(
    new RegExp(`^${first?.name.replace('Company ', '')} +gbol +differs +No company with this`, 'm'),
  );
  expect(differs.stderr).toContain('2 as expected, 1 differ, 0 not read');

  await desk('PUT', '/api/faults', { faults: [{ route: '*', answer: '403' }] });
  const unread = await check('3');
  expect(unread.code).toBe(4);
  expect(unread.stdout.match(/^acme-\d +gbol +not read .*403/gm)).toHaveLength(3);
  expect(unread.stderr).toContain('0 as expected, 0 differ, 3 not read');

  const usage = await runHere('tokens', 'check', 'acme', '--seed', 'spring', '--data', data);
  expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('--seed needs --sample')]);
});
