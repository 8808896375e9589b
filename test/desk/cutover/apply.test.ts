import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { scan } from '#test/desk/eligibility/evidence.ts';
import { legacySetup, startFixture } from '#test/desk/eligibility/fixture.ts';

/** A frozen plan, carried out on the real local service. */

const path = join(import.meta.dirname, 'apply.test.ts');
const clean = () => scan({ at: '2026-01-01T00:00:00.000Z' });
const refused = (code: string) => expect.objectContaining({ code });

const eligible = async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await legacySetup(fixture);
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  const { plans } = fixture.cutover;
  return {
    ...fixture,
    id,
    freeze: async () => {
      await plans.plan(id, { freeze: true }, 'tester');
      return (await fixture.cutover.view(id)).plan?.digest as string;
    },
    request: async () => {
      await fixture.eligibility.requests.draft(id, 'tester');
      await fixture.eligibility.requests.sent(id, { by: 'Jo' }, 'tester');
    },
    apply: (digest?: string) =>
      fixture.cutover.apply(id, { by: 'Jo', ...(digest === undefined ? {} : { digest }) }, 'tester'),
    state: () => fixture.cases.state(id),
    sandbox: fixture.service.control.sandbox,
  };
};

test('exactly the plan is carried out, once; what does not hold refuses, and is named', async () => {
  const one = await eligible();
  const { id, cutover, sandbox } = one;
  await expect(one.apply()).rejects.toEqual(refused('cutover.noPlan'));
  const digest = await one.freeze();
  await expect(one.apply('0'.repeat(64))).rejects.toEqual(refused('cutover.otherPlan'));
  const early = await one.apply(digest).catch((error: unknown) => error);
  expect(early).toMatchObject({
    code: 'cutover.preconditions',
    info: { preconditions: [{ id: 'request', holds: false }] },
  });
  expect(await sandbox.cutoverState()).toEqual({ cutOver: false });

  await one.request();
  expect((await cutover.view(id)).stages.filter(({ reached }) => reached).map((stage) => stage.id)).toEqual([
    'planned',
    'requested',
  ]);
  const applied = await one.apply(digest);
  expect(applied.state).toBe('granted');
  expect(await sandbox.cutoverState()).toMatchObject({ cutOver: true, planDigest: digest });
  const { plan } = applied;
  expect(
    applied.granted?.result.endpoints.map(({ webhook: { url, companyId } }) => [url, companyId]),
  ).toEqual(plan?.endpoints.map(({ url, companyId }) => [url, companyId]));
  expect((await one.apply(digest)).revision).toBe(applied.revision);
  expect((await one.state()).grants).toHaveLength(1);
  expect((await cutover.grants.check(id, 'tester')).done).toBe(true);
});

test('a target that moved since is refused with what moved', async () => {
  const one = await eligible();
  const digest = await one.freeze();
  await one.request();
  await one.service.api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: 'http://127.0.0.1:9/other' },
  });
  const moved = await one.apply(digest).catch((error: unknown) => error);
  expect(moved).toMatchObject({
    code: 'cutover.preconditions',
    info: { preconditions: [{ id: 'snapshot', holds: false, why: expect.stringContaining('was added') }] },
  });
});

test('one that was cut off between the service and the case is taken as it is, and two at once make one', async () => {
  const one = await eligible();
  const digest = await one.freeze();
  await one.request();
  const [plan] = (await one.state()).plans;
  if (plan === undefined) throw new Error('Nothing was frozen.');
  const { endpoints, snapshot } = plan.plan;
  await one.sandbox.cutover({
    plan: {
      digest,
      ruleIds: snapshot.rules.map((rule) => rule.id),
      endpoints: endpoints.map(({ url, eventTypes, companyId, fromRules }) => ({
        url,
        eventTypes,
        ...(companyId === undefined ? {} : { companyId }),
        ruleIds: fromRules,
      })),
    },
  });
  const both = await Promise.all([one.apply(digest), one.apply()]);
  for (const view of both) expect(view.state).toBe('granted');
  const { grants, request } = await one.state();
  expect(grants).toMatchObject([{ planDigest: digest }]);
  expect(request?.history.map(({ state }) => state)).toEqual(['drafted', 'sent', 'confirmed']);
  expect(await one.sandbox.cutoverState()).toMatchObject({ at: grants[0]?.result.at });
});

