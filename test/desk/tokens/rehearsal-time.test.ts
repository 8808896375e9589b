import { expect, test } from 'vitest';
import { formatRun } from '#cli/format/run.ts';
import { rowDurationLabel, runDurationLabel } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { recentFailures } from '#desk/tokens/run/watching.ts';

const run: Run = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  caseId: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  targetId: 'local',
  targetName: 'rehearsal',
  kind: 'rehearsal',
  state: 'done',
  options: {},
  by: 'Ada',
  started: '2026-03-02T10:00:00.000Z',
  ended: '2026-03-02T10:00:00.873Z',
  counts: { rows: 1, ready: 0, running: 0, syncing: 0, done: 1, failed: 0, undone: 0 },
  failures: {},
  calls: {},
  ledger: { entries: 0, digest: '0'.repeat(64) },
  duplicates: [],
};

test('a rehearsal names real and virtual time apart, a run has one of them', () => {
  expect(formatRun(run)).toContain('Real duration 873 ms; durations of its rows are in virtual time.');
  expect(formatRun({ ...run, kind: 'run' })).not.toMatch(/duration/i);
  expect([runDurationLabel('rehearsal'), rowDurationLabel('rehearsal')]).toEqual([
    'Real duration',
    'Virtual duration',
  ]);
  expect([runDurationLabel('run'), rowDurationLabel('run')]).toEqual(['Duration', 'Duration']);
});

test('failures of the last 10 minutes are counted by cause', () => {
  const now = Date.parse('2026-03-02T10:00:00.000Z');
  const failed = (minutesAgo: number, cause: string) => ({
    state: 'failed',
    started_at: null,
    ended_at: now - minutesAgo * 60_000,
    failure: JSON.stringify({ cause }),
  });
  const done = { ...failed(1, 'rate-limit'), state: 'done', failure: null };
  const ends = [
    failed(11, 'rate-limit'),
    failed(9, 'rate-limit'),
    failed(2, 'rate-limit'),
    failed(0, 'our-fault'),
    done,
  ];
  expect(recentFailures(ends, now)).toEqual({ 'rate-limit': 2, 'our-fault': 1 });
  expect(recentFailures([], now)).toEqual({});
});
