import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { CutoverPlanView, CutoverView } from '#contract/cutover.ts';
import type { ParityReport } from '#contract/parity.ts';
import { startConsumer } from '#test/support/consumer.ts';
import {
  checkedEligible,
  legacySetUp,
  nextEvent,
  portalHeader,
  profileHeader,
  startWorld,
} from './cutover-cli.ts';

test('a cutover by command line: planned, rehearsed, granted, verified, watched, rolled back, and made again', async () => {
  let status = 200;
  const consumer = await startConsumer(() => status);
  const world = await startWorld({ clock: 'virtual' });
  const { run, json, dataDir, desk } = world;
  const { companyId, own, all } = await legacySetUp(world, consumer);
  const portalFile = join(dataDir, 'portal.txt');
  writeFileSync(portalFile, `${portalHeader}\n`);

  // Before: the legacy mechanism, with the profile's header.
  const before = await nextEvent(world, consumer, companyId);
  expect([before.path, before.headers.authorization, before.body.RuleType]).toEqual([
    '/own',
    profileHeader,
    'DataConnectionStatusChanged',
  ]);

  await run(0, 'case', 'new', 'acme', '--integrator', 'Acme Ltd');
  await checkedEligible(world, 'acme');

  // Planned with a conflict, which is decided.
  const open: CutoverPlanView = await json(3, 'cutover', 'plan', 'acme', '--portal-auth-file', portalFile);
  expect(open.conflicts).toMatchObject([{ header: 'Authorization' }]);
  expect(open.frozen).toBeUndefined();
  expect((await run(3, 'cutover', 'plan', 'acme')).stderr).toContain('--use portal or --use profile');
  const plan: CutoverPlanView = await json(0, 'cutover', 'plan', 'acme', '--use', 'portal', '--by', 'Jo');
  expect(plan.frozen).toBeDefined();
  expect(plan.conflicts).toMatchObject([{ header: 'Authorization', use: 'portal', by: 'Jo' }]);
  expect(plan.endpoints.map((one) => [one.url, one.companyId]).sort()).toEqual([
    [all, undefined],
    [own, companyId],
  ]);
  expect(plan.endpoints[0]?.headers.map(({ name, source }) => [name, source]).sort()).toEqual([
    ['Authorization', 'portal'],
    ['X-Service-ClientId', 'always'],
  ]);
  expect(plan.rules).toHaveLength(4);
  expect(JSON.stringify(plan)).not.toContain(portalHeader);

  // Rehearsed: nothing differs but what the mapping says.
  const parity: ParityReport = await json(0, 'cutover', 'rehearse', 'acme');
  expect(parity).toMatchObject({ verdict: 'holds', findings: [], occurrences: { legacyOnly: 0, twice: 0 } });
  expect(parity.differences.filter(({ kind }) => kind !== 'expected')).toEqual([]);
  expect(parity.differences.map(({ property }) => property)).toEqual(
    expect.arrayContaining(['AlertId', 'RuleId', 'RuleType', 'ClientName', 'Message']),
  );
  expect(await json(0, 'cutover', 'parity', 'acme')).toEqual(parity);

  // Requested and granted: exactly the plan.
  await run(3, 'cutover', 'apply', 'acme', '--by', 'Jo');
  const requested = await run(0, 'cutover', 'request', 'acme', '--by', 'Jo');
  expect(requested.stdout).toContain(plan.digest);
  await run(3, 'cutover', 'apply', 'acme', '--digest', '0'.repeat(64));
  const granted = await json(0, 'cutover', 'grant', 'acme', '--by', 'Jo');
  expect(granted.result.endpoints).toHaveLength(2);
  expect((await json(0, 'cutover', 'verify', 'acme')).done).toBe(true);

  // After: the new service, signed, with the portal's header.
  const after = await nextEvent(world, consumer, companyId);
  expect([after.path, after.headers.authorization, after.body.eventType]).toEqual([
    '/own',
    portalHeader,
    'connection.created',
  ]);
  const webhookId: string = granted.result.endpoints.find(
    ({ webhook }: { webhook: { url: string } }) => webhook.url === own,
  ).webhook.id;
  const { secret } = await desk('GET', `/api/endpoints/${webhookId}/secret`);
  expect(() =>
    new Webhook(secret).verify(JSON.stringify(after.body), after.headers as Record<string, string>),
  ).not.toThrow();

  // Headers of all endpoints in one go; a consumer that refuses the test event fails the verification.
  status = 401;
  expect((await json(3, 'cutover', 'verify', 'acme', '--headers')).headers.passed).toBe(false);
  status = 200;
  expect((await json(0, 'cutover', 'verify', 'acme', '--headers')).headers.passed).toBe(true);

  // In soak, a dropped header is noticed, and mended.
  await json(0, 'cutover', 'soak', 'acme', '--days', '7', '--by', 'Jo');
  await run(0, 'headers', 'set', 'acme', webhookId, '--remove', 'Authorization');
  const soak = await json(3, 'cutover', 'soak', 'acme');
  expect(soak.last.problems.map(({ id }: { id: string }) => id)).toEqual(['header-lost']);
  const lost: CutoverView = await json(3, 'cutover', 'status', 'acme');
  expect(lost.stages.find(({ id }) => id === 'verified')).toMatchObject({ reached: false });
  await run(3, 'cutover', 'complete', 'acme', '--by', 'Jo');
  await run(0, 'headers', 'set', 'acme', webhookId, '--authorization-file', portalFile);
  await run(0, 'cutover', 'verify', 'acme');
  await run(0, 'clock', 'advance', '8d');
  expect((await json(0, 'cutover', 'soak', 'acme')).state).toBe('over');
  await run(0, 'cutover', 'complete', 'acme', '--by', 'Jo', '--note', 'A quiet week');
  expect((await json(0, 'cutover', 'status', 'acme')).state).toBe('completed');

  // Rolled back: the rules fire again, with the profile's header.
  const shown = await json(0, 'cutover', 'rollback', 'acme', '--dry-run');
  expect(shown.endpoints).toHaveLength(2);
  expect(shown.rules).toHaveLength(4);
  await run(2, 'cutover', 'rollback', 'acme', '--reason', 'Orders missing');
  await run(0, 'cutover', 'rollback', 'acme', '--reason', 'Orders missing', '--by', 'Jo', '--yes');
  expect((await json(0, 'cutover', 'status', 'acme')).state).toBe('rolled-back');
  const back = await nextEvent(world, consumer, companyId);
  expect([back.headers.authorization, back.body.RuleType]).toEqual([
    profileHeader,
    'DataConnectionStatusChanged',
  ]);

  // And a second cutover.
  await run(0, 'cutover', 'plan', 'acme');
  await run(0, 'cutover', 'rehearse', 'acme');
  await run(0, 'cutover', 'request', 'acme', '--by', 'Jo');
  await run(0, 'cutover', 'apply', 'acme', '--by', 'Jo');
  await run(0, 'cutover', 'verify', 'acme');
  const again = await nextEvent(world, consumer, companyId);
  expect([again.headers.authorization, again.body.eventType]).toEqual([portalHeader, 'connection.created']);
  await run(0, 'verify', 'acme');
}, 240_000);
