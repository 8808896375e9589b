import { expect, test } from 'vitest';
import type { RuleType } from '#contract/legacy.ts';
import type { CutoverOrder } from '#contract/sandbox.ts';
import { plannedOrder } from '#test/support/cutover-order.ts';
import { type SandboxEngine, startSandboxEngine } from '#test/support/sandbox-engine.ts';

const url = 'https://example.com/hook?tenant=7';

const addRule = ({ legacy }: SandboxEngine, type: RuleType, webhook = url, companyId?: string) =>
  legacy.rules.create({ type, companyId, notifiers: { webhook } });

/** Two rules of one endpoint, and one of a company. */
const started = async () => {
  const engine = await startSandboxEngine();
  const company = await engine.platform.companies.create({ name: 'Bright Bakery' }, 'test');
  await engine.legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer profile' });
  await addRule(engine, 'Data sync completed');
  await addRule(engine, 'Sync Failed');
  await addRule(engine, 'Sync Completed', url, company.id);
  return { ...engine, company };
};

const authorization = async ({ webhooks }: SandboxEngine): Promise<(string | undefined)[]> => {
  const all = [];
  for (const { id } of await webhooks.endpoints.list()) {
    const headers = await webhooks.management.headers(id, true);
    all.push(headers.find(({ name }) => name === 'Authorization')?.value);
  }
  return all;
};

test('exactly the endpoints of the plan are made, and the state tells the plan and what was made', async () => {
  const engine = await started();
  const { sandbox, webhooks, company } = engine;
  const plan = await plannedOrder(engine);
  expect(await sandbox.cutoverState()).toEqual({ cutOver: false });
  const result = await sandbox.cutover({ plan });
  expect(result.endpoints.map(({ webhook: { id: _, ...webhook } }) => webhook)).toEqual([
    {
      url,
      eventTypes: ['read.completed', 'expenses.sync.unsuccessful'],
      disabled: false,
      companyTags: [],
    },
    {
      url,
      eventTypes: ['expenses.sync.successful'],
      disabled: false,
      companyTags: [],
      companyId: company.id,
    },
  ]);
  expect(result.endpoints.map(({ ruleIds }) => ruleIds)).toEqual(
    plan.endpoints.map(({ ruleIds }) => ruleIds),
  );
  expect(await webhooks.endpoints.list()).toEqual(result.endpoints.map(({ webhook }) => webhook));
  expect(await sandbox.cutoverState()).toEqual({ cutOver: true, planDigest: plan.digest, ...result });
  expect(JSON.stringify(await sandbox.cutoverState())).not.toContain('Bearer');
  await sandbox.undoCutover();
  expect(await sandbox.cutoverState()).toEqual({ cutOver: false });
});

test('a target that moved is refused with what moved, and nothing is changed', async () => {
  const engine = await started();
  const { sandbox, webhooks, legacy } = engine;
  const plan = await plannedOrder(engine);
  const added = await addRule(engine, 'Sync Failed', 'https://example.com/other?secret=1');
  const refused = async (wanted: CutoverOrder, ...changes: string[]) => {
    const error: Error = await sandbox.cutover({ plan: wanted }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'cutover.moved' });
    for (const change of changes) expect(error.message).toContain(change);
    expect(error.message).not.toMatch(/secret|tenant/);
    expect(await webhooks.endpoints.list()).toEqual([]);
    expect((await sandbox.cutoverState()).cutOver).toBe(false);
  };
  await refused(plan, `Rule ${added.id} (Sync Failed) is new.`);

  const gone = '00000000-0000-4000-8000-000000000001';
  const now = await plannedOrder(engine);
  await refused({ ...now, ruleIds: [...now.ruleIds, gone] }, `Rule ${gone} is gone.`);
  const [first, second, third] = now.endpoints as [
    CutoverOrder['endpoints'][number],
    CutoverOrder['endpoints'][number],
    CutoverOrder['endpoints'][number],
  ];
  const endpoints = (...wanted: (typeof first)[]) => ({ ...now, endpoints: wanted });
  await refused(endpoints(first, second), 'Rules post to https://example.com/other, which is not planned.');
  await refused(
    endpoints({ ...first, url: 'https://example.com/hook' }, second, third),
    'No rule posts to https://example.com/hook.',
    'Rules post to https://example.com/hook, which is not planned.',
  );
  await refused(
    endpoints(first, { ...second, companyId: undefined }, third),
    `Rules post to https://example.com/hook (company ${second.companyId}), which is not planned.`,
  );
  await refused(
    endpoints({ ...first, eventTypes: ['read.completed'] }, second, third),
    'The rules of https://example.com/hook have other event types.',
  );
  await refused(
    endpoints({ ...first, ruleIds: first.ruleIds.slice(1) }, second, third),
    'Other rules post to https://example.com/hook.',
  );
  await refused(endpoints(first, first, second, third), 'No rule posts to https://example.com/hook.');
  for (let n = 0; n < 20; n++) await addRule(engine, 'Sync Failed', `https://example.com/${n}`);
  await refused(now, '10 more.');
  expect((await legacy.rules.list({})).totalResults).toBe(24);
});

test.each<[CutoverOrder['authHeader'], string | undefined, string]>([
  [undefined, undefined, 'Bearer profile'],
  [undefined, 'Bearer portal', 'Bearer portal'],
  ['profile', 'Bearer portal', 'Bearer profile'],
  ['portal', 'Bearer portal', 'Bearer portal'],
])(
  'with the auth header %s of the plan and %s given, %s is carried over',
  async (authHeader, portal, carried) => {
    const engine = await started();
    const plan = { ...(await plannedOrder(engine)), authHeader };
    await engine.sandbox.cutover({ plan, portalAuthHeader: portal });
    expect(await authorization(engine)).toEqual([carried, carried]);
  },
);

test('an auth header that is not as planned is refused', async () => {
  const engine = await started();
  const { sandbox, legacy, webhooks } = engine;
  const plan = await plannedOrder(engine);
  await expect(sandbox.cutover({ plan: { ...plan, authHeader: 'none' } })).rejects.toMatchObject({
    code: 'cutover.moved',
    message: expect.stringContaining('The profile has an auth header.'),
  });
  await expect(sandbox.cutover({ plan: { ...plan, authHeader: 'portal' } })).rejects.toMatchObject({
    validation: [{ itemId: 'portalAuthHeader' }],
  });
  await legacy.profile.replace({ name: 'Acme', redirectUrl: '' });
  await expect(sandbox.cutover({ plan: { ...plan, authHeader: 'profile' } })).rejects.toMatchObject({
    code: 'cutover.moved',
    message: expect.stringContaining('The profile has no auth header.'),
  });
  expect(await webhooks.endpoints.list()).toEqual([]);
  await sandbox.cutover({ plan: { ...plan, authHeader: 'none' } });
  expect(await authorization(engine)).toEqual([undefined, undefined]);
});
