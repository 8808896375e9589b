import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTargetWatch } from '#desk/watch/index.ts';
import { scan } from '#test/desk/eligibility/evidence.ts';
import { startFixture } from '#test/desk/eligibility/fixture.ts';
import { startConsumer } from '#test/support/consumer.ts';

/** The soak of a cutover, its end and its rollback, over the real local service. */

const path = join(import.meta.dirname, 'soak-and-rollback.test.ts');
const clean = () => scan({ at: '2026-01-01T00:00:00.000Z' });

/** A case whose cutover is granted, with one endpoint. */
const grantedCase = async (answer: () => number = () => 200) => {
  const fixture = await startFixture({ scans: [clean()] });
  const consumer = await startConsumer(answer);
  await fixture.service.api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { webhook: consumer.url },
  });
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  await fixture.eligibility.requests.draft(id, 'tester');
  await fixture.eligibility.requests.sent(id, { by: 'Jo' }, 'tester');
  const { result } = await fixture.cutover.grants.grant(id, { by: 'Jo' }, 'tester');
  // Parity is another matter: without a rehearsal, nobody says that it holds.
  await fixture.cases.act(id, 'tester', {
    kind: 'step.changed',
    content: { id: 'rehearse-cutover', state: 'skipped', note: 'known consumer' },
  });
  const watch = createTargetWatch(fixture.context, { ...fixture, control: fixture.service.control });
  onTestFinished(() => watch.stop());
  const [made] = result.endpoints;
  if (made === undefined) throw new Error('The cutover made no endpoint.');
  const { clock, messages, endpoints, sandbox } = fixture.service.control;
  return {
    ...fixture,
    id,
    watch,
    consumer,
    webhookId: made.webhook.id,
    clock,
    endpoints,
    sandbox,
    view: () => fixture.cutover.view(id),
    verify: async () => {
      await watch.check(id);
      return fixture.cutover.grants.check(id, 'tester');
    },
    publish: () => messages.publishExample({ eventType: 'read.completed' }),
    inDays: async (days: number) =>
      new Date(Date.parse((await clock.show()).now) + days * 86_400_000).toISOString(),
    advance: (days: number) => clock.advance({ by: `P${days}D` }),
    stepStates: async () =>
      Object.fromEntries((await fixture.cases.state(id)).steps.map((step) => [step.id, step.state])),
  };
};
type Granted = Awaited<ReturnType<typeof grantedCase>>;

const inSoak = async (granted: Granted, days = 7) => {
  await granted.verify();
  const until = await granted.inDays(days);
  return granted.cutover.startSoak(granted.id, { until, by: 'Jo' }, 'tester');
};
const refused = (code: string) => expect.objectContaining({ code });

test('a cutover is verified, soaks for 7 days of the service, and is completed', async () => {
  const granted = await grantedCase();
  const { cutover, id } = granted;
  expect((await granted.view()).state).toBe('granted');
  const until = await granted.inDays(7);
  await expect(cutover.startSoak(id, { until, by: 'Jo' }, 'tester')).rejects.toEqual(
    refused('cutover.stageMissing'),
  );
  const { next } = await granted.view();
  expect(next?.what).toMatch(/^Verify the endpoints/);
  await granted.verify();
  expect((await granted.view()).state).toBe('verified');
  await expect(cutover.startSoak(id, { until: '2020-01-01T00:00:00Z', by: 'Jo' }, 'tester')).rejects.toEqual(
    refused('request.invalid'),
  );

  const soak = await inSoak(granted);
  expect(soak).toMatchObject({ state: 'soak', soak: { state: 'running', last: { problems: [] } } });
  await expect(cutover.complete(id, { by: 'Jo' }, 'tester')).rejects.toThrow(
    /runs until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
  );
  await granted.publish();
  await granted.consumer.receivedAtLeast(1);
  await granted.advance(8);
  expect((await granted.view()).soak?.state).toBe('running');
  await cutover.settleSoak(id);
  const over = await granted.view();
  expect(over.soak).toMatchObject({
    state: 'over',
    last: { endpoints: [{ deliveries: { succeeded: 1, failed: 0, waiting: 0 } }], problems: [] },
  });
  // By which attempt it succeeded is on record, for reports.
  const record = (await granted.cases.state(id)).soaks.at(-1)?.observations.at(-1);
  expect(record?.endpoints[0]?.deliveries).toEqual({
    ...{ succeeded: 1, failed: 0, waiting: 0 },
    ...{ byAttempt: [1, 0, 0, 0, 0, 0, 0, 0], resent: 0 },
  });
  const done = await cutover.complete(id, { by: 'Jo', note: 'all well' }, 'tester');
  expect(done).toMatchObject({ state: 'completed', completed: { by: 'Jo', note: 'all well' } });
  expect(done).not.toHaveProperty('next');
  await cutover.complete(id, { by: 'Ada' }, 'tester');
  expect((await granted.cases.state(id)).completions).toHaveLength(1);
});

