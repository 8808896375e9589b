import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CompanyResult } from '#contract/token-runs.ts';
import { managedSummary } from '#desk/reports/kinds/managed.ts';
import { deleteAttachment } from '#desk/store/case-contents.ts';
import { readTokenRows } from '#desk/store/token-rows.ts';
import { appendLedger } from '#desk/store/token-runs.ts';
import { both, runbookFixture, wave } from './fixture.ts';

const company = (ref: string, more: Partial<CompanyResult> = {}): CompanyResult => ({
  line: 2,
  ref,
  name: `Company ${ref}`,
  platformKey: wave,
  state: 'done',
  companyId: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
  connectionId: '2c5ea4c0-4067-4de4-b5e6-6e6d6f2b1c01',
  connectionStatus: 'Linked',
  calls: 10,
  callMs: 200,
  durationMs: 1000,
  datasets: { Complete: 15 },
  ...more,
});
const failed = company('a-3', {
  name: '<img src=x>[x](javascript:x)|',
  state: 'failed',
  cause: 'needs-reauthorization',
  step: 'verify',
  message: 'The token was revoked | *here*',
});

const needsLink = {
  cause: 'needs-reauthorization',
  step: 'verify',
  message: 'The token was revoked',
} as const;
type Fixture = Awaited<ReturnType<typeof runbookFixture>>;

const migrated = async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, addRows, ranTo, settleRows } = fixture;
  await addRows(['a-1', 'a-2', 'a-3']);
  await runbooks.open(id, wave, 'Ada');
  await fixture.supplyAll();
  await fixture.scheduleAll();
  await fixture.updateAll();
  await runbooks.confirmSyncing(id, { refs: ['a-1', 'a-2', 'a-3'], by: 'Kim' }, 'Ada');
  await ranTo('pilot', { done: 1 }, { companies: [company('a-1')] });
  await settleRows('done', ['a-1']);
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(/2 companies are not migrated yet.*tokens run/);
  await ranTo('run', { done: 0, failed: 2 }, { companies: [company('a-2', { state: 'failed' }), failed] });
  await ranTo('retry', { done: 1 }, { companies: [company('a-2')] });
  await settleRows('done', ['a-2']);
  await settleRows('failed', ['a-3'], needsLink);
  return fixture;
};

const accept = ({ id, runbooks }: Pick<Fixture, 'id' | 'runbooks'>, refs: string[]) =>
  runbooks.acceptFailures(id, { refs, reason: 'Their customer left' }, 'Ada');

/** Migrated, and what failed is accepted. */
const decided = async () => {
  const fixture = await migrated();
  await accept(fixture, ['a-3']);
  return fixture;
};

