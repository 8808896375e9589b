import { expect, test } from 'vitest';
import { canonical } from '#base/canonical.ts';
import { isSignedBy } from '#base/signing.ts';
import type { AuditEvent } from '#contract/audit.ts';
import { createCases } from '#desk/cases/index.ts';
import { readJournal } from '#desk/store/journal.ts';
import { verifySignature } from '#events/verify.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { auditReceiver, handClock, startAudit } from './receiver.ts';

const fixture = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  await cases.create({ name: 'Before' }, 'Ada');
  const receiver = await auditReceiver();
  const request = { name: 'SIEM', url: `${receiver.url}/events`, format: 'ndjson' as const };
  return { context, cases, receiver, request };
};
const note = (text: string) => ({
  kind: 'note.added' as const,
  content: { id: crypto.randomUUID(), text },
});
const places = (events: readonly AuditEvent[]) =>
  events.map(({ chain, seq, kind }) => `${chain === 'desk journal' ? 'journal' : 'case'} ${seq} ${kind}`);

test('what is recorded leaves in the order of its commits, from now on, signed, and as it was signed', async () => {
  const { context, cases, receiver, request } = await fixture();
  const audit = await startAudit(context);
  const { secret, stream } = await audit.add(request, 'Ada <ada>');
  const { id } = await cases.create({ name: 'Acme' }, 'Ada <ada>');
  await cases.act(id, 'Bo <bo>', () => [note('one'), note('key whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')]);
  await receiver.until(() => receiver.taken.length >= 6);
  expect(places(receiver.taken)).toEqual([
    'journal 3 audit.streamAdded',
    'case 1 case.opened',
    'journal 4 case.created',
    'case 2 note.added',
    'case 3 note.added',
    'journal 5 case.extended',
  ]);
  const [added, opened, , , noted] = receiver.taken as [
    AuditEvent,
    AuditEvent,
    AuditEvent,
    AuditEvent,
    AuditEvent,
  ];
  expect(added).toMatchObject({
    actor: 'Ada <ada>',
    words: expect.stringContaining('Added the audit stream "SIEM"'),
  });
  expect(opened).toMatchObject({
    chain: id,
    case: { id, name: 'Acme' },
    words: 'Created the case "Acme" of Acme.',
  });
  expect(noted).toMatchObject({ actor: 'Bo <bo>', words: 'Added a note: key ••••' });
  expect(receiver.taken.some((event) => 'content' in event || 'salt' in event)).toBe(false);

  // Whoever has an event can verify who signed it, without anything else.
  for (const { signer, signature, actor, at, before, chain, commitment, kind, seq } of receiver.taken) {
    const publicKey = signer?.publicKey ?? '';
    const header = canonical({ actor, at, before, chain, commitment, form: 2, kind, seq, signer: publicKey });
    const domain = chain === 'desk journal' ? 'journal entry' : 'case entry';
    expect(isSignedBy(publicKey, domain, header, signature ?? '')).toBe(true);
  }
  for (const { body, headers } of receiver.seen) {
    expect(verifySignature({ body, headers, secrets: [secret ?? ''] })).toEqual({ valid: true });
  }
  const shown = { state: 'current', delivered: { events: 6 } };
  await expect.poll(() => audit.show(stream.id)).toMatchObject(shown);
});