test('failed deliveries, and messages that no endpoint got, keep a soak from being completed until they are mended', async () => {
  let status = 400;
  const granted = await grantedCase(() => status);
  const { cutover, id, webhookId, endpoints } = granted;
  await inSoak(granted);
  await granted.publish();
  await granted.consumer.receivedAtLeast(1);
  await granted.advance(8);
  const failing = await cutover.observeSoak(id, 'tester');
  expect(failing.soak?.last?.problems).toMatchObject([{ id: 'delivery-failed', count: 1, webhookId }]);
  await expect(cutover.complete(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/1 delivery to .* failed/);

  status = 200;
  const { results } = await granted.service.control.messages.list({ endpoint: webhookId });
  await granted.service.control.messages.resend(results[0]?.id as string);
  await granted.consumer.receivedAtLeast(2);
  await expect.poll(async () => (await cutover.observeSoak(id, 'tester')).soak?.last?.problems).toEqual([]);
  const history = (await granted.view()).soak?.history ?? [];
  expect(history.map(({ problems }) => problems.length)).toEqual([0, 1, 0]);
  // Eight attempts of the schedule failed; it was a resend that succeeded.
  const none = [0, 0, 0, 0, 0, 0, 0, 0];
  expect(history.map(({ endpoints: [first] }) => first?.deliveries)).toEqual([
    { succeeded: 1, failed: 0, waiting: 0, byAttempt: none, resent: 1 },
    { succeeded: 0, failed: 1, waiting: 0, byAttempt: none, resent: 0 },
    { succeeded: 0, failed: 0, waiting: 0 },
  ]);
  expect((await cutover.complete(id, { by: 'Jo' }, 'tester')).state).toBe('completed');

  // What is disabled is reopened, and named.
  await endpoints.change(webhookId, { disabled: true });
  await granted.watch.check(id);
  const drifted = await granted.view();
  expect(drifted.state).toBe('granted');
  expect(drifted.stages.find((stage) => stage.id === 'verified')?.why).toEqual([
    `Endpoint ${webhookId} is disabled.`,
  ]);
  expect(drifted).not.toHaveProperty('completed');
  expect((await cutover.observeSoak(id, 'tester')).soak?.last?.problems).toMatchObject([
    { id: 'endpoint-disabled', webhookId },
  ]);
  await endpoints.change(webhookId, { disabled: false });
  await granted.verify();
  await cutover.observeSoak(id, 'tester');
  expect((await granted.view()).state).toBe('completed');
});

test('a dropped header reopens what was verified; mended and verified again it is reached again', async () => {
  const granted = await grantedCase();
  const { id, webhookId, endpoints, cutover } = granted;
  await inSoak(granted);
  const headers = await endpoints.headers(webhookId, true);
  await endpoints.setHeaders(webhookId, { headers: [] });
  await granted.watch.check(id);
  expect((await granted.view()).stages.find((stage) => stage.id === 'verified')?.why).toEqual([
    `Endpoint ${webhookId} was changed since it was verified.`,
  ]);
  await granted.verify();
  expect(await cutover.corrections(id)).toContain('Header X-Service-ClientId');
  expect((await cutover.observeSoak(id, 'tester')).soak?.last?.problems).toMatchObject([
    { id: 'header-lost', webhookId },
  ]);
  await endpoints.setHeaders(webhookId, { headers });
  await granted.verify();
  expect((await cutover.observeSoak(id, 'tester')).state).toBe('soak');
  expect(await cutover.corrections(id)).toContain('Nothing is to be corrected.');
});

test('a delivery that failed so far is a problem as long as it is retried, and is recorded only at the end', async () => {
  let status = 500;
  const granted = await grantedCase(() => status);
  const { cutover, id, webhookId } = granted;
  await inSoak(granted);
  await granted.publish();
  await granted.consumer.receivedAtLeast(1);
  const look = async () => (await cutover.observeSoak(id, 'tester')).soak;
  await expect
    .poll(async () => (await look())?.last?.problems)
    .toMatchObject([{ id: 'delivery-retrying', count: 1, webhookId }]);
  expect((await look())?.history.map(({ problems }) => problems.length)).toEqual([0]);
  status = 200;
  await granted.advance(8);
  await expect.poll(async () => (await look())?.last?.problems).toEqual([]);
  expect((await cutover.complete(id, { by: 'Jo' }, 'tester')).state).toBe('completed');
  const record = (await granted.cases.state(id)).soaks.at(-1)?.observations.at(-1);
  expect(record?.endpoints[0]?.deliveries).toMatchObject({
    succeeded: 1,
    byAttempt: [0, 1, 0, 0, 0, 0, 0, 0],
  });
});

test('a rollback is shown, done as it was shown, and recorded; from each stage', async () => {
  const granted = await grantedCase();
  const { id, cutover, webhookId, sandbox } = granted;
  const shown = await cutover.rollbackPreview(id);
  expect(shown).toMatchObject({
    endpoints: [{ id: webhookId, disabled: false }],
    rules: [{ type: 'Data sync completed' }],
    waiting: 0,
  });
  expect(shown.steps).toContain('Cut over and confirm');
  await inSoak(granted);
  await granted.endpoints.change(webhookId, { disabled: true });
  const request = { by: 'Jo', reason: 'too many failures', digest: shown.digest };
  await expect(cutover.rollBack(id, request, 'tester')).rejects.toEqual(refused('cutover.previewOutdated'));
  expect((await granted.view()).rollbacks).toEqual([]);
  const { digest } = await cutover.rollbackPreview(id);
  const after = await cutover.rollBack(id, { ...request, digest }, 'tester');
  expect(after).toMatchObject({
    state: 'rolled-back',
    rollbacks: [{ by: 'Jo', reason: 'too many failures', state: 'done' }],
  });
  expect(after).not.toHaveProperty('soak');
  expect(await sandbox.cutoverState()).toEqual({ cutOver: false });
  expect(await granted.endpoints.show(webhookId)).toMatchObject({ disabled: true });
  expect((await granted.stepStates())['await-confirmation']).toBe('open');
  await expect(cutover.rollBack(id, request, 'tester')).rejects.toEqual(refused('cutover.notStanding'));
  expect((await granted.cases.state(id)).reversals).toHaveLength(1);
});

test('a rollback that was decided and cut off is carried out by the same call, one that was carried out is found', async () => {
  const granted = await grantedCase();
  const { id, cutover, sandbox, webhookId } = granted;
  const { digest, targetId } = await cutover.rollbackPreview(id);
  const decided = { targetId, by: 'Jo', reason: 'x', digest, webhookIds: [webhookId] };
  await granted.cases.act(id, 'tester', { kind: 'cutover.rollbackDecided', content: decided });
  expect(await granted.view()).toMatchObject({ state: 'granted', rollbacks: [{ state: 'requested' }] });
  await cutover.rollBack(id, { by: 'Jo', reason: 'again' }, 'tester');
  expect((await granted.view()).rollbacks).toMatchObject([{ reason: 'x', state: 'done' }]);

  const other = await grantedCase();
  const preview = await other.cutover.rollbackPreview(other.id);
  await other.cases.act(other.id, 'tester', {
    kind: 'cutover.rollbackDecided',
    content: { ...decided, digest: preview.digest, webhookIds: [other.webhookId] },
  });
  await other.sandbox.undoCutover();
  await other.watch.check(other.id);
  expect(await other.view()).toMatchObject({ state: 'rolled-back', rollbacks: [{ state: 'done' }] });
  expect((await sandbox.cutoverState()).cutOver).toBe(false);
});

test('a cutover that was made since by somebody else is not undone, and the own one counts as reversed', async () => {
  const granted = await grantedCase();
  const { id, cutover, sandbox } = granted;
  await sandbox.undoCutover();
  await sandbox.cutover({});
  await expect(cutover.rollbackPreview(id)).rejects.toEqual(refused('cutover.notStanding'));
  await expect(cutover.rollBack(id, { by: 'Jo', reason: 'x' }, 'tester')).rejects.toEqual(
    refused('cutover.notStanding'),
  );
  expect((await sandbox.cutoverState()).cutOver).toBe(true);
  expect((await granted.view()).rollbacks).toEqual([]);
  await granted.watch.check(id);
  expect(await granted.view()).toMatchObject({ state: 'rolled-back' });
});

test('announcements of the service are enough: nobody has to look', async () => {
  let status = 200;
  const granted = await grantedCase(() => status);
  const { id, cutover } = granted;
  cutover.start();
  onTestFinished(() => cutover.stop());
  await inSoak(granted);
  status = 400;
  await granted.publish();
  await granted.consumer.receivedAtLeast(1);
  await granted.advance(3);
  await expect
    .poll(async () => (await granted.view()).soak?.last?.problems.map((one) => one.id))
    .toEqual(['delivery-failed']);
  expect((await granted.cases.state(id)).soaks[0]?.observations).toHaveLength(2);
});
