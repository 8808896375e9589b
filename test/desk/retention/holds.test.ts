import { expect, test } from 'vitest';
import { createSigner, newSigningKey } from '#base/signing.ts';
import { createCases } from '#desk/cases/index.ts';
import { signEntry } from '#desk/core/signed-entry.ts';
import { refuseHeld } from '#desk/journal/holds.ts';
import { createJournal, journalChain } from '#desk/journal/journal.ts';
import { insertJournalEntry, readJournalEnd } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { testOnFile } from '#test/support/test-store.ts';

const attachment = { name: 'proof.txt', content: Buffer.from('proof').toString('base64') };

const withCase = async () => {
  const desk = await startDesk();
  const made = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await desk.call(method, path, body);
    expect([path, status, answer?.error]).toEqual([path, 200, undefined]);
    return answer;
  };
  const { id } = await made('POST', '/api/cases', { name: 'Acme' });
  await made('POST', `/api/cases/${id}/notes`, { text: 'said by Jo' });
  const view = await made('POST', `/api/cases/${id}/attachments`, attachment);
  return { ...desk, made, id, attachmentId: view.attachments[0].id as string };
};

test('nothing of a case under legal hold is erased, detached or deleted, and everything else goes on', async () => {
  const { call, made, id, attachmentId } = await withCase();
  await made('POST', `/api/cases/${id}/hold`, { reason: 'claim of Acme' });
  const { digest } = await made('GET', `/api/cases/${id}/removal`);
  const refusals = [
    await call('POST', `/api/cases/${id}/erasures`, { notes: true, reason: 'asked for' }),
    await call('POST', `/api/cases/${id}/erasures`, { notes: true, dryRun: true }),
    await call('DELETE', `/api/cases/${id}/attachments/${attachmentId}?revision=3`),
    await call('DELETE', `/api/cases/${id}?confirm=${digest}`),
    await call('POST', `/api/cases/${id}/hold`, { reason: 'again' }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.detailedErrorCode])).toEqual(
    refusals.map(() => [409, 45037]),
  );
  expect(refusals[0]?.body.error).toMatch(/legal hold since .*, placed by /);
  await made('POST', `/api/cases/${id}/notes`, { text: 'work goes on' });
  expect((await made('GET', `/api/cases/${id}`)).attachments).toHaveLength(1);

  await made('POST', `/api/cases/${id}/hold/release`, { reason: 'settled' });
  expect((await call('POST', `/api/cases/${id}/hold/release`, { reason: 'again' })).status).toBe(409);
  await made('POST', `/api/cases/${id}/erasures`, { notes: true, reason: 'asked for' });
});

test("a colleague's erasure does not reach a case under hold; what adds to it does", async () => {
  const [here, there] = [await withCase(), await startDesk()];
  const { id } = here;
  const exported = async (desk: Pick<typeof here, 'call'>) =>
    JSON.stringify((await desk.call('POST', `/api/cases/${id}/export`)).body);
  const taken = async (desk: Pick<typeof here, 'call'>, file: string) => {
    const asked = await desk.call('POST', '/api/cases/import', { file });
    if (asked.status !== 409 || asked.body.signers === undefined) return asked;
    const signers = asked.body.signers.map(({ fingerprint }: { fingerprint: string }) => ({
      fingerprint,
      decision: 'trust',
      name: 'Grace',
    }));
    return desk.call('POST', '/api/cases/import', { file, signers });
  };
  expect((await taken(there, await exported(here))).status).toBe(200);
  await here.made('POST', `/api/cases/${id}/hold`, { reason: 'claim of Acme' });
  await there.call('POST', `/api/cases/${id}/notes`, { text: 'from there' });
  expect((await taken(here, await exported(there))).body).toMatchObject({ outcome: 'continued' });
  await there.call('POST', `/api/cases/${id}/erasures`, { notes: true, reason: 'asked for' });
  const file = await exported(there);
  expect((await taken(here, file)).body.detailedErrorCode).toBe(45037);
  expect((await here.call('GET', `/api/cases/${id}`)).body.notes).toMatchObject([
    { text: 'said by Jo' },
    { text: 'from there' },
  ]);
  await here.made('POST', `/api/cases/${id}/hold/release`, { reason: 'settled' });
  expect((await taken(here, file)).status).toBe(200);
});

testOnFile(
  'a backup that lacks entries of a case under hold is not restored; the hold outlives a restore',
  async () => {
    const { call, made, id } = await withCase();
    const early = await made('POST', '/api/backups');
    await made('POST', `/api/cases/${id}/notes`, { text: 'later' });
    const late = await made('POST', '/api/backups');
    await made('POST', `/api/cases/${id}/hold`, { reason: 'claim of Acme' });
    const refused = await call('POST', `/api/backups/${early.name}/restore`);
    expect([refused.status, refused.body.detailedErrorCode]).toEqual([409, 45039]);
    expect(refused.body.error).toContain('"Acme"');
    expect((await made('GET', `/api/cases/${id}`)).notes).toHaveLength(2);
    await made('POST', `/api/backups/${late.name}/restore`);
    expect(await made('GET', `/api/cases/${id}/retention`)).toMatchObject({
      hold: { reason: 'claim of Acme' },
    });
    const { digest } = await made('GET', `/api/cases/${id}/removal`);
    expect((await call('DELETE', `/api/cases/${id}?confirm=${digest}`)).body.detailedErrorCode).toBe(45037);
  },
);

test('a release that another key signed releases nothing', async () => {
  const context = await testDeskContext();
  const { id: caseId } = await createCases(context).create({ name: 'Acme' }, 'Ada');
  await context.store.write((tx) =>
    createJournal(context).append(tx, 'Ada', { kind: 'case.held', content: { caseId, reason: 'claim' } }),
  );
  await context.store.write(async (tx) => {
    const end = await readJournalEnd(tx);
    const place = { domain: 'journal entry', chain: journalChain, before: end?.digest ?? '' } as const;
    const entry = { seq: (end?.seq ?? 0) + 1, at: end?.at ?? '', actor: 'Ada', kind: 'case.released' };
    const content = JSON.stringify({ caseId, reason: 'forged' });
    const signed = signEntry(createSigner(newSigningKey()), place, { ...entry, content });
    await insertJournalEntry(tx, { ...signed, digest: 'ab'.repeat(32) });
  });
  await expect(context.store.read((reader) => refuseHeld(context, reader, caseId))).rejects.toThrow(
    /legal hold/,
  );
});