test('a stream from the beginning sends what was recorded before, once for each entry', async () => {
  const { context, cases, receiver, request } = await fixture();
  for (const name of ['A', 'B', 'C']) {
    const { id } = await cases.create({ name }, 'Ada');
    await cases.act(id, 'Ada', () => Array.from({ length: 120 }, (_, at) => note(`${at}`)));
  }
  const audit = await startAudit(context);
  await audit.add({ ...request, from: 'beginning', detail: 'contents' }, 'Ada');
  await receiver.until(() => receiver.taken.at(-1)?.kind === 'audit.streamAdded');
  expect(receiver.seen.length).toBeGreaterThan(1);
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(receiver.taken.length);
  const rows = await context.store.read((reader) => readJournal(reader));
  expect(receiver.taken.filter(({ chain }) => chain === 'desk journal').map(({ seq }) => seq)).toEqual(
    rows.map(({ seq }) => seq),
  );
  expect(receiver.taken.filter(({ kind }) => kind === 'note.added')).toHaveLength(360);
  expect(receiver.taken.find(({ kind }) => kind === 'note.added')).toMatchObject({
    content: { text: '0' },
    salt: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const exported: AuditEvent[] = [];
  for await (const event of audit.events({ detail: 'contents' })) exported.push(event);
  expect(exported).toEqual(receiver.taken);
});

test('what fails is repeated until it is taken, with growing waits, and nothing overtakes it', async () => {
  const { context, cases, receiver, request } = await fixture();
  const time = handClock();
  const audit = await startAudit(context, { time, timeoutMs: 200 });
  const answers: (() => void)[] = [];
  receiver.answers((_request, response) => {
    response.writeHead(500);
    response.end('the disk of whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw is full');
  });
  const { stream } = await audit.add(request, 'Ada');
  await cases.create({ name: 'Acme' }, 'Ada');
  const waited: number[] = [];
  const failed = async (): Promise<void> => {
    await expect.poll(() => time.waiting().length).toBe(1);
    waited.push(time.waiting()[0] as number);
  };
  await failed();
  expect(await audit.show(stream.id)).toMatchObject({
    state: 'failing',
    failing: { attempts: 1, problem: 'Status 500: the disk of •••• is full' },
    behind: { changes: expect.any(Number) },
  });
  time.advance(5000);
  await failed();
  receiver.answers((_request, response) => {
    response.writeHead(429, { 'retry-after': '120' });
    response.end();
  });
  time.advance(10_000);
  await failed();
  // Never answers.
  receiver.answers((_request, response) => void answers.push(() => response.end()));
  time.advance(120_000);
  await failed();
  receiver.answers((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' });
    response.end();
  });
  time.advance(40_000);
  await failed();
  expect(waited).toEqual([5000, 10_000, 120_000, 40_000, 80_000]);
  expect(await audit.show(stream.id)).toMatchObject({
    failing: { attempts: 5, problem: expect.stringContaining('redirects are not followed') },
  });
  receiver.answers((_request, response) => void response.end());
  time.advance(80_000);
  await receiver.until(() => receiver.taken.length === 3);
  expect(places(receiver.taken)).toEqual([
    'journal 3 audit.streamAdded',
    'case 1 case.opened',
    'journal 4 case.created',
  ]);
  await expect.poll(async () => (await audit.show(stream.id)).state).toBe('current');
  expect((await audit.show(stream.id)).failing).toBeUndefined();
  // The last of the attempts that were not taken had the same body, and so the same id.
  const [last, before] = receiver.seen.toReversed();
  expect(last?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
});

test('a process that dies between the response and its record sends the same again, and the next one goes on', async () => {
  const { context, cases, receiver, request } = await fixture();
  const { store } = context;
  let isDying = false;
  const dying = {
    ...context,
    store: {
      ...store,
      write: ((work) =>
        isDying
          ? Promise.reject(new Error('The process is gone.'))
          : store.write(work)) as typeof store.write,
    },
  };
  const first = await startAudit(dying);
  await first.add(request, 'Ada');
  await receiver.until(() => receiver.taken.length === 1);
  receiver.answers((_request, response) => {
    isDying = true;
    response.end();
  });
  await cases.create({ name: 'Acme' }, 'Ada');
  await receiver.until(() => receiver.taken.length === 3);
  await first.stop();
  receiver.answers((_request, response) => void response.end());
  await cases.create({ name: 'Beta' }, 'Ada');
  const second = await startAudit(context);
  await receiver.until(() => receiver.taken.length === 7);
  expect(places(receiver.taken)).toEqual([
    'journal 3 audit.streamAdded',
    'case 1 case.opened',
    'journal 4 case.created',
    'case 1 case.opened',
    'journal 4 case.created',
    'case 1 case.opened',
    'journal 5 case.created',
  ]);
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(5);
  await expect.poll(() => second.list()).toMatchObject([{ name: 'SIEM', state: 'current' }]);
});

test('a destination that takes less at a time is given less, down to one event', async () => {
  const { context, cases, receiver, request } = await fixture();
  receiver.answers((seen, response) => {
    if (seen.body.split('\n').length > 3) response.writeHead(413);
    response.end();
  });
  const { id } = await cases.create({ name: 'Acme' }, 'Ada');
  await cases.act(id, 'Ada', () => Array.from({ length: 12 }, (_, at) => note(`${at}`)));
  const audit = await startAudit(context);
  const { stream } = await audit.add({ ...request, from: 'beginning' }, 'Ada');
  await receiver.until(() => receiver.taken.at(-1)?.kind === 'audit.streamAdded');
  expect(receiver.taken).toHaveLength(19);
  expect(new Set(receiver.taken.map(({ id: one }) => one)).size).toBe(19);
  await expect.poll(async () => (await audit.show(stream.id)).state).toBe('current');
});

test('a stream that is paused or removed tells of that last', async () => {
  const { context, cases, receiver, request } = await fixture();
  const audit = await startAudit(context, { patienceMs: 100 });
  const { stream } = await audit.add(request, 'Ada');
  await audit.change(stream.id, { paused: true }, 'Ada');
  await receiver.until(() => receiver.taken.length === 2);
  await cases.create({ name: 'While it is paused' }, 'Ada');
  await expect.poll(async () => (await audit.show(stream.id)).state).toBe('paused');
  await audit.change('siem', { paused: false, detail: 'facts' }, 'Ada');
  await receiver.until(() => receiver.taken.length === 5);
  expect(await audit.remove(stream.id, 'Ada')).toEqual({ lastEvent: 'delivered', left: 0 });
  expect(receiver.taken.map(({ kind }) => kind)).toEqual([
    'audit.streamAdded',
    'audit.streamChanged',
    'case.opened',
    'case.created',
    'audit.streamChanged',
    'audit.streamRemoved',
  ]);
  expect(receiver.taken.slice(2).every(({ words }) => words === undefined)).toBe(true);
  expect(await audit.list()).toEqual([]);

  receiver.answers((_request, response) => {
    response.writeHead(503);
    response.end();
  });
  const { stream: other } = await audit.add({ ...request, name: 'Other' }, 'Ada');
  expect(await audit.remove(other.id, 'Ada')).toMatchObject({
    lastEvent: 'not delivered',
    left: 2,
    problem: 'Status 503.',
  });
  const rows = await context.store.read((reader) => readJournal(reader));
  expect(JSON.parse(rows.at(-1)?.content ?? '')).toMatchObject({ name: 'Other', delivered: false, left: 2 });
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { context, cases, receiver, request } = await fixture();
  const time = handClock();
  const audit = await startAudit(context, { time });
  const { stream, secret: former = '' } = await audit.add(request, 'Ada');
  const { secret } = await audit.rotate(stream.id, 'Ada');
  await receiver.until(() => receiver.taken.length === 2);
  const isSigned = (secrets: string[]) => {
    const { body, headers } = receiver.seen.at(-1) as (typeof receiver.seen)[number];
    return verifySignature({ body, headers, secrets, now: time.now() }).valid;
  };
  expect([isSigned([former]), isSigned([secret])]).toEqual([true, true]);
  expect((await audit.show(stream.id)).formerSecretUntil).toBeDefined();
  time.advance(24 * 3_600_000 + 1);
  await cases.create({ name: 'Acme' }, 'Ada');
  await receiver.until(() => receiver.taken.length === 4);
  expect([isSigned([former]), isSigned([secret])]).toEqual([false, true]);
});

test('a test event belongs to no chain, and what was failing goes on once it is taken', async () => {
  const { context, receiver, request } = await fixture();
  const time = handClock();
  const audit = await startAudit(context, { time });
  receiver.answers((_request, response) => {
    response.writeHead(401);
    response.end('who are you?');
  });
  const { stream } = await audit.add(request, 'Ada');
  await expect.poll(() => time.waiting().length).toBe(1);
  expect(await audit.test(stream.id)).toMatchObject({
    delivered: false,
    status: 401,
    problem: 'Status 401: who are you?',
  });
  receiver.answers((_request, response) => void response.end());
  expect(await audit.test(stream.id)).toMatchObject({ delivered: true, status: 200 });
  await receiver.until(() => receiver.taken.length === 2);
  expect(receiver.taken.map(({ kind }) => kind)).toEqual(['audit.test', 'audit.streamAdded']);
});
