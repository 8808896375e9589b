import { expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import { createSigner, newSigningKey } from '#base/signing.ts';
import type { Approval } from '#contract/approvals.ts';
import { addKey, addMember, approve, signed } from '#test/support/approving.ts';
import { testHost } from '#test/support/test-host.ts';

/** Two people, over HTTP: one asks by trying, the other one signs the plan, and that plan alone runs, once. */

const policy = { scope: 'target:local', writes: true, overrides: false };

const team = async () => {
  const { desk: machine, api, ready } = await testHost();
  const of = (name: string, ...roles: Parameters<typeof addMember>[3][]) =>
    addMember(machine, ready.deskUrl, name, ...roles);
  const ada = await of('Ada', 'admin');
  const eve = await of('Eve', 'engineer');
  const ann = await of('Ann', 'approver', 'engineer');
  await ada.ok('PUT', '/api/policy', policy);
  for (const type of ['Data sync completed', 'Sync Failed'])
    await api('POST', '/rules', { type, notifiers: { webhook: `http://127.0.0.1:9/${type.length}` } });
  const { id: caseId } = await eve.ok('POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  const path = `/api/cases/${caseId}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    const override = { state: 'absent', reason: 'shown elsewhere' };
    await eve.ok('PUT', `${path}/rows/${row}/overrule`, override);
  }
  const plan = async (): Promise<string> => {
    const view = await eve.ok('POST', `${path}/cutover/plan`, { freeze: true });
    await eve.ok('POST', `${path}/request`);
    await eve.ok('POST', `${path}/request/sent`, {});
    return view.plan.digest;
  };
  const apply = (who = eve) => who.call('POST', `${path}/cutover/apply`, {});
  const kinds = async (): Promise<string[]> =>
    (await eve.ok('GET', `${path}/entries?limit=1000`)).results.map(({ kind }: { kind: string }) => kind);
  const cutOver = async () => (await eve.ok('GET', '/api/cutover')).cutOver;
  return { machine, api, ada, eve, ann, path, caseId, plan, apply, kinds, cutOver };
};

test('a cutover is approved by another person, who signs the plan that runs; it is used once', async () => {
  const { eve, ann, ada, path, plan, apply, kinds, cutOver } = await team();
  const frozen = await plan();
  const first = await apply();
  expect(first).toMatchObject({ status: 409, body: { detailedErrorCode: 45040 } });
  const { approval } = first.body;
  // Asked again, it is the same request.
  expect((await apply()).body.approval).toEqual(approval);
  expect(await cutOver()).toBe(false);
  const waiting = await ann.ok('GET', '/api/approvals');
  expect(waiting.results).toMatchObject([
    { id: approval.id, state: 'waiting', may: { decide: true, withdraw: false } },
  ]);
  const asked = (await eve.ok('GET', '/api/approvals')).results[0];
  expect(asked).toMatchObject({ may: { decide: false, withdraw: true } });

  const shown: Approval = await ann.ok('GET', `${path}/approvals/${approval.id}`);
  expect(canonicalDigest(shown.plan)).toBe(approval.digest);
  expect(shown.plan.facts).toContainEqual({ label: 'Cutover plan', value: frozen });
  expect(shown.plan.lists[0]).toMatchObject({ label: 'Endpoints to create', count: 2 });

  const key = await addKey(ann);
  // Neither she who asked, nor a forged signature, nor a key of nobody.
  const own = await addKey(eve);
  const give = `${path}/approvals/${approval.id}/give`;
  expect((await eve.call('POST', give, signed(own, shown))).status).toBe(403);
  expect((await ada.call('POST', give, signed(own, shown))).status).toBe(403);
  expect((await ann.call('POST', give, signed(own, shown))).body.detailedErrorCode).toBe(45046);
  expect((await ann.call('POST', give, signed(createSigner(newSigningKey()), shown))).status).toBe(409);
  const forged = [
    signed(key, shown, { digest: '0'.repeat(64) }),
    signed(key, { ...shown, requesterId: shown.id }),
    signed(key, shown, { signedAt: '2026-01-01T00:00:00.000Z' }),
    { ...signed(key, shown), signedAt: new Date(Date.now() + 5).toISOString() },
  ];
  for (const one of forged) expect((await ann.call('POST', give, one)).body.detailedErrorCode).toBe(45055);
  expect((await ann.call('POST', give, { ...signed(key, shown), digest: '0'.repeat(64) })).status).toBe(409);
  expect(await cutOver()).toBe(false);

  expect(await approve(ann, key, { id: approval.id, caseId: shown.caseId })).toMatchObject({
    state: 'approved',
    given: { by: 'Ann <ann@example.com>', publicKey: key.publicKey },
  });
  // Whoever approved it does not run it.
  expect((await apply(ann)).body.detailedErrorCode).toBe(45042);
  const both = await Promise.all([apply(), apply()]);
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await cutOver()).toBe(true);
  const recorded = await kinds();
  expect(recorded.filter((kind) => kind === 'approval.used')).toHaveLength(1);
  expect(recorded.indexOf('approval.used')).toBeLessThan(recorded.indexOf('cutover.granted'));
  expect((await ann.ok('GET', `${path}/approvals/${approval.id}`)).used).toMatchObject({
    by: 'Eve <eve@example.com>',
  });
  expect((await eve.ok('POST', `${path}/verify`, {})).whole).toBe(true);
});

test('a plan that changed after it was approved does not run', async () => {
  const { eve, ann, api, path, caseId, plan, apply, cutOver } = await team();
  await plan();
  const { approval } = (await apply()).body;
  const key = await addKey(ann);
  await approve(ann, key, { id: approval.id, caseId });
  await api('POST', '/rules', { type: 'Sync Completed', notifiers: { webhook: 'http://127.0.0.1:9/new' } });
  await plan();
  const changed = await apply();
  expect(changed).toMatchObject({ status: 409, body: { detailedErrorCode: 45041 } });
  expect(changed.body.error).toMatch(/Cutover plan: \w+ → \w+/);
  expect(changed.body.approval.id).not.toBe(approval.id);
  expect(await cutOver()).toBe(false);
  const { results } = await eve.ok('GET', `${path}/approvals`);
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'replaced']);
  const shown = await ann.ok('GET', `${path}/approvals/${changed.body.approval.id}`);
  expect(shown.differs[0]).toMatch(/^Cutover plan: /);
  await approve(ann, key, { id: shown.id, caseId });
  expect((await apply()).status).toBe(200);
});
