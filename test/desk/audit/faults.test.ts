import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { Audit } from '#desk/audit/audit.ts';
import { createCases } from '#desk/cases/index.ts';
import { readAuditStreams, replaceAuditStreams } from '#desk/store/audit-streams.ts';
import { byHand } from '#test/support/by-hand.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { privateCa } from '#test/support/private-ca.ts';
import { runs } from '#test/support/runs.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { testOnFile } from '#test/support/test-store.ts';
import { auditReceiver, startAudit } from './receiver.ts';

const fixture = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id: caseId } = await cases.create({ name: 'Acme' }, 'Ada');
  const receiver = await auditReceiver();
  const request = { name: 'SIEM', url: `${receiver.url}/events`, format: 'ndjson' as const };
  return { context, cases, caseId, receiver, request };
};
const note = (text: string) => ({
  kind: 'note.added' as const,
  content: { id: crypto.randomUUID(), text },
});
const all = async (audit: Audit, query: Parameters<Audit['events']>[0] = {}): Promise<AuditEvent[]> => {
  const events: AuditEvent[] = [];
  for await (const event of audit.events(query)) events.push(event);
  return events;
};

test('what was erased or deleted before it left does not leave, and that it is gone is said', async () => {
  const { context, cases, caseId, receiver, request } = await fixture();
  const other = await cases.create({ name: 'Other' }, 'Ada');
  await cases.act(caseId, 'Ada', () => [note('a private matter'), note('another one')]);
  await cases.act(other.id, 'Ada', () => [note('a matter of the other case')]);
  await cases.erase(caseId, { entries: [2], reason: 'asked for' }, 'Ada');
  await cases.remove(other.id, (await cases.removal(other.id)).digest, 'Ada');
  const audit = await startAudit(context);
  await audit.add({ ...request, from: 'beginning', detail: 'contents' }, 'Ada');
  await receiver.until(() => receiver.taken.at(-1)?.kind === 'audit.streamAdded');
  const sent = JSON.stringify(receiver.taken);
  expect(sent).not.toContain('a private matter');
  expect(sent).not.toContain('of the other case');
  expect(
    receiver.taken.filter(({ chain }) => chain === caseId).map((one) => [one.seq, one.erased, one.words]),
  ).toEqual([
    [1, undefined, 'Created the case "Acme" of Acme.'],
    [2, true, 'Added a note: [erased]'],
    [3, undefined, 'Added a note: another one'],
    [4, undefined, expect.stringContaining('Erased')],
  ]);
  const missing = receiver.taken.flatMap(({ missing = [] }) => missing);
  expect(missing).toEqual([
    { caseId: other.id, from: 1, to: 1, why: 'deleted' },
    { caseId: other.id, from: 2, to: 2, why: 'deleted' },
  ]);
});

test('an entry that was changed by hand leaves without its content, and one of a broken chain not at all', async () => {
  const { context, cases, caseId, request, receiver } = await fixture();
  await cases.act(caseId, 'Ada', () => [note('as it was said'), note('left alone')]);
  const other = await cases.create({ name: 'Other' }, 'Ada');
  await byHand(context.dataDir, 'update case_entries set content = ? where case_id = ? and seq = 2', [
    JSON.stringify({ id: crypto.randomUUID(), text: 'as it never was said' }),
    caseId,
  ]);
  await byHand(context.dataDir, `update case_entries set actor = 'Mallory' where case_id = ?`, [other.id]);
  const audit = await startAudit(context);
  await audit.add({ ...request, from: 'beginning', detail: 'contents' }, 'Ada');
  await receiver.until(() => receiver.taken.at(-1)?.kind === 'audit.streamAdded');
  expect(JSON.stringify(receiver.taken)).not.toMatch(/never was said|Mallory/);
  expect(receiver.taken.find(({ chain, seq }) => chain === caseId && seq === 2)).toMatchObject({
    problem: 'The entry in the database is not what was signed.',
  });
  expect(receiver.taken.flatMap(({ missing = [] }) => missing)).toEqual([
    { caseId: other.id, from: 1, to: 1, why: 'replaced' },
  ]);
});