test('a cutover by another plan is not this one; after a rollback a second one needs a plan and a request of its own', async () => {
  const one = await eligible();
  const { id, cutover, sandbox } = one;
  await one.freeze();
  await one.request();
  await sandbox.cutover({});
  await expect(one.apply()).rejects.toEqual(refused('cutover.done'));
  await sandbox.undoCutover();

  // The endpoints of that one are there, disabled: the target moved.
  const first = await one.freeze();
  await one.request();
  await one.apply(first);
  await cutover.rollBack(id, { by: 'Jo', reason: 'not yet' }, 'tester');
  expect(await cutover.view(id)).toMatchObject({ state: 'rolled-back' });
  const again = await one.apply(first).catch((error: unknown) => error);
  expect(again).toMatchObject({ code: 'cutover.preconditions' });
  const ids = (again as { info: { preconditions: { id: string }[] } }).info.preconditions.map((p) => p.id);
  expect(ids).toContain('request');

  // The endpoints that the rollback left disabled are those of this plan: it takes them again.
  await one.request();
  expect((await one.apply(first)).state).toBe('granted');
  await cutover.rollBack(id, { by: 'Jo', reason: 'once more' }, 'tester');

  const second = await one.freeze();
  await one.request();
  expect((await one.apply(second)).state).toBe('granted');
  expect((await one.state()).grants).toHaveLength(3);
  expect((await cutover.grants.check(id, 'tester')).done).toBe(true);
});

test('a remote target is the matter of its provider: what it confirms is granted', async () => {
  const one = await eligible();
  const { cutover, targets, service, eligibility, cases } = one;
  const target = await targets.add({
    name: 'production',
    baseUrl: service.apiUrl,
    apiKey: service.apiKey,
    clientId: (await service.control.sandbox.client()).id,
  });
  const { id } = await cases.create({ name: 'R', integrator: 'R', targetId: target.id }, 'tester');
  const { evidence } = await one.state();
  await cases.act(id, 'tester', () =>
    evidence.map((one): CaseAction => ({ kind: 'evidence.added', content: { evidence: one } })),
  );
  await cutover.plans.plan(id, { freeze: true }, 'tester');
  await eligibility.requests.draft(id, 'tester');
  await eligibility.requests.sent(id, { by: 'Jo' }, 'tester');
  await expect(cutover.apply(id, { by: 'Jo' }, 'tester')).rejects.toEqual(refused('grant.remoteTarget'));
  expect((await cutover.view(id)).next).toMatchObject({ responsible: 'provider' });
  await service.control.sandbox.cutover({});
  await eligibility.requests.confirmed(id, { by: 'Provider' }, 'tester');
  expect(await cutover.view(id)).toMatchObject({ state: 'granted', local: false });

  // Headers are not visible there until a consumer received them.
  expect(await cutover.grants.check(id, 'tester')).toMatchObject({ done: false, state: 'not-visible' });
  const expected = await cutover.expectedHeaders(id);
  expect(
    expected.map(({ headers }) => headers?.map(({ name, value }) => [name, value !== undefined])),
  ).toEqual(
    expected.map(() => [
      ['X-Service-ClientId', true],
      ['Authorization', true],
    ]),
  );

  const preview = await cutover.rollbackPreview(id);
  expect(preview.request).toContain('Disable 2 endpoints');
  expect(preview.request).not.toMatch(/planted-secret/);
  const asked = await cutover.rollBack(id, { by: 'Jo', reason: 'x' }, 'tester');
  expect(asked).toMatchObject({ state: 'granted', rollbacks: [{ state: 'requested' }] });
});