test('the handover lists what was migrated and what was not, and is signed off by both parties', async () => {
  const fixture = await migrated();
  const { id, runbooks, cases, stateOf, addRows } = fixture;
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', quote: 'x' }, 'Ada')).rejects.toThrow(
    /No handover document/,
  );
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(
    /1 company failed: a-3\. Retry, accept with a reason, or exclude by name\./,
  );
  await accept(fixture, ['a-3']);
  const draft = await runbooks.handoverDocument(id);
  const { handover, steps } = await runbooks.handOver(id, 'Ada');
  expect(handover).toMatchObject({
    done: 2,
    failed: 1,
    accepted: 1,
    excluded: 0,
    signOffs: [],
    outdated: false,
  });
  expect(steps[5]).toMatchObject({
    state: 'open',
    missing: ['The handover is not signed off by integrator and support yet.'],
  });
  const document = await runbooks.handoverDocument(id);
  expect([document, hash('sha256', document)]).toEqual([draft, handover?.digest]);
  for (const words of [
    '# Handover: Wave connections of Acme Ltd',
    'Migrated: 2 companies · failed: 1 · not migrated: 0',
    `digest \` ${handover?.chainDigest} \``,
    '15 Complete',
    'of integrator (integrator)',
    '### Needs reauthorization (1)',
    'Responsible: integrator.',
    '| a-3 | Company a-3 | Needs reauthorization | Their customer left | Ada |',
  ]) {
    expect(document).toContain(words);
  }
  expect(document).toMatch(/\| a-1 \| Company a-1 \| pbtz \|[^|]*\| 2c5ea4c0[^|]*\| Linked \|/);
  expect(document).not.toMatch(/<img|\]\(javascript/);
  const attached = (await cases.view(id)).attachments.find((one) => one.id === handover?.attachmentId);
  expect(attached).toMatchObject({ digest: handover?.digest, secret: false });

  const digest = handover?.digest as string;
  await expect(
    runbooks.signOff(id, { party: 'support', name: 'Jo', quote: 'x', digest: 'f'.repeat(64) }, 'Ada'),
  ).rejects.toThrow(/the handover document changed/);
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', digest }, 'Ada')).rejects.toThrow(
    /quote/,
  );
  const sign = (party: (typeof both)[number], more: { at?: string } = {}) =>
    runbooks.signOff(id, { party, name: `of ${party}`, quote: 'All fine', digest, ...more }, 'Ada');
  await expect(sign('support', { at: '2001-01-01T00:00:00Z' })).rejects.toThrow(
    /at must not be before the handover document was created/,
  );
  for (const party of both) await sign(party);
  const done = (await runbooks.show(id)).steps[5];
  expect(done).toMatchObject({
    state: 'done',
    doneBy: 'of integrator (integrator) and of support (support)',
    remarks: ['1 failure accepted.'],
  });
  expect(done?.evidence.at(-1)?.text).toBe('Signed off by of support (support): All fine');
  expect(managedSummary({ state: await cases.state(id) })).toEqual({
    tone: 'warn',
    text: '6 of 6 steps done. 1 failure accepted.',
  });
  expect((await cases.view(id)).steps.find((step) => step.id === 'managed-complete')?.state).toBe('done');

  await addRows(['a-4']);
  expect(await stateOf('complete')).toBe('open');
});

test('a handover from before another run is regenerated', async () => {
  const { id, runbooks, ranTo, settleRows } = await decided();
  const first = (await runbooks.handOver(id, 'Ada')).handover;
  for (const party of both) await runbooks.signOff(id, { party, name: party, quote: 'Fine' }, 'Ada');
  await ranTo('check', { done: 1 });
  expect((await runbooks.show(id)).steps[5]?.state).toBe('done');
  await ranTo('check', { done: 0, failed: 1 });
  expect((await runbooks.show(id)).steps[5]?.state).toBe('open');
  await ranTo('retry', { done: 1 }, { companies: [company('a-3')] });
  await settleRows('done', ['a-3']);
  const step = (await runbooks.show(id)).steps[5];
  expect([step?.state, step?.missing]).toEqual([
    'open',
    [
      'Companies were imported, migrated, undone or decided about since the handover document was created. Regenerate it.',
    ],
  ]);
  const late = { party: 'support', name: 'Jo', quote: 'Fine' } as const;
  await expect(runbooks.signOff(id, late, 'Ada')).rejects.toThrow(/Regenerate it/);
  const second = (await runbooks.handOver(id, 'Ada')).handover;
  expect(second).toMatchObject({ done: 3, failed: 0, signOffs: [] });
  expect(second?.digest).not.toBe(first?.digest);
});

test('a handover waits for the steps before it', async () => {
  const { id, runbooks } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(
    /Open before it: "Supply migration and platform details", "Schedule the migration", "Update application details", "Disable data syncing" and "Migrate first company"/,
  );
  expect(await runbooks.handoverDocument(id)).toContain('Migrated: 0 companies');
});