test('settings that were changed, exchanged or taken away by hand are not used, and the stream is shown as lost', async () => {
  const { context, cases, request, receiver } = await fixture();
  const first = await startAudit(context);
  const one = await first.add(request, 'Ada');
  const two = await first.add({ ...request, name: 'Two' }, 'Ada');
  const three = await first.add({ ...request, name: 'Three' }, 'Ada');
  const [early] = await context.store.read(readAuditStreams);
  await first.change(three.stream.id, { detail: 'facts' }, 'Ada');
  await expect
    .poll(async () => (await first.list()).map(({ state }) => state))
    .toEqual(['current', 'current', 'current']);
  await first.stop();
  const rows = await context.store.read(readAuditStreams);
  const settingsOf = (id: string) => rows.find((row) => row.id === id)?.settings as Buffer;
  await byHand(context.dataDir, 'delete from audit_streams where id = ?', [one.stream.id]);
  await byHand(context.dataDir, 'update audit_streams set settings = ? where id = ?', [
    settingsOf(three.stream.id),
    two.stream.id,
  ]);
  // As it was before it was changed.
  await byHand(context.dataDir, 'update audit_streams set settings = ? where id = ?', [
    context.sealer.seal('{"url":"https://mallory.example"}', 'elsewhere'),
    three.stream.id,
  ]);
  expect(early).toBeDefined();
  const count = receiver.taken.length;
  const second = await startAudit(context);
  await cases.create({ name: 'Beta' }, 'Ada');
  expect((await second.list()).map(({ name, state }) => [name, state])).toEqual([
    ['SIEM', 'lost'],
    ['Two', 'lost'],
    ['Three', 'lost'],
  ]);
  await expect(second.change('Two', { paused: true }, 'Ada')).rejects.toMatchObject({ code: 'audit.lost' });
  expect(await second.remove('Two', 'Ada')).toMatchObject({ lastEvent: 'not delivered' });
  expect(await second.list()).toHaveLength(2);
  expect(receiver.taken).toHaveLength(count);
});

