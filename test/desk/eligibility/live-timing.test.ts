import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ObservationState } from '#desk/cases/state.ts';
import { createLive } from '#desk/eligibility/live.ts';
import { fakeControl } from '#test/support/fake-control.ts';
import { ownTimers } from '#test/support/own-timers.ts';
import { type CaseInMemory, caseId, caseInMemory, cleanScan, refusal, uuid } from './case-in-memory.ts';

/** When windows are written, on the test's own time, over a case in memory. */

const startMs = Date.UTC(2026, 5, 1);
const iso = (ms: number): string => new Date(startMs + ms).toISOString();
const [secondMs, hourMs] = [1000, 3_600_000];

let timers: () => number;
beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  timers = ownTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Windows over a case, and a service that is called as the test says. */
const liveOver = (memory: CaseInMemory = caseInMemory(), desk = 'this desk') => {
  const log: RequestEntry[] = [];
  const asked: unknown[] = [];
  const told: [string, unknown][] = [];
  let ids = 0;
  let calls = 0;
  const sandbox: Partial<ServiceControl['sandbox']> = {
    requests: async (query) => {
      asked.push(query);
      const { after, limit = 100 } = query;
      if (after === undefined) return { results: log.toReversed().slice(0, limit) };
      const results = log.filter(({ id }) => Number(id) > Number(after)).slice(0, limit);
      return results.length < limit ? { results } : { results, cursor: 'more' };
    },
  };
  const { control, announce, listeners } = fakeControl({ sandbox: sandbox as ServiceControl['sandbox'] });
  const line = (level: string) => (fields: unknown, text: string) => told.push([`${level}: ${text}`, fields]);
  const context = {
    log: { warn: line('warn'), error: line('error') } as never,
    newId: () => uuid(100 + ids++),
    fingerprint: (text: string) => `${desk}, ${text}`,
  };
  const live = createLive(context, { cases: memory.cases, control });
  const entryOf = (path: string): RequestEntry => ({
    id: String(++calls),
    at: iso(Date.now() - startMs),
    method: 'GET',
    path,
    statusCode: 200,
    durationMs: 1,
    correlationId: `c${calls}`,
    userAgent: 'app/1',
    deprecated: true,
  });
  return {
    live,
    memory,
    asked,
    told,
    listeners,
    announce,
    open: (name = 'w', caller?: string) =>
      live.open(caseId, { name, ...(caller === undefined ? {} : { caller }) }, 'tester'),
    /** Into the log alone, as while the desk is not running. */
    logged: (path = '/rules/alerts') => log.push(entryOf(path)),
    call(path = '/rules/alerts') {
      const { method, statusCode, correlationId } = entryOf(path);
      if (path === '/rules/alerts') log.push({ ...entryOf(path), correlationId });
      announce({ type: 'request', method, path, statusCode, correlationId, userAgent: 'app/1' });
    },
    counts: (): (number | undefined)[] => {
      const { calls: seen = [], otherCalls } = memory.state().observations.at(-1) as ObservationState;
      return [seen[0]?.count, otherCalls];
    },
  };
};
const batches = ({ memory }: ReturnType<typeof liveOver>): number =>
  memory.kinds().filter((kind) => kind === 'observation.seen').length;

