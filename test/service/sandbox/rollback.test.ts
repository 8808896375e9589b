import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import { planCutover } from '#service/sandbox/cutover-plan.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { runs } from '#test/support/runs.ts';
import { type SandboxEngine, startSandboxEngine } from '#test/support/sandbox-engine.ts';

const addRule = ({ legacy }: SandboxEngine, type: RuleType, webhook: string, companyId?: string) =>
  legacy.rules.create({ type, companyId, notifiers: { webhook } });

test('after a rollback the profile may change its header, and messages stay readable', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, legacy, webhooks, scheduler } = engine;
  const consumer = await startConsumer();
  const profile = { name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer one' };
  const otherHeader = { ...profile, alertAuthHeader: 'Bearer two' };
  await legacy.profile.replace(profile);
  await addRule(engine, 'Sync Completed', consumer.url);
  await sandbox.cutover({});
  const { messageId } = await sandbox.publishExample({ eventType: 'expenses.sync.successful' });
  await scheduler.idle();
  await expect(legacy.profile.replace(otherHeader)).rejects.toMatchObject({
    code: 'profile.authHeaderMoved',
  });
  await expect(legacy.alerts.list({})).rejects.toMatchObject({ code: 'alerts.gone' });

  await sandbox.undoCutover();
  expect(await legacy.profile.replace(otherHeader)).toEqual(otherHeader);
  expect((await legacy.alerts.list({})).totalResults).toBe(0);
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toHaveLength(1);
  expect(deliveries).toMatchObject([{ status: 'Success' }]);

  const result = await sandbox.cutover({});
  const headers = await webhooks.management.headers(result.endpoints[0]?.webhook.id as string, true);
  expect(headers).toContainEqual({ name: 'Authorization', value: 'Bearer two' });
});

test('a delivery that waits at a rollback waits on, and is sent by the endpoint that the next cutover takes again', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, webhooks, scheduler, context } = engine;
  const consumer = await startConsumer((_, before) => (before === 0 ? 500 : 200));
  await addRule(engine, 'Sync Completed', consumer.url);
  const first = await sandbox.cutover({});
  const webhookId = first.endpoints[0]?.webhook.id as string;
  const { secret } = await webhooks.management.secret(webhookId);
  const { messageId } = await sandbox.publishExample({ eventType: 'expenses.sync.successful' });
  await scheduler.idle();
  await sandbox.undoCutover();
  await scheduler.advanceTo(context.clock.now() + 3_600_000);
  expect(consumer.received).toHaveLength(1);
  expect((await webhooks.messages.show(messageId)).deliveries).toMatchObject([{ status: 'Attempting' }]);

  const second = await sandbox.cutover({});
  expect(second.endpoints).toEqual(first.endpoints);
  expect(await webhooks.management.secret(webhookId)).toEqual({ secret });
  await scheduler.idle();
  expect(consumer.received.map(({ headers }) => headers['webhook-id'])).toEqual([messageId, messageId]);
  expect((await webhooks.management.show(webhookId)).health).toMatchObject({ succeeded: 1, waiting: 0 });
});

test('what a rollback left and is no longer planned stays disabled, and takes its room', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, webhooks } = engine;
  for (let n = 0; n < 25; n++) await addRule(engine, 'Sync Failed', `https://example.com/${n}`);
  await sandbox.cutover({});
  await sandbox.undoCutover();
  const own = await webhooks.endpoints.create({
    url: 'https://example.com/own',
    eventTypes: ['read.completed'],
  });
  for (let n = 25; n < 49; n++) await addRule(engine, 'Sync Failed', `https://example.com/${n}`);
  expect((await sandbox.cutover({})).endpoints).toHaveLength(49);
  expect(await webhooks.endpoints.list()).toHaveLength(50);
  await sandbox.undoCutover();
  await addRule(engine, 'Sync Failed', 'https://example.com/49');
  await expect(sandbox.cutover({})).rejects.toMatchObject({ code: 'cutover.tooMany' });
  expect((await webhooks.endpoints.list()).filter(({ disabled }) => !disabled)).toEqual([own]);
});

test('a cutover of version 0.3.0 tells only when it was, and can be rolled back', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, webhooks, context } = engine;
  await addRule(engine, 'Sync Completed', 'https://example.com/');
  const { at } = await sandbox.cutover({});
  await context.store.write(({ db }) => db.deleteFrom('facts').where('name', '=', 'cutover').execute());
  expect(await sandbox.cutoverState()).toEqual({ cutOver: true, at });
  expect((await sandbox.undoCutover()).endpoints).toMatchObject([{ disabled: true }]);
  expect(await webhooks.endpoints.list()).toMatchObject([{ disabled: true }]);
});

type Step =
  | { readonly kind: 'rule'; readonly type: RuleType; readonly path: number; readonly ofCompany: boolean }
  | { readonly kind: 'cutover' | 'rollback' | 'own' | 'remove' | 'disable' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('rule' as const),
        type: fc.constantFrom(...ruleTypes),
        path: fc.nat(60),
        ofCompany: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('cutover' as const, 'rollback' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('own' as const, 'remove' as const, 'disable' as const) }),
    },
  ),
  { minLength: 1, maxLength: 40 },
);

const keyOf = ({ url, companyId = '' }: { url: string; companyId?: string }): string => `${companyId} ${url}`;
const keyOfEndpoint = ({ url, channels }: EndpointDetail): string => `${channels[0] ?? ''} ${url}`;

