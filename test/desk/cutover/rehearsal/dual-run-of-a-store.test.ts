import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { hostEnvironment, storeKind } from '#test/support/test-store.ts';

test('a dual run pairs what both mechanisms send, and is in doubt where other processes had the store', async () => {
  const dataDir = temporaryFolder();
  const dataKeyFile = join(temporaryFolder(), 'team.key');
  writeFileSync(dataKeyFile, randomBytes(32), { mode: 0o600 });
  const host = await testHost({ dataDir, dataKeyFile });
  const consumer = await startConsumer();
  const rule = { type: 'DataConnectionStatusChanged', notifiers: { webhook: consumer.url } };
  expect((await host.api('POST', '/rules', rule)).status).toBe(200);
  const { body: company } = await host.api('POST', '/companies', { name: 'Harbour & Vine Ltd' });
  const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/api/cases/${found.id}/cutover`;
  expect((await host.desk('POST', `${path}/plan`, { freeze: true })).status).toBe(200);

  const dualRun = async (inBetween: () => Promise<unknown>) => {
    expect((await host.desk('POST', `${path}/dual-run`)).status).toBe(200);
    await inBetween();
    const connection = { platformKey: 'gbol' };
    expect((await host.api('POST', `/companies/${company.id}/connections`, connection)).status).toBe(200);
    const outcomes = async (): Promise<string[]> =>
      (await host.desk('GET', `${path}/dual-run`)).body.pairs.map(
        ({ outcome }: { outcome: string }) => outcome,
      );
    await expect.poll(outcomes, { timeout: 30_000 }).toContain('both');
    return (await host.desk('POST', `${path}/dual-run/stop`)).body.report;
  };
  const doubt = /^Other processes had the store/;
  const alone = await dualRun(async () => {});
  expect(alone.why).not.toContainEqual(expect.stringMatching(doubt));
  if (storeKind === 'sqlite') return;

  const { CARRYOVER_STORE: store } = await hostEnvironment(dataDir);
  const beside = await dualRun(async () => {
    // It comes and leaves.
    const other = await testHost({ dataDir: temporaryFolder(), dataKeyFile, ...(store && { store }) });
    await other.stop(0);
  });
  expect(beside.verdict).not.toBe('holds');
  expect(beside.why).toContainEqual(expect.stringMatching(doubt));
}, 120_000);