describe('an observation', () => {
  test('begins now, after the last call that the log holds of an alerts endpoint', async () => {
    const over = liveOver();
    over.logged();
    over.logged();
    await over.live.start();
    const opened = await over.open('first week', 'app');
    expect(opened).toStrictEqual({
      id: uuid(100),
      name: 'first week',
      caller: 'app',
      from: iso(0),
      seenUntil: iso(0),
      calls: [],
      otherCalls: 0,
    });
    expect(over.asked).toStrictEqual([{ deprecated: true, limit: 1 }]);
    expect(over.memory.state().observations[0]).toMatchObject({
      lastRequestId: '2',
      desk: 'this desk, observations',
    });
    expect(await over.open('second')).not.toHaveProperty('caller');
    expect(over.memory.state().observations[1]).toMatchObject({ lastRequestId: '2' });
    const fresh = liveOver();
    await fresh.open();
    expect(fresh.memory.state().observations[0]?.lastRequestId).toBe('0');
  });

  test('is written a second after something new; more of the same waits for a thousandth of its age', async () => {
    const over = liveOver();
    await over.live.start();
    await over.open();
    over.call();
    over.call();
    await pass(secondMs - 1);
    expect(batches(over)).toBe(0);
    await pass(1);
    expect(over.counts()).toStrictEqual([2, 0]);
    expect(over.memory.kinds()).toStrictEqual(['observation.opened', 'observation.seen', 'verdict.reached']);
    await pass(2 * hourMs - secondMs);
    over.call();
    await pass(7200 - 1);
    expect(batches(over)).toBe(1);
    await pass(1);
    expect(over.counts()).toStrictEqual([3, 0]);
    // Something new is not kept waiting by what can wait.
    over.call();
    over.call('/companies');
    await pass(secondMs);
    expect(over.counts()).toStrictEqual([4, 1]);
    over.call('/companies');
    await pass(secondMs);
    over.call('/companies');
    await pass(7 * secondMs);
    expect(over.counts()).toStrictEqual([4, 3]);
    await pass(hourMs);
    expect(batches(over)).toBe(4);
  });
  test('that is young is written within a second, whatever came', async () => {
    const over = liveOver();
    await over.live.start();
    await over.open();
    over.call('/companies');
    await pass(secondMs);
    over.call('/companies');
    await pass(secondMs - 1);
    expect(over.counts()).toStrictEqual([undefined, 1]);
    await pass(1);
    expect(over.counts()).toStrictEqual([undefined, 2]);
  });
  test('leads to a verdict where calls of the alerts endpoints were seen, and not where others were', async () => {
    const over = liveOver(caseInMemory(cleanScan()));
    await over.live.start();
    await over.open();
    over.call('/companies');
    await pass(secondMs);
    expect(over.memory.kinds()).toStrictEqual(['observation.opened', 'observation.seen']);
    over.call();
    await pass(secondMs);
    expect(over.memory.kinds().slice(2)).toStrictEqual(['observation.seen', 'verdict.reached']);
  });
  test('takes no notice of what is no request, and of calls that no window looks for', async () => {
    const over = liveOver();
    await over.live.start();
    await over.open('w', 'other');
    over.call();
    over.announce({ type: 'store', state: 'ok' });
    await pass(hourMs);
    expect(over.asked).toHaveLength(1);
    expect(batches(over)).toBe(0);
  });
  test('reads the log page by page', async () => {
    const over = liveOver();
    await over.open();
    for (let n = 0; n < 1001; n++) over.logged();
    await over.live.catchUp(caseId);
    expect(over.counts()).toStrictEqual([1001, 0]);
    expect(over.asked.slice(1)).toStrictEqual(
      ['0', '500', '1000'].map((after) => ({ deprecated: true, after, limit: 500 })),
    );
  });
});