test('attachments of entries stay, so that a handover stays complete', async () => {
  const { id, runbooks, cases, context } = await decided();
  const paper = Buffer.from('Mail of Kim').toString('base64');
  const { attachments } = await cases.attach(id, { name: 'mail.txt', content: paper }, 'Ada');
  const mail = attachments.at(-1)?.id as string;
  await runbooks.agreeWindow(id, { party: 'provider', name: 'Max', attachmentId: mail }, 'Ada');
  await runbooks.handOver(id, 'Ada');
  const state = await cases.state(id);
  const results = state.tokenRuns[0]?.ended?.results as string;
  for (const [attachmentId, words] of [
    [results, /entry \d+ of the audit chain refers to it as/],
    [mail, /refers to it as/],
    [state.runbook?.handover?.attachmentId as string, /as the handover document/],
  ] as const) {
    await expect(cases.detach(id, attachmentId, 'Ada')).rejects.toThrow(words);
  }
  const loose = await cases.attach(id, { name: 'loose.txt', content: paper }, 'Ada');
  await cases.detach(id, loose.attachments.at(-1)?.id as string, 'Ada');
  expect((await cases.attachment(id, mail)).toString()).toBe('Mail of Kim');

  const digest = state.attachments.find((one) => one.id === results)?.digest as string;
  await context.store.write((tx) => deleteAttachment(tx, id, digest));
  await expect(runbooks.handOver(id, 'Ada')).rejects.toMatchObject({
    code: 'runbook.resultsGone',
    message: expect.stringMatching(/the pilot that ended at .* was erased or not imported/),
  });
});

test('rows that are not migrated are listed with the reason, also those in no run', async () => {
  const { id, runbooks, ranTo, addInvalid, settleRows } = await decided();
  await addInvalid(['b-1', 'b-2']);
  const invalid = company('b-1', { state: 'invalid', message: 'accessToken is missing.' });
  await ranTo('retry', { done: 1 }, { companies: [company('a-3'), invalid] });
  await settleRows('done', ['a-3']);
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(/2 rows are invalid: b-1 and b-2\./);
  await runbooks.exclude(id, { refs: ['b-1', 'b-2'], reason: 'Sold', by: 'Kim' }, 'Ada');
  const { handover } = await runbooks.handOver(id, 'Ada');
  expect(handover).toMatchObject({ done: 3, failed: 0, notMigrated: 2, accepted: 0, excluded: 2 });
  const document = await runbooks.handoverDocument(id);
  expect(document).toContain('failed: 0 · not migrated: 2');
  expect(document).toMatch(/\| b-1 \| Company b-1 \| invalid \| accessToken is missing/);
  expect(document).toContain('1 row was invalid when imported, and part of no run.');
  expect(document).toContain('| b-2 | Company b-2 | invalid | Sold | Kim (recorded by Ada) |');
});

test('an undone company is reported as undone, not as a failure', async () => {
  const { id, runbooks, ranTo } = await migrated();
  await ranTo('undo', { done: 0, undone: 1 });
  const { evidence } = (await runbooks.show(id)).steps[5] ?? {};
  expect(evidence?.map(({ text }) => text)).toContain('undo on local: 1 of 1 company undone, 0 failed');
});

const stepStates = async ({ id, runbooks }: Pick<Fixture, 'id' | 'runbooks'>) =>
  (await runbooks.show(id)).steps.map(({ state }) => state);
const signedOff = async (fixture: Fixture) => {
  await fixture.runbooks.handOver(fixture.id, 'Ada');
  for (const party of both)
    await fixture.runbooks.signOff(fixture.id, { party, name: party, quote: 'Fine' }, 'Ada');
};