testOnFile(
  'a restored backup takes cases back and no stream: each entry leaves once, also one that takes the place of another',
  async () => {
    const desk = await startDesk();
    const receiver = await auditReceiver();
    const ok = async (method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await desk.call(method, path, body);
      expect([path, status, status < 300 || answer]).toEqual([path, status, true]);
      return answer;
    };
    const { id } = await ok('POST', '/api/cases', { name: 'Acme', parts: ['webhooks'] });
    const addNote = (text: string) => ok('POST', `/api/cases/${id}/notes`, { text });
    await addNote('before the backup');
    const { name } = await ok('POST', '/api/backups');
    await addNote('lost by the restore');
    await ok('POST', '/api/cases', { name: 'Lost too', parts: ['webhooks'] });
    const added = await ok('POST', '/api/audit/streams', {
      name: 'SIEM',
      url: receiver.url,
      format: 'ndjson',
      from: 'beginning',
    });
    await receiver.until(() => receiver.taken.some(({ kind }) => kind === 'audit.streamAdded'));
    await ok('POST', `/api/backups/${name}/restore`);
    await addNote('after the restore');
    await receiver.until(() => receiver.taken.some(({ words }) => words?.includes('after the restore')));
    await expect
      .poll(async () => (await ok('GET', `/api/audit/streams/${added.stream.id}`)).state)
      .toBe('current');
    const ids = receiver.taken.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    const ofCase = receiver.taken.filter((one) => one.chain === id).map(({ seq, words }) => [seq, words]);
    expect(ofCase).toEqual([
      [1, expect.anything()],
      [2, 'Added a note: before the backup'],
      [3, 'Added a note: lost by the restore'],
      [3, 'Added a note: after the restore'],
    ]);
    const journal = receiver.taken.filter(({ chain }) => chain === 'desk journal').map(({ seq }) => seq);
    expect(journal).toEqual(journal.map((_, at) => at + 1));
    // A desk that begins with the journal alone, and a stream from the beginning: what is gone is named.
    const response = await fetch(`${desk.deskUrl}/api/audit/events`, {
      headers: { authorization: desk.authorization },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEvent);
    expect(lines.flatMap(({ missing = [] }) => missing)).toEqual([
      { caseId: id, from: 3, to: 3, why: 'replaced' },
      { caseId: expect.any(String), from: 1, to: 1, why: 'deleted' },
    ]);
  },
);

test('a file has what was recorded in a time', async () => {
  const { context, cases } = await fixture();
  const audit = await startAudit(context);
  const whole = await all(audit);
  expect(await all(audit, { from: '2000-01-01T00:00:00Z' })).toEqual(whole);
  expect(await all(audit, { from: '2100-01-01T00:00:00Z' })).toEqual([]);
  expect(await all(audit, { to: '2000-01-01T00:00:00Z' })).toEqual([]);
  while (systemTime.now() <= Date.parse(whole.at(-1)?.recorded ?? '')) await systemTime.sleep(1);
  await cases.create({ name: 'Beta' }, 'Ada');
  const later = await all(audit);
  const from = later.at(-1)?.recorded ?? '';
  expect(await all(audit, { from })).toEqual(later.slice(whole.length));
  expect(await all(audit, { to: from })).toEqual(whole);
});

test('streams that are put back are as they were', async () => {
  const { context, request } = await fixture();
  const audit = await startAudit(context);
  await audit.add(request, 'Ada');
  await audit.stop();
  const rows = await context.store.read(readAuditStreams);
  await context.store.write((tx) => replaceAuditStreams(tx, rows));
  expect(await context.store.read(readAuditStreams)).toEqual(rows);
});

test('a destination is https, or on this machine, and holds no credentials', async () => {
  const { context, request } = await fixture();
  const audit = await startAudit(context);
  for (const [url, problem] of [
    ['http://audit.example.com/', 'must begin with https://'],
    ['ftp://audit.example.com/', 'must begin with https://'],
    ['https://user:secret@audit.example.com/', 'must not contain a user or password'],
    ['https://audit.example.com/?token=secret', 'Remove the query'],
    ['https://169.254.169.254/latest', 'cloud metadata address'],
    ['audit.example.com', 'must be a full URL'],
  ] as const) {
    const refused = audit.add({ ...request, url }, 'Ada');
    await expect(refused, url).rejects.toThrow(problem);
    await expect(refused, url).rejects.not.toThrow('secret@');
  }
  const headers = [{ name: 'User-Agent', value: 'x' }];
  await expect(audit.add({ ...request, headers }, 'Ada')).rejects.toThrow('set by Carryover');
  expect(await audit.list()).toEqual([]);
  const kept = [{ name: 'Authorization', value: 'Bearer for-this-server-alone-1' }];
  const { stream } = await audit.add({ ...request, headers: kept }, 'Ada');
  const moved = audit.change(stream.id, { url: 'https://audit.example.com/' }, 'Ada');
  await expect(moved).rejects.toThrow('headers are required too');
  await expect(audit.add({ ...request, name: 'siem' }, 'Ada')).rejects.toMatchObject({
    code: 'audit.nameTaken',
  });
  for (const name of ['2', '3', '4', '5']) await audit.add({ ...request, name }, 'Ada');
  await expect(audit.add({ ...request, name: '6' }, 'Ada')).rejects.toMatchObject({ code: 'audit.tooMany' });
});

test('a certificate that is not trusted is refused, and a private authority is trusted where it is given', async () => {
  const { context, request } = await fixture();
  const { caPem, cert, key } = privateCa('DNS:localhost');
  const receiver = await auditReceiver({ cert, key });
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  const audit = await startAudit(context);
  const { stream } = await audit.add({ ...request, url }, 'Ada');
  await expect
    .poll(() => audit.show(stream.id))
    .toMatchObject({
      state: 'failing',
      failing: { problem: expect.stringContaining('certificate is not trusted') },
    });
  await audit.change(stream.id, { caPem }, 'Ada');
  await receiver.until(() => receiver.taken.length === 2);
  await audit.change(stream.id, { url: receiver.url }, 'Ada');
  await expect
    .poll(() => audit.show(stream.id))
    .toMatchObject({
      failing: { problem: expect.stringContaining('certificate is for another name') },
    });
});

test('whatever fails between random commits, each entry arrives, and no later one before it', async () => {
  const steps = fc.array(fc.constantFrom('create', 'note', 'notes', 'refuse', 'cut', 'take', 'restart'), {
    minLength: 5,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (done) => {
      const { context, cases, caseId, receiver, request } = await fixture();
      const time = {
        ...systemTime,
        after: (_ms: number, ...rest: [() => void]) => systemTime.after(1, ...rest),
      };
      let audit = await startAudit(context, { time });
      await audit.add({ ...request, from: 'beginning' }, 'Ada');
      const doing: Readonly<Record<string, (name: string) => unknown>> = {
        create: (name) => cases.create({ name }, 'Ada'),
        note: (name) => cases.act(caseId, 'Ada', note(name)),
        notes: (name) => cases.act(caseId, 'Ada', () => Array.from({ length: 30 }, () => note(name))),
        refuse: () => receiver.answers((_request, response) => void response.writeHead(500).end()),
        cut: () => receiver.answers((_request, response) => void response.destroy()),
        take: () => receiver.answers((_request, response) => void response.end()),
        async restart() {
          await audit.stop();
          audit = await startAudit(context, { time });
        },
      };
      for (const [at, step] of done.entries()) await doing[step]?.(`${step} ${at}`);
      receiver.answers((_request, response) => void response.end());
      const recorded = (await all(audit)).map(({ id }) => id);
      await receiver.until(() => new Set(receiver.taken.map(({ id }) => id)).size === recorded.length);
      expect([...new Set(receiver.taken.map(({ id }) => id))]).toEqual(recorded);
      await audit.stop();
    }),
    { numRuns: runs(8) },
  );
});