describe('what can not be written', () => {
  const failing = (times: number, error: Error) => {
    const memory = caseInMemory();
    const { act } = memory.cases;
    let left = 0;
    const cases = {
      ...memory.cases,
      act: async (...args: Parameters<typeof act>) => {
        if (left-- > 0) throw error;
        return act(...args);
      },
    };
    return { memory: { ...memory, cases }, fail: () => (left = times) };
  };
  test('is told, and tried again after ten times as long', async () => {
    const { memory, fail } = failing(1, new Error('disk full'));
    const over = liveOver(memory);
    await over.live.start();
    await over.open();
    fail();
    over.call();
    await pass(secondMs);
    expect(over.told).toStrictEqual([
      ['warn: desk: an observation could not be written yet', { err: new Error('disk full'), caseId }],
    ]);
    await pass(10 * secondMs - 1);
    expect(batches(over)).toBe(0);
    await pass(1);
    expect(over.counts()).toStrictEqual([1, 0]);
  });
  test('is not tried again once the desk stops', async () => {
    const { memory, fail } = failing(3, new Error('disk full'));
    const over = liveOver(memory);
    await over.live.start();
    await over.open();
    over.call();
    fail();
    await over.live.stop();
    expect(over.told).toHaveLength(1);
    expect(timers()).toBe(0);
  });
  test('of a case that is gone is forgotten, and its calls are looked at no more', async () => {
    const { memory, fail } = failing(1, new CatalogueError('case.notFound', { caseId }));
    const over = liveOver(memory);
    await over.live.start();
    await over.open();
    fail();
    over.call();
    await pass(secondMs);
    over.call();
    await pass(hourMs);
    expect([over.told, batches(over), over.asked.length]).toStrictEqual([[], 0, 2]);
  });
  test('of a case that is closed is none of its evidence, also once it is open again', async () => {
    const over = liveOver();
    await over.live.start();
    await over.open();
    await over.memory.act({ kind: 'case.closed', content: {} });
    over.call();
    await pass(secondMs);
    expect([over.told, batches(over)]).toStrictEqual([[], 0]);
    await over.memory.act({ kind: 'case.reopened', content: {} });
    await over.live.catchUp(caseId);
    expect(over.counts()).toStrictEqual([undefined, 0]);
    over.call();
    await over.live.catchUp(caseId);
    expect(over.counts()).toStrictEqual([1, 0]);
  });
});

describe('a restart of the desk', () => {
  test('goes on with what came meanwhile; for that time nobody is known to have looked', async () => {
    const first = liveOver();
    await first.live.start();
    await first.open();
    first.call('/companies');
    await first.live.stop();
    expect(first.counts()).toStrictEqual([undefined, 1]);
    expect(first.listeners.size).toBe(0);
    await pass(hourMs);
    const second = liveOver(first.memory);
    second.logged();
    await second.live.start();
    expect(first.memory.state().observations[0]).toMatchObject({
      unwatchedMs: hourMs,
      seenUntil: iso(hourMs),
    });
    await pass(0);
    expect(second.counts()).toStrictEqual([1, 1]);
    expect(second.memory.state().observations[0]?.calls).toMatchObject([{ first: iso(hourMs) }]);
    second.call();
    await pass(secondMs * 3.6);
    expect(second.counts()).toStrictEqual([2, 1]);
  });
  test('of a stop is told until when it looked, though nothing came', async () => {
    const over = liveOver();
    await over.live.start();
    await over.open();
    await pass(hourMs);
    await over.live.catchUp(caseId);
    expect(over.memory.state().observations[0]?.seenUntil).toBe(iso(0));
    await over.live.stop();
    expect(over.memory.state().observations[0]?.seenUntil).toBe(iso(hourMs));
  });
  test('with a clock that was set back counts no time as unwatched', async () => {
    const first = liveOver();
    await first.open();
    vi.setSystemTime(startMs - hourMs);
    await liveOver(first.memory).live.start();
    expect(first.memory.state().observations[0]?.unwatchedMs).toBe(0);
  });
  test.each<[string, CaseAction[], string]>([
    ['of a case that is closed', [{ kind: 'case.closed', content: {} }], 'this desk'],
    ['that is closed', [{ kind: 'observation.closed', content: { id: uuid(100), to: iso(1) } }], 'this desk'],
    ['of another desk', [], 'another desk'],
  ])('leaves an observation %s', async (_name, later, desk) => {
    const first = liveOver();
    await first.open();
    await first.memory.act(...later);
    const before = first.memory.state();
    const second = liveOver(first.memory, desk);
    second.logged();
    await second.live.start();
    second.call();
    await pass(hourMs);
    await second.live.catchUp(caseId);
    expect(second.memory.state()).toBe(before);
  });
  test('is not kept from starting by a case that is damaged', async () => {
    const memory = caseInMemory();
    const error = new CatalogueError('case.damaged', { name: 'Acme', seq: '3' } as never);
    const cases = { ...memory.cases, state: async () => Promise.reject(error) };
    const over = liveOver({ ...memory, cases });
    await over.live.start();
    expect(over.told).toStrictEqual([
      ['error: desk: the observations of a case could not be resumed', { err: error, caseId }],
    ]);
  });
});

