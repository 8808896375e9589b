import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ObservationState } from '#desk/cases/state.ts';
import { createRecorder } from '#desk/eligibility/recorder.ts';
import { uuid } from './case-in-memory.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
const now = at(30);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const observation = (change: Partial<ObservationState> = {}): ObservationState => ({
  id: uuid(4),
  name: 'w',
  from: at(0),
  seenUntil: at(10),
  calls: [],
  otherCalls: 0,
  ...change,
});
const entry = (id: string, correlationId: string, change: Partial<RequestEntry> = {}): RequestEntry => ({
  id,
  at: at(20),
  method: 'GET',
  path: '/rules/alerts',
  statusCode: 200,
  durationMs: 1,
  correlationId,
  userAgent: 'app/1',
  deprecated: true,
  ...change,
});
const call = (correlationId: string, change: object = {}) => ({
  method: 'GET',
  path: '/rules/alerts?page=2',
  correlationId,
  userAgent: 'app/1',
  ...change,
});
const logOf =
  (...entries: RequestEntry[]) =>
  async () => ({ entries });
const empty = logOf();
const seenOnce = { method: 'GET', path: '/rules/alerts', caller: 'app/1', first: now, last: now, count: 1 };

describe('a call', () => {
  const note = (caller: string | undefined, userAgent: string | undefined) =>
    createRecorder(observation(caller === undefined ? {} : { caller })).note({
      method: 'GET',
      path: '/rules/alerts',
      correlationId: 'a',
      ...(userAgent === undefined ? {} : { userAgent }),
    });
  test.each<[string | undefined, string | undefined, boolean]>([
    [undefined, 'app/1', true],
    [undefined, undefined, true],
    [undefined, 'carryover-desk/1', false],
    [undefined, 'Carryover-CLI/1', false],
    [undefined, 'not carryover', true],
    ['acme', 'Some ACME app', true],
    ['ACME', 'acme/1', true],
    ['acme', 'curl/8', false],
    ['acme', undefined, false],
    ['carry', 'carryover/1', false],
  ])('in a window for %j by %j counts: %s', (caller, userAgent, counts) => {
    expect(note(caller, userAgent) !== undefined).toBe(counts);
  });

  test('is new until the same was written; another method, endpoint or caller is new again', async () => {
    const recorder = createRecorder(observation());
    expect(recorder.note(call('1'))).toBe('new');
    expect(recorder.note(call('2'))).toBe('new');
    await recorder.collect(empty);
    recorder.written();
    expect(recorder.note(call('3'))).toBe('more');
    expect(recorder.note(call('4', { path: '/rules/alerts' }))).toBe('more');
    expect(recorder.note(call('5', { path: `/rules/alerts/${uuid(1)}` }))).toBe('new');
    expect(recorder.note(call('6', { path: `/rules/${uuid(1)}/alerts` }))).toBe('new');
    expect(recorder.note(call('7', { method: 'HEAD' }))).toBe('new');
    expect(recorder.note(call('8', { userAgent: 'app/2' }))).toBe('new');
    expect(recorder.note(call('9', { userAgent: undefined }))).toBe('new');
    const resumed = createRecorder(observation({ calls: [seenOnce] }));
    expect(resumed.note(call('1'))).toBe('more');
  });
  test('of anything else is new once a window, also after it was written', async () => {
    const recorder = createRecorder(observation());
    const other = (n: number) => recorder.note(call(String(n), { path: '/companies' }));
    expect([other(1), other(2), other(3)]).toStrictEqual(['new', 'more', 'more']);
    await recorder.collect(empty);
    recorder.written();
    expect([other(4), other(5)]).toStrictEqual(['more', 'more']);
    const later = createRecorder(observation({ otherCalls: 4 }));
    expect(later.note(call('1', { path: '/companies' }))).toBe('more');
    expect(later.note(call('2', { method: 'POST' }))).toBe('more');
  });
});

