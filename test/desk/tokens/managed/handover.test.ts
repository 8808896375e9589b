import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CompanyResult } from '#contract/token-runs.ts';
import { managedSummary } from '#desk/reports/kinds/managed.ts';
import { deleteAttachment } from '#desk/store/case-contents.ts';
import { both, runbookRoom, wave } from './room.ts';

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

const migrated = async () => {
  const room = await runbookRoom();
  const { id, runbooks, addRows, ranTo, settleRows } = room;
  await addRows(['a-1', 'a-2', 'a-3']);
  await runbooks.open(id, wave, 'Ada');
  await room.supplyAll();
  await room.scheduleAll();
  await room.updateAll();
  await runbooks.confirmSyncing(id, { refs: ['a-1', 'a-2', 'a-3'], by: 'Kim' }, 'Ada');
  await ranTo('pilot', { done: 1 }, { companies: [company('a-1')] });
  await settleRows('done', ['a-1']);
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(/2 companies are not migrated yet.*tokens run/);
  await ranTo('run', { done: 0, failed: 2 }, { companies: [company('a-2', { state: 'failed' }), failed] });
  await ranTo('retry', { done: 1 }, { companies: [company('a-2')] });
  await settleRows('done', ['a-2']);
  await settleRows('failed', ['a-3']);
  return room;
};

test('the handover tells what was migrated and what was not, and is signed off by both parties', async () => {
  const { id, runbooks, cases, stateOf, addRows } = await migrated();
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', quote: 'x' }, 'Ada')).rejects.toThrow(
    /no handover document/,
  );
  const draft = await runbooks.handoverDocument(id);
  const { handover, steps } = await runbooks.handOver(id, 'Ada');
  expect(handover).toMatchObject({ done: 2, failed: 1, signOffs: [], by: 'Ada' });
  expect(steps[5]).toMatchObject({
    state: 'open',
    missing: ['The handover is not signed off by integrator and support yet.'],
  });
  const document = await runbooks.handoverDocument(id);
  expect([document, hash('sha256', document)]).toEqual([draft, handover?.digest]);
  for (const words of [
    '# Handover: Wave connections of Acme Ltd',
    'Migrated: 2 companies; failed: 1; not migrated: 0',
    `digest \` ${handover?.chainDigest} \``,
    '15 Complete',
    'of integrator (integrator)',
    '### Needs reauthorization (1)',
    'Responsible: integrator.',
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
  ).rejects.toThrow(/another one by now/);
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', digest }, 'Ada')).rejects.toThrow(
    /quote/,
  );
  const sign = (party: (typeof both)[number], more: { acceptOpen?: boolean; at?: string } = {}) =>
    runbooks.signOff(id, { party, name: `of ${party}`, quote: 'All fine', digest, ...more }, 'Ada');
  await expect(sign('support')).rejects.toThrow(/1 company failed\. To sign it off all the same/);
  await expect(sign('support', { acceptOpen: true, at: '2001-01-01T00:00:00Z' })).rejects.toThrow(
    /at must not be before the handover document was made/,
  );
  for (const party of both) await sign(party, { acceptOpen: true });
  const done = (await runbooks.show(id)).steps[5];
  expect(done).toMatchObject({
    state: 'done',
    doneBy: 'of integrator (integrator) and of support (support)',
    remarks: ['1 company failed: signing off accepts that.'],
  });
  expect(done?.evidence.at(-1)?.text).toBe(
    'Signed off, accepting what is not migrated, by of support (support): All fine',
  );
  expect((await runbooks.show(id)).handover?.signOffs[0]).toMatchObject({ acceptOpen: true });
  expect(managedSummary({ state: await cases.state(id) })).toEqual({
    tone: 'warn',
    text: '6 of 6 steps are done. 1 company failed: signing off accepts that.',
  });
  expect((await cases.view(id)).steps.find((step) => step.id === 'managed-complete')?.state).toBe('done');

  await addRows(['a-4']);
  expect(await stateOf('complete')).toBe('open');
});