describe('a close', () => {
  test('writes what was seen until then, the evidence and the verdict, in one act, and looks no more', async () => {
    const over = liveOver();
    await over.live.start();
    const { id } = await over.open();
    over.call();
    await pass(500);
    const closed = await over.live.close(caseId, id, 'tester');
    expect(closed).toStrictEqual({
      id,
      name: 'w',
      from: iso(0),
      to: iso(500),
      seenUntil: iso(500),
      calls: [
        { method: 'GET', path: '/rules/alerts', caller: 'app/1', first: iso(0), last: iso(0), count: 1 },
      ],
      otherCalls: 0,
    });
    expect(over.memory.kinds()).toStrictEqual([
      'observation.opened',
      'observation.seen',
      'observation.closed',
      'evidence.added',
      'verdict.reached',
    ]);
    expect(over.memory.state().evidence[0]).toMatchObject({ id, at: iso(500) });
    expect(over.memory.state().verdicts[0]?.actor).toBe('tester');
    over.call();
    await pass(hourMs);
    expect([batches(over), timers()]).toStrictEqual([1, 0]);
    expect(await refusal(over.live.close(caseId, id, 'tester'))).toStrictEqual([
      'observation.closed',
      'The observation "w" is already closed.',
    ]);
    expect(await refusal(over.live.close(caseId, uuid(9), 'tester'))).toStrictEqual([
      'observation.notFound',
      `The case has no observation ${uuid(9)}. List its observations with \`carryover observe show CASE\`.`,
    ]);
  });
  test('without anything seen closes all the same', async () => {
    const over = liveOver();
    const { id } = await over.open();
    await over.live.close(caseId, id, 'tester');
    expect(over.memory.kinds()).toStrictEqual([
      'observation.opened',
      'observation.closed',
      'evidence.added',
      'verdict.reached',
    ]);
  });
  test('of two at once is one, and a batch that waits for it writes nothing more', async () => {
    const over = liveOver();
    await over.live.start();
    const { id } = await over.open();
    over.call();
    const [one, two] = await Promise.allSettled([
      over.live.close(caseId, id, 'tester'),
      over.live.close(caseId, id, 'tester'),
      over.live.catchUp(caseId),
    ]);
    expect([one.status, two.status]).toStrictEqual(['fulfilled', 'rejected']);
    expect(over.memory.state().evidence).toHaveLength(1);
    expect(batches(over)).toBe(1);
  });
  test('takes nothing that comes once it is over', async () => {
    const memory = caseInMemory();
    let onClose = (): void => {};
    const cases = {
      ...memory.cases,
      act: async (...args: Parameters<typeof memory.cases.act>) => {
        const state = await memory.cases.act(...args);
        if (args[1] === 'tester') onClose();
        return state;
      },
    };
    const over = liveOver({ ...memory, cases });
    await over.live.start();
    const { id } = await over.open();
    onClose = () => over.call();
    await Promise.all([over.live.close(caseId, id, 'tester'), over.live.catchUp(caseId)]);
    expect(over.counts()).toStrictEqual([undefined, 0]);
    expect(batches(over)).toBe(0);
  });
  test('of one of another desk adds nothing that this service saw', async () => {
    const there = liveOver();
    const { id } = await there.open();
    const here = liveOver(there.memory, 'another desk');
    await here.live.start();
    here.call();
    await here.live.close(caseId, id, 'tester');
    expect(here.memory.kinds()).not.toContain('observation.seen');
    expect(here.memory.state().evidence).toMatchObject([{ id, findings: [] }]);
    expect(here.asked).toStrictEqual([]);
  });
  test('of one that no timer follows, as before the start, writes what the log holds', async () => {
    const there = liveOver();
    const { id } = await there.open();
    const here = liveOver(there.memory);
    here.logged();
    await here.live.close(caseId, id, 'tester');
    expect(here.counts()).toStrictEqual([1, 0]);
  });
});
