import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, canonicalDigest } from '#base/canonical.ts';
import { VirtualClock } from '#base/clock.ts';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import type { ApprovalPlan, AskedApproval } from '#contract/approvals.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CatalogueError } from '#contract/errors.ts';
import type { Grant, Role } from '#contract/people.ts';
import { createApprovals, openApprovals } from '#desk/approvals/index.ts';
import { differencesOf } from '#desk/approvals/plan.ts';
import { approvalProblems } from '#desk/cases/approval-signatures.ts';
import type { Needs } from '#desk/cases/four-eyes.ts';
import { createCases } from '#desk/cases/index.ts';
import { openPeople } from '#desk/people/index.ts';
import type { Caller } from '#desk/people/people.ts';
import type { PersonState } from '#desk/people/people-state.ts';
import { createRegistry } from '#desk/targets/registry.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

/** When an approval counts: by the modules, with a clock that the test moves. */

const hourMs = 3_600_000;

type Asked = CatalogueError & { readonly info: { readonly approval: AskedApproval } };

const started = async () => {
  const context = await testDeskContext();
  // Entries of cases are dated by the system's clock.
  const clock = new VirtualClock(Date.now());
  const people = await openPeople(context, clock);
  const person = (name: string, ...roles: Role[]): Promise<PersonState> => {
    const grants = roles.map((role): Grant => ({ role, scope: 'desk' }));
    return people.add({ login: name.toLowerCase(), name, grants }, 'root');
  };
  const ada = await person('Ada', 'admin');
  const eve = await person('Eve', 'engineer');
  const ann = await person('Ann', 'approver', 'engineer');
  const open = async () => {
    const gate = await openApprovals(context, people, clock);
    const cases = createCases(context, [], () => {}, gate.fourEyes);
    return { gate, cases, approvals: createApprovals({ cases, people, gate, clock }) };
  };
  const { gate, cases, approvals } = await open();
  await gate.policies.change({ scope: 'target:local', writes: true, overrides: true }, 'Ada <ada>');
  const { id: caseId } = await cases.create({ name: 'acme' }, 'Eve <eve>');
  const keyOf = async ({ id: personId }: PersonState): Promise<Signer & { keyId: string }> => {
    const key = createSigner(newSigningKey());
    const { publicKey } = key;
    const proof = key.sign('approval', canonical({ personId, publicKey }));
    return { ...key, keyId: await people.addKey(personId, { publicKey, name: 'laptop', proof }) };
  };
  const annKey = await keyOf(ann);
  const callerOf = ({ id }: PersonState): Caller => people.callerOf(id) as Caller;
  const needs =
    (url: string): Needs =>
    () => ({ kind: 'headers.check', subject: 'one', plan: () => ({ facts: [['URL', url]] }) });
  const run = (url = 'https://a.example', actor = 'Eve <eve>', by = cases) =>
    by.act(caseId, actor, () => [], { needs: needs(url) });
  /** Tries, and answers the request that this made. */
  const asked = async (url?: string, actor?: string): Promise<Asked> => {
    const error: unknown = await run(url, actor).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ info: { approval: { caseId } } });
    return error as Asked;
  };
  const give = async (id: string, key: Signer = annKey, by = ann) => {
    const { digest, kind, requesterId } = await approvals.show(callerOf(by), caseId, id);
    const signedAt = new Date(clock.now()).toISOString();
    const statement = { approvalId: id, at: signedAt, caseId, digest, kind, requesterId };
    const signature = key.sign('approval', canonical(statement));
    return approvals.give(callerOf(by), caseId, id, {
      ...{ digest, signedAt, publicKey: key.publicKey, signature },
    });
  };
  /** An approval that counts. */
  const approved = async (url?: string): Promise<string> => {
    const { id } = (await asked(url)).info.approval;
    await give(id);
    return id;
  };
  const usedIn = async () =>
    [...(await cases.state(caseId)).approvals.values()].filter(({ used }) => used !== undefined).length;
  return {
    ...{ context, clock, people, person, ada, eve, ann, gate, cases, approvals, caseId },
    ...{ keyOf, annKey, callerOf, run, asked, give, approved, usedIn, open },
  };
};