test('a handover that was made before another run is made anew', async () => {
  const { id, runbooks, ranTo } = await migrated();
  const first = (await runbooks.handOver(id, 'Ada')).handover;
  for (const party of both)
    await runbooks.signOff(id, { party, name: party, quote: 'Fine', acceptOpen: true }, 'Ada');
  await ranTo('check', { done: 1 });
  expect((await runbooks.show(id)).steps[5]?.state).toBe('done');
  await ranTo('check', { done: 0, failed: 1 });
  expect((await runbooks.show(id)).steps[5]?.state).toBe('open');
  await ranTo('retry', { done: 1 }, { companies: [company('a-3')] });
  const step = (await runbooks.show(id)).steps[5];
  expect([step?.state, step?.missing]).toEqual([
    'open',
    ['Companies were imported or migrated since the handover document was made. Make it anew.'],
  ]);
  const late = { party: 'support', name: 'Jo', quote: 'Fine', acceptOpen: true } as const;
  await expect(runbooks.signOff(id, late, 'Ada')).rejects.toThrow(/Make it anew/);
  const second = (await runbooks.handOver(id, 'Ada')).handover;
  expect(second).toMatchObject({ done: 3, failed: 0, signOffs: [] });
  expect(second?.digest).not.toBe(first?.digest);
});

test('a handover waits for the steps before it', async () => {
  const { id, runbooks } = await runbookRoom();
  await runbooks.open(id, wave, 'Ada');
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(
    /Before it are open: supply, schedule, update-application, disable-syncing and first-company/,
  );
  expect(await runbooks.handoverDocument(id)).toContain('Migrated: 0 companies');
});

test('what entries point at stays: a handover never tells less than there was', async () => {
  const { id, runbooks, cases, context } = await migrated();
  const paper = Buffer.from('Mail of Kim').toString('base64');
  const { attachments } = await cases.attach(id, { name: 'mail.txt', content: paper }, 'Ada');
  const mail = attachments.at(-1)?.id as string;
  await runbooks.agreeWindow(id, { party: 'provider', name: 'Max', attachmentId: mail }, 'Ada');
  await runbooks.handOver(id, 'Ada');
  const state = await cases.state(id);
  const results = state.tokenRuns[0]?.ended?.results as string;
  for (const [attachmentId, words] of [
    [results, /entry \d+ of the audit chain points at it, as what a run came to/],
    [mail, /as what shows that it is so/],
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
    message: expect.stringMatching(/the pilot that ended at .* is not here any more/),
  });
});

test('rows that are not migrated are told with why, also those that no run has seen', async () => {
  const { id, runbooks, ranTo, addInvalid } = await migrated();
  await addInvalid(['b-1', 'b-2']);
  const invalid = company('b-1', { state: 'invalid', message: 'accessToken is missing.' });
  await ranTo('retry', { done: 1 }, { companies: [company('a-3'), invalid] });
  const { handover } = await runbooks.handOver(id, 'Ada');
  expect(handover).toMatchObject({ done: 3, failed: 0, notMigrated: 2 });
  const document = await runbooks.handoverDocument(id);
  expect(document).toContain('failed: 0; not migrated: 2');
  expect(document).toMatch(/\| b-1 \| Company b-1 \| invalid \| accessToken is missing/);
  expect(document).toContain('1 row was not in order when imported, and in no run.');
  await expect(runbooks.signOff(id, { party: 'support', name: 'Jo', quote: 'x' }, 'Ada')).rejects.toThrow(
    /2 companies are not migrated\. To sign/,
  );
});

test('what was undone is told as undone, and not as a failure', async () => {
  const { id, runbooks, ranTo } = await migrated();
  await ranTo('undo', { done: 0, undone: 1 });
  const { evidence } = (await runbooks.show(id)).steps[5] ?? {};
  expect(evidence?.map(({ text }) => text)).toContain('undo on local: 1 of 1 company undone, 0 failed');
});