describe('a batch', () => {
  test('is nothing where nothing came, unless it is asked for', async () => {
    const recorder = createRecorder(observation());
    expect(await recorder.collect(empty)).toBeUndefined();
    expect(await recorder.collect(empty, true)).toStrictEqual({
      id: uuid(4),
      until: now,
      calls: [],
      otherCalls: 0,
    });
    const ahead = createRecorder(observation({ from: at(50) }));
    expect((await ahead.collect(empty, true))?.until).toBe(at(50));
  });
  test('joins what was announced with the log, by correlation id, each call once', async () => {
    const recorder = createRecorder(observation());
    recorder.note(call('a'));
    recorder.note(call('b'));
    recorder.note(call('other', { path: '/companies' }));
    const seen = await recorder.collect(
      logOf(
        entry('7', 'a', { at: at(11) }),
        entry('8', 'c', { at: at(12) }),
        entry('9', 'own', { userAgent: 'carryover/1' }),
      ),
    );
    expect(seen).toStrictEqual({
      id: uuid(4),
      until: now,
      calls: [{ ...seenOnce, first: at(12), last: now, count: 3 }],
      otherCalls: 1,
      lastRequestId: '9',
    });
  });
  test('is read on from where the last one ended, and only once it was written', async () => {
    const recorder = createRecorder(observation({ lastRequestId: '5' }));
    const asked: string[] = [];
    const log = async ({ after }: { readonly after: string }) => {
      asked.push(after);
      return { entries: asked.length < 3 ? [entry('8', 'own', { userAgent: 'carryover/1' })] : [] };
    };
    expect(await recorder.collect(log)).toMatchObject({ calls: [], lastRequestId: '8' });
    await recorder.collect(log);
    recorder.written();
    await recorder.collect(log);
    recorder.written();
    await recorder.collect(log);
    expect(asked).toStrictEqual(['5', '5', '8', '8']);
    const fresh: string[] = [];
    await createRecorder(observation()).collect(async ({ after }) => {
      fresh.push(after);
      return { entries: [] };
    });
    expect(fresh).toStrictEqual(['0']);
  });
  test('that was not written comes again, with what came since; one that was does not', async () => {
    const recorder = createRecorder(observation());
    recorder.written();
    recorder.note(call('a'));
    recorder.note(call('x', { path: '/companies' }));
    expect(await recorder.collect(empty)).toMatchObject({ calls: [{ count: 1 }], otherCalls: 1 });
    recorder.note(call('b'));
    expect(await recorder.collect(empty)).toMatchObject({ calls: [{ count: 2 }], otherCalls: 1 });
    // They come while the batch is being written: the next one has them.
    recorder.note(call('c'));
    recorder.note(call('y', { path: '/companies' }));
    recorder.written();
    recorder.written();
    expect(await recorder.collect(empty)).toMatchObject({ calls: [{ count: 1 }], otherCalls: 1 });
    recorder.written();
    expect(await recorder.collect(empty)).toBeUndefined();
  });
  test('leaves to the next what was announced while it read the log', async () => {
    const recorder = createRecorder(observation());
    recorder.note(call('a'));
    const seen = await recorder.collect(async () => {
      recorder.note(call('b'));
      return { entries: [] };
    });
    expect(seen?.calls).toStrictEqual([seenOnce]);
    recorder.written();
    expect((await recorder.collect(logOf(entry('1', 'b'))))?.calls).toStrictEqual([seenOnce]);
  });
  test('does not count again what the log holds only later', async () => {
    const recorder = createRecorder(observation());
    recorder.note(call('a'));
    await recorder.collect(empty);
    recorder.written();
    const late = await recorder.collect(logOf(entry('1', 'a'), entry('2', 'b')));
    expect(late?.calls).toStrictEqual([seenOnce]);
  });
  test.each([
    [at(10), at(10)],
    [at(20), at(20)],
    [now, now],
    [at(9), now],
    [at(31), now],
  ])('takes a call at %s of the log as one at %s, as its clock may be another', async (time, told) => {
    const recorder = createRecorder(observation());
    const seen = await recorder.collect(logOf(entry('1', 'a', { at: time })));
    expect(seen?.calls).toStrictEqual([{ ...seenOnce, first: told, last: told }]);
  });
  test('takes the end of the batch before as the beginning of the next', async () => {
    const recorder = createRecorder(observation());
    await recorder.collect(empty, true);
    recorder.written();
    vi.setSystemTime(Date.parse(at(40)));
    const seen = await recorder.collect(
      logOf(entry('1', 'a', { at: at(29) }), entry('2', 'b', { at: at(35) })),
    );
    expect(seen?.calls).toStrictEqual([{ ...seenOnce, first: at(35), last: at(40), count: 2 }]);
  });
  test('tells the first 100 callers apart, in lists as they came, and joins the rest', async () => {
    const known = Array.from({ length: 60 }, (_, n) => ({ ...seenOnce, caller: `known/${n}` }));
    const recorder = createRecorder(observation({ calls: known }));
    for (let n = 0; n < 42; n++) recorder.note(call(`a${n}`, { userAgent: `new/${n}` }));
    recorder.note(call('b', { userAgent: 'known/3' }));
    recorder.note(call('c', { userAgent: 'new/39' }));
    const calls = (await recorder.collect(empty))?.calls ?? [];
    expect(calls.map(({ caller, count }) => [caller, count])).toStrictEqual([
      ...Array.from({ length: 39 }, (_, n) => [`new/${n}`, 1]),
      ['new/39', 2],
      ['other callers', 2],
      ['known/3', 1],
    ]);
  });
  test('holds no key that an agent names, and a path as it is where it is no alerts endpoint', async () => {
    const recorder = createRecorder(observation());
    recorder.note(call('a', { userAgent: 'app Bearer abc.def' }));
    const seen = await recorder.collect(
      logOf(
        entry('1', 'b', { path: '/deprecated/thing' }),
        entry('2', 'c', { userAgent: undefined } as never),
      ),
    );
    expect(seen?.calls.map(({ path, caller }) => [path, caller])).toStrictEqual([
      ['/deprecated/thing', 'app/1'],
      ['/rules/alerts', undefined],
      ['/rules/alerts', 'app Bearer ••••'],
    ]);
  });
});