test('one approval is used once, by one of several that run at once, and by no later process', async () => {
  const { approved, run, usedIn, open } = await started();
  await approved();
  const runs = await Promise.allSettled([run(), run(), run()]);
  expect(runs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await usedIn()).toBe(1);
  const later = await open();
  await expect(run(undefined, undefined, later.cases)).rejects.toMatchObject({ code: 'approval.needed' });
  expect(await usedIn()).toBe(1);
});

test('an approval does not count of who left, lost the role, removed the key, or once it expired', async () => {
  const { people, ada, ann, annKey, keyOf, clock, approved, asked, run, usedIn, give } = await started();
  const by = 'Ada <ada>';
  const again = { code: 'approval.needed' };
  await approved();
  await people.leave(ann.id, by);
  await expect(run()).rejects.toMatchObject(again);
  await people.rejoin(ann.id, by);
  // The one that was asked for meanwhile replaced it.
  await give((await asked()).info.approval.id);
  await people.grant(ann.id, [{ role: 'engineer', scope: 'desk' }], by);
  await expect(run()).rejects.toMatchObject(again);
  await people.grant(ann.id, [{ role: 'approver', scope: 'target:local' }], by);
  await give((await asked()).info.approval.id);
  await people.removeKey(ann.id, annKey.keyId, 'Ann <ann>');
  await expect(run()).rejects.toMatchObject(again);
  await expect(give((await asked()).info.approval.id)).rejects.toMatchObject({ code: 'approval.keyUnknown' });
  const other = await keyOf(ann);
  await give((await asked()).info.approval.id, other);
  clock.set(clock.now() + 25 * hourMs);
  await expect(run()).rejects.toMatchObject(again);
  expect(await usedIn()).toBe(0);
  expect(ada.login).toBe('ada');
});

test('a plan that is not decided about in time, or refused, or withdrawn is asked for again', async () => {
  const { clock, asked, approvals, caseId, callerOf, eve, ann, ada, give, run, usedIn } = await started();
  const first = (await asked()).info.approval;
  expect((await asked()).info.approval.id).toBe(first.id);
  await expect(approvals.refuse(callerOf(eve), caseId, first.id, 'no')).rejects.toMatchObject({
    code: 'approval.ownRequest',
  });
  await approvals.refuse(callerOf(ann), caseId, first.id, 'Not today');
  await expect(give(first.id)).rejects.toMatchObject({ code: 'approval.notWaiting' });
  const second = (await asked()).info.approval;
  expect(second.id).not.toBe(first.id);
  await give(second.id);
  const stranger = { ...callerOf(ann), personId: caseId };
  await expect(
    approvals.withdraw(
      { ...stranger, rights: { grants: [], within: 'desk', readsOnly: false } },
      caseId,
      second.id,
    ),
  ).rejects.toMatchObject({ code: 'approval.notWithdrawable' });
  await approvals.withdraw(callerOf(ada), caseId, second.id);
  await expect(run()).rejects.toMatchObject({ code: 'approval.needed' });
  const last = (await asked()).info.approval;
  clock.set(clock.now() + 8 * 24 * hourMs);
  await expect(give(last.id)).rejects.toMatchObject({ code: 'approval.notWaiting' });
  expect(await usedIn()).toBe(0);
});

test('neither who asked nor who approved can stand in for the other one', async () => {
  const { asked, give, ann, eve, keyOf, run, people, usedIn } = await started();
  await people.grant(eve.id, [{ role: 'approver', scope: 'desk' }], 'Ada <ada>');
  const { id } = (await asked()).info.approval;
  const eveKey = await keyOf(eve);
  await expect(give(id, eveKey, eve)).rejects.toMatchObject({ code: 'approval.ownRequest' });
  await give(id);
  await expect(run(undefined, 'Ann <ann>')).rejects.toMatchObject({ code: 'approval.runByApprover' });
  // Nobody who is not signed in asks, whatever they call themselves.
  for (const actor of ['carryover', 'Eve', 'Nobody <nobody>'])
    await expect(run(undefined, actor)).rejects.toMatchObject({ code: 'approval.notAPerson' });
  // A name that looks like another person's does not help: sign-in names count.
  await people.rename(ann.id, 'Eve', 'Ada <ada>');
  await expect(run(undefined, 'Eve <ann>')).rejects.toMatchObject({ code: 'approval.runByApprover' });
  await run();
  expect(await usedIn()).toBe(1);
});