test('an acceptance is for the failure that was seen: another one, or an undoing, needs another', async () => {
  const fixture = await decided();
  const { id, runbooks, settleRows } = fixture;
  const of = async (ref: string) => {
    const { results } = await runbooks.notMigrated(id, {});
    return results.find((one) => one.ref === ref);
  };
  expect(await of('a-3')).toMatchObject({
    state: 'failed',
    cause: 'needs-reauthorization',
    decision: { kind: 'accepted', by: 'Ada', reason: 'Their customer left' },
  });
  await signedOff(fixture);
  expect((await stepStates(fixture)).at(-1)).toBe('done');

  await settleRows('failed', ['a-3'], { ...needsLink, message: 'Said in other words' });
  expect((await of('a-3'))?.decision?.kind).toBe('accepted');
  for (const other of [{ cause: 'rate-limit' }, { step: 'sync' }] as const) {
    await settleRows('failed', ['a-3'], { ...needsLink, ...other });
    expect((await of('a-3'))?.decision).toBeUndefined();
    expect((await stepStates(fixture)).at(-1)).toBe('open');
    await expect(runbooks.signOff(id, { party: 'provider', name: 'Max', quote: 'x' }, 'Ada')).rejects.toThrow(
      /Nothing was recorded: 1 company failed: a-3/,
    );
  }
  const undo = '7d9a52c8-5b55-4f4e-8ef7-0d1b5a2f2a10';
  await settleRows('undone', ['a-3'], null, undo);
  expect((await of('a-3'))?.decision).toBeUndefined();
  await expect(accept(fixture, ['a-3'])).rejects.toThrow(/"a-3": It has not failed\. Nothing was recorded\./);
  await runbooks.exclude(id, { refs: ['a-3'], reason: 'Left' }, 'Ada');
  expect((await of('a-3'))?.decision?.kind).toBe('excluded');
  await settleRows('undone', ['a-3'], null, id);
  expect((await of('a-3'))?.decision).toBeUndefined();
});

test('an excluded company is named, in no run, and needs no confirmation; it can come back', async () => {
  const fixture = await migrated();
  const { id, runbooks, addRows, cases } = fixture;
  await addRows(['a-4', 'a-5']);
  expect((await stepStates(fixture))[3]).toBe('open');
  await accept(fixture, ['a-3']);
  await expect(runbooks.exclude(id, { refs: ['a-1', 'a-4'], reason: 'x' }, 'Ada')).rejects.toThrow(
    /"a-1": It is not in the list, or already migrated/,
  );
  const view = await runbooks.exclude(id, { refs: ['a-4', 'a-5'], reason: 'Sold to another' }, 'Ada');
  expect(view.notMigrated).toEqual({ accepted: 1, excluded: 2, open: 0 });
  expect(view.syncing).toMatchObject({ companies: 3, heldBackCount: 0 });
  expect((await stepStates(fixture))[3]).toBe('done');
  const held = async (ref: string) => (await runbooks.gateOf(id, 'run')).held(ref, wave);
  expect([await held('a-4'), await held('a-3')]).toEqual([
    expect.stringMatching(/excluded from the migration by Ada: Sold to another/),
    undefined,
  ]);
  await signedOff(fixture);
  expect((await stepStates(fixture)).at(-1)).toBe('done');
  expect(await runbooks.handoverDocument(id)).toContain(
    '| a-5 | Company a-5 | ready | Sold to another | Ada |',
  );

  await runbooks.withdrawDecisions(id, { refs: ['a-5'], reason: 'They stay' }, 'Kim');
  expect(await held('a-5')).toMatch(/Syncing is not confirmed as disabled/);
  expect((await stepStates(fixture)).slice(3)).toEqual(['open', 'done', 'open']);
  expect((await runbooks.show(id)).handover?.outdated).toBe(true);
  await expect(runbooks.withdrawDecisions(id, { refs: ['a-5'], reason: 'x' }, 'Kim')).rejects.toThrow(
    /It has no decision/,
  );
  expect(
    (await cases.entries(id, 0, 1000)).filter(({ kind }) => /Accepted|Excluded|Withdrawn/.test(kind)),
  ).toMatchObject([
    { actor: 'Ada', content: { companies: [{ ref: 'a-3' }], reason: 'Their customer left' } },
    { actor: 'Ada', content: { companies: [{ ref: 'a-4' }, { ref: 'a-5' }], by: 'Ada' } },
    { actor: 'Kim', content: { companies: [{ ref: 'a-5' }], reason: 'They stay' } },
  ]);
});