/** A sandbox as the steps change it, and what it should be. */
class World {
  isCutOver = false;
  planned: string[] = [];
  readonly own = new Set<string>();
  readonly ownDisabled = new Set<string>();

  readonly engine: SandboxEngine;
  readonly companyId: string;

  constructor(engine: SandboxEngine, companyId: string) {
    this.engine = engine;
    this.companyId = companyId;
  }

  async endpoints(): Promise<{ made: EndpointDetail[]; own: EndpointDetail[] }> {
    const all = await this.engine.webhooks.management.list();
    return {
      made: all.filter(({ id }) => !this.own.has(id)),
      own: all.filter(({ id }) => this.own.has(id)),
    };
  }

  async rules() {
    return (await this.engine.legacy.rules.list({ pageSize: 5000 })).results;
  }

  async take(step: Step): Promise<void> {
    const { webhooks } = this.engine;
    switch (step.kind) {
      case 'rule': {
        const companyId = step.ofCompany ? this.companyId : undefined;
        const added = addRule(this.engine, step.type, `https://example.com/${step.path}`, companyId);
        if (this.isCutOver) await expect(added).rejects.toMatchObject({ code: 'rule.cutOver' });
        else await added;
        return;
      }
      case 'cutover':
        return this.cutOver();
      case 'rollback':
        return this.rollBack();
      case 'own': {
        if ((await webhooks.endpoints.list()).length >= 50) return;
        const url = 'https://example.com/own';
        this.own.add((await webhooks.endpoints.create({ url, eventTypes: ['read.completed'] })).id);
        return;
      }
      case 'remove': {
        const [first] = (await this.endpoints()).made;
        if (first !== undefined && !this.isCutOver) await webhooks.endpoints.remove(first.id);
        return;
      }
      case 'disable': {
        const [first] = (await this.endpoints()).own;
        if (first === undefined) return;
        await webhooks.management.change(first.id, { disabled: true });
        this.ownDisabled.add(first.id);
      }
    }
  }

  private async cutOver(): Promise<void> {
    const { sandbox, webhooks } = this.engine;
    const before = await webhooks.management.list();
    const wanted = planCutover(await this.rules()).endpoints.map(keyOf);
    const left = new Set((await this.endpoints()).made.map(keyOfEndpoint));
    const fits = before.length + wanted.filter((key) => !left.has(key)).length <= 50;
    if (!this.isCutOver && fits) {
      await sandbox.cutover({});
      this.isCutOver = true;
      this.planned = wanted;
      return;
    }
    const code = this.isCutOver ? 'cutover.done' : 'cutover.tooMany';
    await expect(sandbox.cutover({})).rejects.toMatchObject({ code });
    expect(await webhooks.management.list()).toEqual(before);
  }

  private async rollBack(): Promise<void> {
    const { sandbox } = this.engine;
    if (this.isCutOver) await sandbox.undoCutover();
    else await expect(sandbox.undoCutover()).rejects.toMatchObject({ code: 'cutover.notDone' });
    this.isCutOver = false;
    this.planned = [];
  }

  async check(): Promise<void> {
    const { made, own } = await this.endpoints();
    const enabled = made.filter(({ disabled }) => !disabled).map(keyOfEndpoint);
    expect(enabled.sort()).toEqual([...this.planned].sort());
    expect(new Set(made.map(keyOfEndpoint)).size).toBe(made.length);
    expect(made.length + own.length).toBeLessThanOrEqual(50);
    // What a person made is changed by that person alone.
    expect(new Set(own.filter(({ disabled }) => disabled).map(({ id }) => id))).toEqual(this.ownDisabled);
  }

  /** One mechanism alone takes an event. */
  async checkEvent(): Promise<void> {
    const { sandbox, webhooks, context } = this.engine;
    const alerts = () => context.store.read(({ db }) => db.selectFrom('alerts').select('id').execute());
    const before = (await alerts()).length;
    const eventType = 'expenses.sync.successful';
    const { messageId } = await sandbox.publishExample({ eventType, companyId: this.companyId });
    const fired = (await alerts()).length - before;
    const { made } = await this.endpoints();
    const { deliveries } = await webhooks.messages.show(messageId);
    const received = made.filter(({ id }) => deliveries.some(({ webhookId }) => webhookId === id)).length;
    const firing = (await this.rules()).filter(({ type }) => type === 'Sync Completed').length;
    const listening = made.filter(
      ({ disabled, eventTypes }) => !disabled && eventTypes.includes(eventType),
    ).length;
    expect({ fired, received }).toEqual(
      this.isCutOver ? { fired: 0, received: listening } : { fired: firing, received: 0 },
    );
  }
}

test('whatever is done, planned endpoints are enabled once, and either the rules fire or the endpoints receive', async () => {
  const engine = await startSandboxEngine();
  const run = async (sequence: readonly Step[]): Promise<void> => {
    await engine.sandbox.reset();
    const { id } = await engine.platform.companies.create({ name: 'Bright Bakery' }, 'test');
    const world = new World(engine, id);
    for (const step of sequence) {
      await world.take(step);
      await world.check();
    }
    await world.checkEvent();
  };
  // Nothing is sent.
  await engine.scheduler.pause();
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: runs(25) });
}, 60_000);
