import { expect, test } from 'vitest';
import type { RuleType } from '#contract/legacy.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { addCompany } from '#test/support/add-company.ts';
import { testCompany } from '#test/support/delivery-engine.ts';
import { connected, startLegacyEngine } from '#test/support/legacy-engine.ts';

const statusChanged = 'DataConnectionStatusChanged';
const mailOnly = { emails: ['ops@example.com'] };

test('a rule is kept as it was given, listed in the order of creation and found by its fields', async () => {
  const { legacy } = await startLegacyEngine();
  const first = await legacy.rules.create({
    type: 'Sync Failed',
    notifiers: { webhook: 'https://example.com/a', emails: ['a@example.com'] },
  });
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'Sync Failed',
    notifiers: { webhook: 'https://example.com/a', emails: ['a@example.com'] },
  });
  const second = await legacy.rules.create({ type: statusChanged, notifiers: mailOnly });
  expect(second.notifiers).toEqual(mailOnly);
  expect(await legacy.rules.show(first.id)).toEqual(first);
  expect(await legacy.rules.list({})).toEqual({ results: [first, second], totalResults: 2 });
  expect((await legacy.rules.list({ query: `type="${statusChanged}"` })).results).toEqual([second]);
});

test.each([
  ['ftp://example.com/', 'http:// or https://'],
  ['javascript:alert(1)', 'http:// or https://'],
  ['/alerts', 'full URL'],
  ['example.com/alerts', 'full URL'],
  ['https://user:hunter2@example.com/', 'alertAuthHeader'],
])('the webhook %s is refused with words that say what to mend', async (webhook, words) => {
  const { legacy } = await startLegacyEngine();
  const refused = legacy.rules.create({ type: statusChanged, notifiers: { webhook } });
  await expect(refused).rejects.toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining(words),
    validation: [{ itemId: 'notifiers.webhook', validatorName: 'url' }],
  });
  await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
  expect((await legacy.rules.list({})).totalResults).toBe(0);
});

test('a rule that says nowhere to, or names an unknown company, is refused', async () => {
  const { legacy } = await startLegacyEngine();
  await expect(legacy.rules.create({ type: statusChanged, notifiers: {} })).rejects.toMatchObject({
    validation: [{ itemId: 'notifiers' }],
  });
  const companyId = testCompany().id;
  const unknown = legacy.rules.create({ type: statusChanged, companyId, notifiers: mailOnly });
  await expect(unknown).rejects.toMatchObject({ code: 'company.notFound' });
});

test('unknown rules and alerts name themselves', async () => {
  const { legacy } = await startLegacyEngine();
  const id = testCompany().id;
  const words = { message: expect.stringContaining(id) };
  await expect(legacy.rules.show(id)).rejects.toMatchObject({ code: 'rule.notFound', ...words });
  await expect(legacy.alerts.show(id)).rejects.toMatchObject({ code: 'alert.notFound', ...words });
  await expect(legacy.alerts.listOfRule(id, {})).rejects.toMatchObject({ code: 'rule.notFound', ...words });
});

test('a rule of one company hears of that company only, and of nothing that has no company', async () => {
  const engine = await startLegacyEngine();
  const [ours, other] = [testCompany().id, testCompany({ id: '5f9a1c3e-0000-4000-8000-000000000002' }).id];
  await addCompany(engine.context, ours);
  await addCompany(engine.context, other);
  const count = async (type: RuleType, companyId: string | undefined, event: DomainEvent) => {
    const rule = await engine.rule(type, 'https://example.invalid/', { companyId });
    await engine.publish(event);
    return (await engine.legacy.alerts.listOfRule(rule.id, {})).totalResults;
  };
  expect(await count(statusChanged, ours, connected())).toBe(1);
  expect(await count(statusChanged, other, connected())).toBe(0);
  expect(await count(statusChanged, undefined, connected())).toBe(1);
  const reached: DomainEvent = {
    type: 'client.rateLimit.reached',
    dailyQuota: 1,
    quotaRemaining: 0,
    expiryDate: '2026-01-16T00:00:00.000Z',
  };
  expect(await count('Rate Limit Reached', ours, reached)).toBe(0);
  expect(await count('Rate Limit Reached', undefined, reached)).toBe(1);
});

test('where no rule is, nobody looks into an event', async () => {
  const engine = await startLegacyEngine();
  const looked: string[] = [];
  const event = new Proxy(connected(), {
    get(target, name) {
      looked.push(String(name));
      return Reflect.get(target, name);
    },
  });
  await engine.publish(event);
  expect(looked).toEqual([]);
  await engine.rule(statusChanged, 'https://example.invalid/');
  await engine.publish(event);
  expect(looked).toContain('connection');
});

test('a rule made later fires from then on, and each rule has an alert of its own', async () => {
  const engine = await startLegacyEngine();
  await engine.publish(connected());
  const first = await engine.rule(statusChanged, 'https://example.invalid/1');
  await engine.publish(connected());
  const second = await engine.rule(statusChanged, 'https://example.invalid/2');
  await engine.publish(connected());
  const { results } = await engine.legacy.alerts.list({});
  expect(results.map(({ ruleId }) => ruleId)).toEqual([first.id, first.id, second.id]);
  expect(new Set(results.map(({ id }) => id)).size).toBe(3);
});

test('alerts page and filter by their fields', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, undefined, { emails: ['a@example.com'] });
  for (let i = 0; i < 5; i++) await engine.publish(connected());
  const page = await engine.legacy.alerts.list({ page: 2, pageSize: 2 });
  expect(page).toMatchObject({ totalResults: 5, results: [{}, {}] });
  const query = `ruleType="${statusChanged}" && companyId=${testCompany().id}`;
  expect((await engine.legacy.alerts.list({ query })).totalResults).toBe(5);
});