test('failures are accepted by cause, and rows without a ref are excluded by their line', async () => {
  const { id, runbooks, addRows, settleRows, context } = await migrated();
  await addRows(['a-6', 'a-7']);
  await settleRows('failed', ['a-6'], { ...needsLink, cause: 'rate-limit' });
  await expect(runbooks.acceptFailures(id, { cause: 'bad-credentials', reason: 'x' }, 'Ada')).rejects.toThrow(
    /No company failed with the cause bad-credentials/,
  );
  for (const wrong of [{}, { refs: ['a-3'], cause: 'rate-limit' as const }]) {
    await expect(runbooks.acceptFailures(id, { ...wrong, reason: 'x' }, 'Ada')).rejects.toThrow(/either/);
  }
  const view = await runbooks.acceptFailures(
    id,
    { cause: 'needs-reauthorization', reason: 'They link again' },
    'Ada',
  );
  expect(view.notMigrated).toEqual({ accepted: 1, excluded: 0, open: 2 });
  await context.store.write(async (tx) => {
    await tx.db
      .updateTable('token_rows')
      .set({ ref: null, problems: '[]' })
      .where('ref', '=', 'a-7')
      .execute();
  });
  await runbooks.exclude(id, { refs: ['a-6'], lines: [2], reason: 'No data' }, 'Ada');
  expect((await runbooks.show(id)).notMigrated).toEqual({ accepted: 1, excluded: 2, open: 0 });
  const page = await runbooks.notMigrated(id, { limit: 2 });
  expect(page.results.map(({ ref, line }) => ref ?? line)).toEqual(['a-3', 'a-6']);
  const rest = await runbooks.notMigrated(id, { limit: 2, cursor: page.cursor as string });
  expect([rest.results.map(({ ref, line }) => ref ?? line), rest.cursor]).toEqual([[2], undefined]);
});

test('a check that finds the company of the pilot broken opens step 5 again, until that company is retried', async () => {
  const fixture = await decided();
  await signedOff(fixture);
  const { id, runbooks, ranTo, settleRows } = fixture;
  await ranTo('check', { done: 1, failed: 1 });
  await settleRows('failed', ['a-1'], needsLink);
  const { steps } = await runbooks.show(id);
  expect(steps[4]).toMatchObject({
    state: 'open',
    missing: ['The company of the pilot, a-1, failed since. Retry it. The token was revoked'],
  });
  expect(
    (await fixture.cases.view(id)).steps.find((step) => step.id === 'managed-first-company')?.state,
  ).toBe('open');
  expect((await runbooks.gateOf(id, 'run')).refused).toMatch(/a-1, failed since/);
  expect((await runbooks.gateOf(id, 'retry', ['a-2'])).refused).toMatch(/a-1, failed since/);
  expect((await runbooks.gateOf(id, 'retry', ['a-1'])).refused).toBeUndefined();
  await ranTo('retry', { done: 1 });
  await settleRows('done', ['a-1']);
  expect((await stepStates(fixture)).slice(4)).toEqual(['done', 'open']);
});

test('the company of an older pilot is known from the ledger of its run; where it is not, any failure may be its', async () => {
  const fixture = await decided();
  const { id, runbooks, ranTo, settleRows, context } = fixture;
  const pilotOf = async (ref: string | undefined) => {
    const runId = await ranTo('pilot', { done: 1 });
    await context.store.write(async (tx) => {
      const row = (await readTokenRows(tx, id)).find((one) => one.ref === ref);
      const call = { what: 'call', row: row?.id, step: 'company', method: 'GET', path: '/companies', at: 1 };
      if (row === undefined) return;
      await appendLedger(tx, [{ run_id: runId, seq: 1, case_id: id, entry: JSON.stringify(call) }]);
    });
    return (await runbooks.show(id)).steps[4];
  };
  expect(await pilotOf('a-1')).toMatchObject({
    state: 'done',
    evidence: [{ text: expect.stringContaining('a-1 migrated') }],
  });
  await settleRows('failed', ['a-1'], needsLink);
  expect((await runbooks.show(id)).steps[4]?.missing).toEqual([
    expect.stringMatching(/^The company of the pilot, a-1, failed since\. Retry it\./),
  ]);
  expect((await stepStates(fixture))[4]).toBe('open');
  expect((await runbooks.gateOf(id, 'retry', ['a-1'])).refused).toBeUndefined();
  expect((await runbooks.gateOf(id, 'retry', ['a-2'])).refused).toMatch(/a-1, failed since/);

  expect(await pilotOf(undefined)).toMatchObject({
    state: 'open',
    missing: [
      'The company of the pilot is not recorded, and a-1 and a-3 failed. Retry, or migrate a pilot again.',
    ],
  });
  expect((await runbooks.gateOf(id, 'retry', ['a-3'])).refused).toBeUndefined();
  await settleRows('done', ['a-1', 'a-3']);
  expect((await stepStates(fixture))[4]).toBe('done');
});

