import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import type { RuleType } from '#contract/legacy.ts';
import { type Consumer, startConsumer } from '#test/support/consumer.ts';
import { plannedOrder } from '#test/support/cutover-order.ts';
import { type SandboxEngine, startSandboxEngine } from '#test/support/sandbox-engine.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

const addRule = ({ legacy }: SandboxEngine, type: RuleType, webhook: string, companyId?: string) =>
  legacy.rules.create({ type, companyId, notifiers: { webhook } });

const sentTo = ({ received }: Consumer, path: string) => received.filter((one) => one.path === path);

/** The machine may be busy. */
const patiently = { timeout: 20_000 };

/** Waits until as many requests came as expected. */
const arrived = (consumer: Consumer, count: number) =>
  expect.poll(() => consumer.received.length, patiently).toBe(count);

/** Two planned endpoints: one for all companies, one for a company. */
const started = async () => {
  const engine = await startSandboxEngine();
  const consumer = await startConsumer();
  const company = await engine.platform.companies.create({ name: 'Bright Bakery' }, 'test');
  await engine.legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer profile' });
  const first = await addRule(engine, 'Sync Completed', consumer.url);
  const second = await addRule(engine, 'Sync Completed', consumer.url, company.id);
  const plan = await plannedOrder(engine);
  const publish = () =>
    engine.sandbox.publishExample({ eventType: 'expenses.sync.successful', companyId: company.id });
  return { ...engine, consumer, company, rules: [first, second] as const, plan, publish };
};

const mirrorDir = ({ outboxDir }: SandboxEngine) => join(dirname(outboxDir), 'mirror');

/** Everything that tells of rules, endpoints, alerts and deliveries. */
const shown = async ({ legacy, webhooks, scheduler }: SandboxEngine) => ({
  rules: await legacy.rules.list({}),
  alerts: (await legacy.alerts.list({})).results.map(({ ruleId, status }) => ({ ruleId, status })),
  endpoints: await webhooks.management.list(),
  messages: (await webhooks.messages.list({ eventType: 'expenses.sync.successful' })).results.map(
    ({ deliveries }) => deliveries,
  ),
  upcoming: await scheduler.upcoming(100),
});

