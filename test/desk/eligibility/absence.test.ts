import { expect, test } from 'vitest';
import type { Evidence, Skipped } from '#contract/eligibility.ts';
import { absenceWindowMs, otherCalls, showsAbsence, watchedMs } from '#desk/eligibility/absence.ts';
import { placeText } from '#desk/eligibility/actions.ts';

const evidence = (other: object): Evidence =>
  ({
    id: 'e',
    at: '2026-06-01T00:00:00.000Z',
    collector: 'source',
    findings: [],
    rows: [],
    mentions: {},
    ...other,
    read: { skipped: [], skippedCount: 0, ...('read' in other ? (other.read as object) : {}) },
  }) as unknown as Evidence;

const skipped = (reason: Skipped['reason']) => ({ files: 1, skipped: [{ path: 'a', reason }] });

test('configuration always shows absence', () => {
  expect(showsAbsence(evidence({ collector: 'configuration', mentions: undefined }))).toBe(true);
});

test.each<[object, boolean]>([
  [{ read: { files: 1 } }, true],
  [{ read: { files: 0 } }, false],
  [{}, false],
  [{ read: { files: 1 }, mentions: undefined }, false],
  [{ read: skipped('vendored') }, true],
  [{ read: skipped('ignored') }, true],
  [{ read: skipped('not-supported') }, true],
  [{ read: skipped('too-large') }, false],
  [{ read: skipped('encoding') }, false],
  [{ read: skipped('unreadable') }, false],
  [{ read: skipped('archive-limit') }, false],
  [{ read: skipped('archive-damaged') }, false],
  [{ read: skipped('link-outside') }, false],
  [{ read: skipped('path-outside') }, false],
])('a scan of %j shows absence: %s', (other, shows) => {
  expect(showsAbsence(evidence(other))).toBe(shows);
});

const from = '2026-06-01T00:00:00.000Z';
const week = { from, to: '2026-06-08T00:00:00.000Z', requests: 1 };
const call = (count: number) => ({ place: { kind: 'request', method: 'GET', path: '/rules/alerts', count } });

test.each<[object, boolean]>([
  [{ read: week }, true],
  [{ read: { ...week, to: '2026-06-07T23:59:59.999Z' } }, false],
  [{ read: { ...week, unwatchedMs: 1 } }, false],
  [{ read: { ...week, requests: 0 } }, false],
  [{ read: { ...week, requests: 2 }, findings: [call(2)] }, false],
  [{ read: { ...week, requests: 3 }, findings: [call(1), call(1)] }, true],
  [{ read: { ...week, from: undefined } }, false],
  [{ read: { ...week, to: undefined } }, false],
])('traffic of %j shows absence: %s', (other, shows) => {
  for (const collector of ['traffic', 'live']) {
    expect(showsAbsence(evidence({ collector, mentions: undefined, ...other }))).toBe(shows);
  }
});

test('what counts of a window may begin later than it, never sooner', () => {
  const of = evidence({ collector: 'traffic', read: week });
  const start = Date.parse(from);
  expect(watchedMs(of)).toBe(absenceWindowMs);
  expect(watchedMs(of, start - 5)).toBe(absenceWindowMs);
  expect(watchedMs(of, start + 5)).toBe(absenceWindowMs - 5);
  expect(otherCalls(evidence({ collector: 'traffic', findings: [call(3)] }))).toBe(0);
});

test('a place is told in one line', () => {
  const told = (place: object): string => placeText({ place } as never);
  expect(told({ kind: 'source', file: 'a/b.js', line: 3 })).toBe('a/b.js:3');
  expect(told(call(1).place)).toBe('GET /rules/alerts');
  expect(told({ kind: 'resource', text: 'Rule 1' })).toBe('Rule 1');
});