test('undoing a migrated company opens steps 5 and 6 again, until another pilot shows that it works', async () => {
  const fixture = await decided();
  await signedOff(fixture);
  expect(await stepStates(fixture)).toEqual(Array(6).fill('done'));
  const { id, runbooks, ranTo, settleRows } = fixture;
  const undo = await ranTo('undo', { done: 0, undone: 1 });
  await settleRows('undone', ['a-2'], null, undo);
  const { steps } = await runbooks.show(id);
  expect(steps.map(({ state }) => state).slice(3)).toEqual(['done', 'open', 'open']);
  expect(steps[4]?.missing).toEqual([expect.stringMatching(/undone after the pilot, by the undo of \d/)]);
  expect(steps[5]?.missing).toContainEqual(expect.stringMatching(/1 company is not migrated yet: a-2\./));
  await ranTo('pilot', { done: 1 }, { companies: [company('a-2')] });
  await settleRows('done', ['a-2']);
  expect((await stepStates(fixture)).slice(4)).toEqual(['done', 'open']);

  await ranTo('undo', { done: 0, undone: 0 });
  await ranTo('undo', { done: 0, undone: 1 }, { targetId: 'e7a1f7de-5d0a-4b1e-9a37-51a8c2f60d11' });
  expect((await stepStates(fixture))[4]).toBe('done');
  await ranTo('undo', { done: 0, failed: 1 });
  expect((await stepStates(fixture))[4]).toBe('open');
  await ranTo('pilot', { done: 1 }, { companies: [company('a-2')] });
  // One that is under way may have undone any of them.
  const ledger = { entries: 0, digest: '0'.repeat(64) };
  const about = { targetId: 'local', targetName: 'local', rows: 1, options: {}, ledger } as const;
  await fixture.cases.act(id, 'Ada', {
    kind: 'tokens.runStarted',
    content: { runId: undo, kind: 'undo', ...about },
  });
  expect((await stepStates(fixture))[4]).toBe('open');
});

test('a handover that both parties signed off as a whole, before, stays signed off until something changes', async () => {
  const fixture = await decided();
  const { id, runbooks, cases } = fixture;
  await runbooks.handOver(id, 'Ada');
  const made = (await runbooks.show(id)).handover;
  if (made === undefined) throw new Error('There is no handover document.');
  const { attachmentId, digest, chainDigest } = made;
  await runbooks.withdrawDecisions(id, { refs: ['a-3'], reason: 'To be as it was' }, 'Ada');
  const agreement = { name: 'Jo', at: '2026-01-01T00:00:00.000Z', quote: 'Fine' };
  await cases.act(id, 'Ada', {
    kind: 'runbook.handedOver',
    content: { attachmentId, digest, chainDigest, done: 2, failed: 1 },
  });
  for (const [party, acceptOpen] of [
    ['integrator', true],
    ['support', false],
  ] as const) {
    await cases.act(id, 'Ada', {
      kind: 'runbook.signedOff',
      content: { digest, agreement: { ...agreement, party }, acceptOpen },
    });
  }
  expect((await stepStates(fixture)).at(-1)).toBe('open');
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', quote: 'x' }, 'Ada')).rejects.toThrow(
    /1 company failed: a-3/,
  );
  await cases.act(id, 'Ada', {
    kind: 'runbook.signedOff',
    content: { digest, agreement: { ...agreement, party: 'support' }, acceptOpen: true },
  });
  expect((await runbooks.show(id)).steps[5]).toMatchObject({
    state: 'done',
    remarks: ['1 company failed, signed off without a reason for each.'],
  });
  await accept(fixture, ['a-3']);
  expect((await stepStates(fixture)).at(-1)).toBe('open');
});