describe('a dual run', () => {
  test('sends what both mechanisms would send to a recorder, and shows nowhere', async () => {
    const engine = await started();
    const { sandbox, client, company, rules, plan, consumer } = engine;
    const recorder = await startConsumer();
    expect(await sandbox.mirrorState()).toEqual({ running: false });
    const before = await shown(engine);
    const { secrets } = await sandbox.startMirror({
      url: `${recorder.url}/run/`,
      plan,
      portalAuthHeader: 'Bearer portal',
    });
    expect(await sandbox.mirrorState()).toMatchObject({ running: true, planDigest: plan.digest });
    expect(await shown(engine)).toEqual(before);
    await engine.publish();
    await engine.scheduler.idle();
    await arrived(recorder, 4);

    for (const [n, { id }] of rules.entries()) {
      const [alert, ...moreAlerts] = sentTo(recorder, `/run/legacy/${n}`);
      expect(moreAlerts).toEqual([]);
      expect(alert?.headers).toMatchObject({
        authorization: 'Bearer profile',
        'x-service-clientid': client.id,
      });
      expect(JSON.parse(alert?.body as string)).toMatchObject({
        RuleId: id,
        RuleType: 'Sync Completed',
        CompanyId: company.id,
      });
      const [message, ...moreMessages] = sentTo(recorder, `/run/new/${n}`);
      expect(moreMessages).toEqual([]);
      expect(message?.headers).toMatchObject({
        authorization: 'Bearer portal',
        'x-service-clientid': client.id,
      });
      const verifier = new Webhook(secrets[n] as string);
      verifier.verify(message?.body as string, message?.headers as Record<string, string>);
      expect(JSON.parse(message?.body as string)).toMatchObject({
        eventType: 'expenses.sync.successful',
        payload: { referenceCompany: { id: company.id } },
      });
    }
    // Only the rules of the sandbox itself fired there.
    expect(consumer.received).toHaveLength(2);
    const during = await shown(engine);
    expect(during).toMatchObject({ ...before, alerts: [{}, {}], messages: [[]] });

    await sandbox.stopMirror();
    await sandbox.stopMirror();
    expect(await sandbox.mirrorState()).toEqual({ running: false });
    expect(existsSync(mirrorDir(engine))).toBe(false);
    expect(await shown(engine)).toEqual(during);
    await engine.publish();
    await engine.scheduler.idle();
    expect(recorder.received).toHaveLength(4);
  });

  test('goes on over a cutover and a rollback, and is the same before and after', async () => {
    const engine = await started();
    const { sandbox, plan, consumer } = engine;
    const recorder = await startConsumer();
    await sandbox.startMirror({ url: recorder.url, plan });
    const publish = () => engine.publish().then(() => engine.scheduler.idle());
    await publish();
    await sandbox.cutover({ plan });
    await publish();
    await sandbox.undoCutover();
    await publish();
    await arrived(recorder, 12);
    expect(consumer.received).toHaveLength(6);
    for (const path of ['/legacy/0', '/legacy/1', '/new/0', '/new/1']) {
      expect(sentTo(recorder, path)).toHaveLength(3);
    }
    await sandbox.stopMirror();
  });

  test('gets what is really committed, and nothing that was rolled back', async () => {
    const engine = await started();
    const recorder = await startConsumer();
    await engine.sandbox.startMirror({ url: recorder.url, plan: engine.plan });
    const { store } = engine.context;
    const event = {
      type: 'expenses.sync.successful' as const,
      company: engine.company,
      syncId: 's',
      syncType: 'Expense',
    };
    const failing = store.write(async (tx) => {
      await engine.context.publish(tx, event);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await store.write((tx) => engine.context.publish(tx, { ...event, syncId: 'kept' }));
    await arrived(recorder, 4);
    const ids = sentTo(recorder, '/legacy/0').map(({ body }) => JSON.parse(body).Data.syncId);
    expect(ids).toEqual(['kept']);
  });

  test('says at its end what it lost, and what it did not wait for', async () => {
    const engine = await started();
    const recorder = await startConsumer();
    const { sandbox, plan, context } = engine;
    await sandbox.startMirror({ url: recorder.url, plan });
    await engine.publish();
    await arrived(recorder, 4);
    expect(await sandbox.stopMirror()).toEqual({ lost: 0, elsewhere: false, drained: true });

    await sandbox.startMirror({ url: recorder.url, plan });
    // An event of a company that nobody knows can't be stored.
    const unfit = { type: 'expenses.sync.successful' } as never;
    await context.store.write((tx) => sandbox.mirrorEvent(tx, unfit));
    expect(await sandbox.stopMirror()).toEqual({ lost: 1, elsewhere: false, drained: true });
    expect(await sandbox.stopMirror()).toEqual({ lost: 0, elsewhere: false, drained: false });
  });

  test('retries as both mechanisms do, on the clock of the sandbox, and waits while it is paused', async () => {
    const engine = await started();
    const { sandbox, scheduler, context, plan } = engine;
    const recorder = await startConsumer((_, before) => (before < 4 ? 503 : 200));
    await sandbox.startMirror({ url: recorder.url, plan });
    await scheduler.pause();
    await engine.publish();
    await sandbox.mirrorState();
    expect(recorder.received).toEqual([]);
    await scheduler.resume();
    await arrived(recorder, 4);
    // 5 s after the failure for a message, 15 s for an alert.
    await expect
      .poll(async () => {
        await scheduler.advanceTo(context.clock.now() + 5000);
        return sentTo(recorder, '/new/0').length;
      }, patiently)
      .toBe(2);
    await expect
      .poll(async () => {
        await scheduler.advanceTo(context.clock.now() + 15_000);
        return recorder.received.length;
      }, patiently)
      .toBe(8);
  });

  test('ends with a reset', async () => {
    const engine = await started();
    const { sandbox, plan } = engine;
    const recorder = await startConsumer();
    await sandbox.startMirror({ url: recorder.url, plan });
    await sandbox.reset();
    expect(await sandbox.mirrorState()).toEqual({ running: false });
    expect(existsSync(mirrorDir(engine))).toBe(false);
    await sandbox.publishExample({ eventType: 'expenses.sync.successful' });
    await engine.scheduler.idle();
    expect(recorder.received).toEqual([]);
  });

  test('is refused beside another one, to another machine, and for a plan that moved', async () => {
    const engine = await started();
    const { sandbox, plan } = engine;
    const { url } = await startConsumer();
    for (const elsewhere of [
      'https://127.0.0.1/',
      'http://example.com/',
      'http://127.0.0.1.example.com/',
      'x',
    ]) {
      await expect(sandbox.startMirror({ url: elsewhere, plan })).rejects.toMatchObject({
        validation: [{ itemId: 'url' }],
      });
    }
    await expect(sandbox.startMirror({ url, plan: { ...plan, ruleIds: [] } })).rejects.toMatchObject({
      code: 'cutover.moved',
    });
    expect(existsSync(mirrorDir(engine))).toBe(false);
    await sandbox.startMirror({ url, plan });
    await expect(sandbox.startMirror({ url, plan })).rejects.toMatchObject({ code: 'mirror.running' });
    await sandbox.stopMirror();
    await sandbox.startMirror({ url, plan });
  });

  test('is gone after a crash: the next start deletes what it left, and sends nothing of it', async () => {
    const dataDir = temporaryFolder();
    const dataKey = Buffer.alloc(32, 1);
    const service = await startTestService({ dataDir, dataKey });
    const { sandbox, messages } = service.control;
    const recorder = await startConsumer(() => 503);
    const rule = await service.api('POST', '/rules', {
      type: 'Sync Completed',
      notifiers: { webhook: recorder.url },
    });
    const eventTypes = ['expenses.sync.successful'];
    const endpoints = [{ url: recorder.url, eventTypes, ruleIds: [rule.id] }];
    const plan = { digest: 'b'.repeat(64), ruleIds: [rule.id], endpoints };
    await sandbox.startMirror({ url: `${recorder.url}/run`, plan });
    await messages.publishExample({ eventType: 'expenses.sync.successful' });
    await arrived(recorder, 3);

    // What a process that is killed now leaves.
    const left = join(temporaryFolder(), 'data');
    cpSync(dataDir, left, { recursive: true });
    expect(existsSync(join(left, 'mirror', 'service.db'))).toBe(true);
    await sandbox.stopMirror();
    const next = await startTestService({ dataDir: left, dataKey });
    expect(existsSync(join(left, 'mirror'))).toBe(false);
    expect(await next.control.sandbox.mirrorState()).toEqual({ running: false });
    const before = sentTo(recorder, '/run/new/0').length + sentTo(recorder, '/run/legacy/0').length;
    await next.control.clock.advance({ by: 'P2D' });
    await next.control.messages.publishExample({ eventType: 'expenses.sync.successful' });
    await next.control.clock.advance({ by: 'PT1S' });
    expect(sentTo(recorder, '/run/new/0').length + sentTo(recorder, '/run/legacy/0').length).toBe(before);
    // The alert of the sandbox itself was tried again.
    expect(sentTo(recorder, '/').length).toBeGreaterThan(1);
  });
});