test('another plan never runs on an approval, and what differs is said; the one before is replaced', async () => {
  const { approved, asked, run, usedIn, approvals, callerOf, ann, caseId } = await started();
  const id = await approved('https://a.example');
  const changed = await asked('https://b.example');
  expect(changed).toMatchObject({
    code: 'approval.planChanged',
    message: expect.stringContaining('URL: https://a.example → https://b.example.'),
  });
  // Also once the plan is as it was: the earlier approval is gone.
  await expect(run('https://a.example')).rejects.toMatchObject({ code: 'approval.planChanged' });
  expect(await usedIn()).toBe(0);
  expect((await approvals.show(callerOf(ann), caseId, id)).state).toBe('replaced');
});

test('with another key of its target, or another way there, a plan is another one', async () => {
  const { context, gate, cases, caseId, ann, callerOf, approvals, asked, give, run } = await started();
  const targets = createRegistry(context);
  const target = { name: 'production', baseUrl: 'https://api.example.com', apiKey: 'FirstApiKey-3141592653' };
  const { id: targetId } = await targets.add(target);
  const move: CaseAction = { kind: 'case.changed', content: { changes: { targetId } } };
  await cases.act(caseId, 'Eve <eve>', move);
  await gate.policies.change({ scope: 'desk', writes: true, overrides: false }, 'Ada <ada>');
  for (const change of [{ apiKey: 'SecondApiKey-2718281828' }, { proxyUrl: 'http://proxy.example:3128' }]) {
    const { id } = (await asked()).info.approval;
    await give(id);
    const shown = JSON.stringify(await approvals.show(callerOf(ann), caseId, id));
    expect([shown.includes('keyed mark'), shown.includes('ApiKey-')]).toEqual([true, false]);
    await targets.change(targetId, change);
    await expect(run()).rejects.toMatchObject({
      code: 'approval.planChanged',
      message: expect.stringContaining('Key and connection of the target, keyed mark: '),
    });
  }
  await give((await asked()).info.approval.id);
  await run();
});

test('an approval that was given before the case was imported again does not count', async () => {
  const { approved, run, cases, caseId, usedIn, approvals, callerOf, ann } = await started();
  const id = await approved();
  const file = await cases.exportFile(caseId);
  await run();
  expect(await usedIn()).toBe(1);
  const { digest } = await cases.removal(caseId);
  await cases.remove(caseId, digest, 'Ada <ada>');
  await cases.importFile(file, 'Eve <eve>');
  expect(await usedIn()).toBe(0);
  await expect(run()).rejects.toMatchObject({ code: 'approval.needed' });
  expect((await approvals.show(callerOf(ann), caseId, id)).state).toBe('replaced');
});

test('an approval of a plan whose content was erased does not count', async () => {
  const { approved, run, cases, caseId, usedIn } = await started();
  await approved();
  const { approvals } = await cases.state(caseId);
  const [record] = approvals.values();
  await cases.erase(caseId, { entries: [record?.seq as number], reason: 'asked' }, 'Ada <ada>');
  await expect(run()).rejects.toMatchObject({
    code: expect.stringMatching(/^approval\.(needed|planChanged)$/),
  });
  expect(await usedIn()).toBe(0);
  expect((await cases.verify(caseId)).whole).toBe(true);
});