describe('where several processes answer calls', () => {
  const known = { otherCalls: 0, newest: '9', now: Date.parse(now), until: Date.parse(at(29)) };
  const readLog =
    (change: object, ...entries: RequestEntry[]) =>
    async () => ({ entries, others: { ...known, unwatchedMs: 0, removed: false, ...change } });

  test('the log counts, whether or not a call was announced before it was read, or after', async () => {
    const recorder = createRecorder(observation(), true);
    recorder.note(call('a'));
    recorder.note(call('x', { path: '/companies' }));
    const found = readLog({ otherCalls: 4 }, entry('8', 'a'), entry('9', 'b'));
    expect(await recorder.collect(found)).toMatchObject({
      until: at(29),
      calls: [{ count: 2 }],
      otherCalls: 4,
      lastRequestId: '9',
    });
    recorder.written();
    expect(recorder.note(call('b'))).toBeUndefined();
    expect(await recorder.collect(readLog({}))).toBeUndefined();
    // Announced, and not in the log yet.
    recorder.note(call('c'));
    expect(await recorder.collect(readLog({}))).toBeUndefined();
    expect(await recorder.collect(readLog({}, entry('10', 'c')))).toMatchObject({ calls: [{ count: 1 }] });
  });

  test('a path of an alerts endpoint that no route knows counts as one, others that look alike do not', async () => {
    const recorder = createRecorder(observation({ caller: 'app' }), true);
    const seen = await recorder.collect(
      readLog(
        { otherCalls: 1 },
        entry('7', 'a', { path: '/rules/%zz/alerts', deprecated: false }),
        entry('8', 'b', { path: '/alert-settings', deprecated: false }),
        entry('9', 'c', { path: '/alert-settings', deprecated: false, userAgent: 'curl/8' }),
      ),
    );
    expect(seen).toMatchObject({ calls: [{ count: 1 }], otherCalls: 2 });
  });

  test('what was removed unread is said, with what was announced of it', async () => {
    const recorder = createRecorder(observation(), true);
    recorder.note(call('a'));
    const removed = readLog({ removed: true, unwatchedMs: 700 });
    expect(await recorder.collect(removed)).toMatchObject({ calls: [{ count: 1 }] });
    expect(recorder.unwatchedMs()).toBe(700);
    recorder.written();
    expect(recorder.unwatchedMs()).toBe(0);
    expect(await recorder.collect(removed)).toMatchObject({ calls: [], otherCalls: 0 });
  });
});
