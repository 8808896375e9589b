import { expect, test } from 'vitest';
import type { Approval, ApprovalKind } from '#contract/approvals.ts';
import type { Run } from '#contract/token-runs.ts';
import { addKey, addMember, approve } from '#test/support/approving.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

/** What a policy asks for on a target, over HTTP: a managed migration, and what is overridden and undone on the way. */

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

const team = async () => {
  const { desk: machine, ready } = await testHost({ clock: 'virtual' });
  const of = (name: string, ...roles: Parameters<typeof addMember>[3][]) =>
    addMember(machine, ready.deskUrl, name, ...roles);
  const ada = await of('Ada', 'admin', 'viewer');
  const eve = await of('Eve', 'engineer');
  const ann = await of('Ann', 'approver');
  const key = await addKey(ann);
  await ada.ok('PUT', '/api/policy', { scope: 'target:local', writes: true, overrides: true });
  /** Tries, has it approved, and tries again. */
  const approved = async (kind: ApprovalKind, method: string, path: string, body?: unknown) => {
    const first = await eve.call(method, path, body);
    expect([kind, first.status, first.body]).toEqual([
      kind,
      409,
      expect.objectContaining({ approval: expect.objectContaining({ kind }) }),
    ]);
    const shown: Approval = await approve(ann, key, first.body.approval);
    return { shown, answer: await eve.ok(method, path, body) };
  };
  return { ada, eve, ann, key, approved };
};

test('a managed migration: each run, override and undo is approved, and a list imported meanwhile changes the plan', {
  timeout: 120_000,
}, async () => {
  const { eve, ann, key, approved } = await team();
  const { id } = await eve.ok('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  const base = `/api/cases/${id}`;
  await eve.ok('POST', `${base}/runbook`, { platformKey: 'qhyg' });
  const { results: sets } = await eve.ok('POST', '/api/simulator/tokens', {
    ...{ platformKey: 'qhyg', count: 5, behaviour: 'good' },
  });
  const rows = sets.map(({ credentials }: Json, n: number) => ({
    ref: `C-${n + 1}`,
    name: `B ${n + 1}`,
    ...credentials,
  }));
  const importing = async (list: readonly Json[]): Promise<void> => {
    const content = JSON.stringify(list);
    const job = await eve.ok('POST', `${base}/tokens/imports`, {
      content,
      platformKey: 'qhyg',
      name: 'list',
    });
    const ended = await until(async () => {
      const now = await eve.ok('GET', `/api/jobs/${job.id}`);
      return now.state !== 'running' && now;
    });
    expect([ended.state, ended.result?.invalid]).toEqual(['done', 0]);
  };
  await importing(rows.slice(0, 3));
  const steps: Json[] = (await eve.ok('GET', `${base}/runbook`)).steps;
  for (const { id: step } of steps.slice(0, 4)) {
    await approved('runbook.override', 'PUT', `${base}/runbook/steps/${step}/overrule`, { reason: 'Shown' });
  }
  const ended = (run: Run) =>
    until(async () => {
      const now: Run = await eve.ok('GET', `${base}/tokens/runs/${run.id}`);
      if (now.state !== 'running') return now;
      if (now.counts.syncing > 0) await eve.ok('POST', '/api/clock/advance', { by: 'PT10S' });
      return undefined;
    });

  const pilot = await approved('tokens.run', 'POST', `${base}/tokens/runs`, { kind: 'pilot', refs: ['C-1'] });
  expect(pilot.shown.plan.facts).toContainEqual({ label: 'Run', value: 'pilot' });
  expect(pilot.shown.plan.lists[0]?.lines).toEqual([expect.stringMatching(/^C-1: B 1 · platform qhyg/)]);
  expect(JSON.stringify(pilot.shown)).not.toContain(sets[0].credentials.refreshToken ?? 'no such');
  expect((await ended(pilot.answer)).counts.done).toBe(1);

  // Approved for two, and a third one comes: nothing runs.
  const first = await eve.call('POST', `${base}/tokens/runs`, { kind: 'run' });
  await approve(ann, key, first.body.approval);
  await importing(rows.slice(0, 4));
  const changed = await eve.call('POST', `${base}/tokens/runs`, { kind: 'run' });
  expect(changed).toMatchObject({ status: 409, body: { detailedErrorCode: 45041 } });
  expect(changed.body.error).toContain('Companies and connections: 2 → 3.');
  expect(await eve.ok('GET', `${base}/tokens/runs`)).toMatchObject({ results: [{ kind: 'pilot' }] });
  await approve(ann, key, changed.body.approval);
  const run: Run = await eve.ok('POST', `${base}/tokens/runs`, { kind: 'run' });
  // It continues with the approval of its start, until another list comes.
  await eve.ok('POST', `${base}/tokens/runs/pause`);
  await eve.ok('POST', `${base}/tokens/runs/resume`);
  await eve.ok('POST', `${base}/tokens/runs/pause`);
  await importing(rows);
  const resumed = await approved('tokens.resume', 'POST', `${base}/tokens/runs/resume`);
  expect(resumed.shown.plan.subject).toBe(run.id);
  expect((await ended(run)).counts.done).toBe(3);

  const undo = await approved('tokens.undo', 'POST', `${base}/tokens/undo`, { refs: ['C-2'] });
  expect(undo.shown.plan.lists[0]?.lines[0]).toMatch(
    /^C-2: .* · connection [0-9a-f-]{36} · from step unlink/,
  );
  expect((await ended(undo.answer)).counts.undone).toBe(1);
  expect((await eve.ok('POST', `${base}/verify`, {})).whole).toBe(true);
});

test('overrides of checks, a rollback, and a case that takes overrides to a target with a policy', async () => {
  const { ada, eve, approved } = await team();
  const { id } = await eve.ok('POST', '/api/cases', { name: 'acme', parts: ['webhooks'] });
  const base = `/api/cases/${id}`;
  const override = { state: 'absent', reason: 'shown elsewhere' };
  for (const row of ['alerts-endpoints', 'rule-id'])
    await approved('eligibility.override', 'PUT', `${base}/rows/${row}/overrule`, override);
  await eve.ok('POST', `${base}/cutover/plan`, { freeze: true });
  await eve.ok('POST', `${base}/request`);
  await eve.ok('POST', `${base}/request/sent`, {});
  await approved('cutover.apply', 'POST', `${base}/cutover/apply`, {});
  const back = await approved('cutover.rollback', 'POST', `${base}/cutover/rollback`, {
    reason: 'It fails',
  });
  expect(back.shown.plan.facts).toContainEqual({ label: 'Reason', value: 'It fails' });
  expect(back.answer.state).toBe('rolled-back');

  const target = { name: 'live', baseUrl: 'https://api.example.com', apiKey: 'PlantedApiKey-31415926535' };
  const { id: targetId } = await ada.ok('POST', '/api/targets', target);
  await ada.ok('PUT', '/api/policy', { scope: `target:${targetId}`, writes: false, overrides: true });
  await ada.ok('PUT', '/api/policy', { scope: 'target:local', writes: false, overrides: false });
  const { revision } = await eve.ok('GET', base);
  const moved = await approved('case.move', 'PATCH', base, { revision, changes: { targetId } });
  expect(moved.shown.plan).toMatchObject({ target: { id: targetId, name: 'live' } });
  expect(moved.shown.plan.lists[0]?.count).toBe(2);
});