test('a chain is checked for plans, signatures, keys and uses of approvals', async () => {
  const { approved, run, cases, caseId } = await started();
  const id = await approved();
  await run();
  expect((await cases.verify(caseId)).problems).toEqual([]);
  const all = [...(await cases.state(caseId)).approvals.values()];
  const [{ given, used, replaced: _, seq: __, at: ___, actor: ____, ...requested }] = all as [
    (typeof all)[number],
  ];
  const entries = (...contents: readonly [string, unknown][]) =>
    contents.map(([kind, content], index) => ({ seq: index + 1, kind, content: JSON.stringify(content) }));
  const problems = (isKnown: boolean | undefined, ...contents: readonly [string, unknown][]) =>
    approvalProblems(caseId, entries(...contents), new Map(), () => isKnown).map(({ what }) => what);
  const whole = [
    ['approval.requested', requested],
    ['approval.given', given],
    ['approval.used', used],
  ] as const satisfies readonly [string, unknown][];
  expect(problems(true, ...whole)).toEqual([]);
  expect(problems(undefined, ...whole)).toEqual([]);
  expect(problems(false, ...whole)[0]).toContain('none that the journal has');
  expect(problems(true, ...whole, ['approval.used', used])).toEqual([
    expect.stringContaining('was used before'),
  ]);
  expect(problems(true, whole[0], whole[2])).toEqual([
    expect.stringContaining('was not given for this plan'),
  ]);
  expect(
    problems(true, ...whole.slice(0, 2), ['approval.withdrawn', { approvalId: id }], whole[2]),
  ).toHaveLength(1);
  const other = { ...requested, plan: { ...requested.plan, subject: 'other' } };
  expect(problems(true, ['approval.requested', other], whole[1], whole[2])).toEqual([
    expect.stringContaining('does not have its digest'),
  ]);
  const forged = { ...given, signedAt: new Date(0).toISOString() };
  expect(problems(true, whole[0], ['approval.given', forged])).toEqual([
    expect.stringContaining('signature of the approval does not hold'),
  ]);
});

test('policies last, add up, and belong to a desk with people', async () => {
  const { gate, open, context, people } = await started();
  const asks = ({ policies }: typeof gate) => [
    policies.asks('local', 'writes'),
    policies.asks('local', 'overrides'),
    policies.asks('other', 'writes'),
    policies.asks('other', 'overrides'),
  ];
  expect(asks(gate)).toEqual([true, true, false, false]);
  expect(asks((await open()).gate)).toEqual([true, true, false, false]);
  await gate.policies.change({ scope: 'target:local', writes: false, overrides: false }, 'Ada <ada>');
  await gate.policies.change({ scope: 'desk', writes: true, overrides: true }, 'Ada <ada>');
  // The local service is there to rehearse on.
  expect(asks((await open()).gate)).toEqual([false, true, true, true]);
  const alone = await openApprovals(context, { ...people, isTeam: () => false });
  await expect(
    alone.policies.change({ scope: 'desk', writes: true, overrides: true }, 'root'),
  ).rejects.toMatchObject({ code: 'policy.onePerson' });
});

test('any difference of a plan is another digest, and is said in words', () => {
  const line = fc.string({ maxLength: 20 });
  const facts = fc.uniqueArray(fc.record({ label: line, value: line }), {
    selector: ({ label }) => label,
    maxLength: 4,
  });
  const list = fc.record({ label: line, lines: fc.array(line, { maxLength: 4 }) });
  const plan = fc
    .record({ facts, lists: fc.uniqueArray(list, { selector: ({ label }) => label, maxLength: 3 }) })
    .map(
      (made): ApprovalPlan => ({
        ...{ kind: 'tokens.run', caseId: '00000000-0000-4000-8000-000000000000', subject: 'run' },
        target: { id: 'local', name: 'local' },
        facts: made.facts,
        lists: made.lists.map(({ label, lines }) => ({ label, count: lines.length, lines })),
      }),
    );
  fc.assert(
    fc.property(plan, plan, (one, other) => {
      const isSame = canonical(one) === canonical(other);
      expect(canonicalDigest(one) === canonicalDigest(other)).toBe(isSame);
      if (!isSame) expect(differencesOf(one, other)).not.toEqual([]);
      expect(differencesOf(one, one)).toEqual([]);
    }),
  );
});
