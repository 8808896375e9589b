import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CaseSummary } from '#contract/case.ts';
import { readNotificationSettings, usualNotificationSettings } from '#contract/notification-settings.ts';
import type { RunningItem } from '#contract/running.ts';
import { keepNotificationSettings } from '#main/notification-settings.ts';
import { isWanted } from '#main/notifications.ts';
import { createReminders } from '#main/reminders.ts';
import { trayContents } from '#main/tray.ts';
import { type Reading, readWindows, windowsOf } from '#main/upcoming.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const now = Date.parse('2026-03-02T10:00:00.000Z');
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
const window = (name: string, start: number, end: number) => ({
  caseId: name,
  caseName: name,
  start: iso(start),
  end: iso(end),
});
const soak: RunningItem = {
  kind: 'soak',
  id: 'acme',
  caseId: 'acme',
  caseName: 'Acme',
  what: 'Soak',
  state: 'running',
  started: iso(-60),
  unit: 'time',
  leftMs: 120_000,
};

test('a window is told once, so many minutes before it opens', async () => {
  const reminders = createReminders(async () => undefined);
  const upcoming = { running: [], windows: [window('Acme', 20, 80)] };
  expect(await reminders(upcoming, 15, now)).toEqual([]);
  expect(await reminders(upcoming, 15, now + 6 * 60_000)).toMatchObject([
    {
      kind: 'windowOpens',
      title: 'Migration window opens in 14 min',
      body: 'Acme: it closes 1 h after it opens.',
      opening: { type: 'case', caseId: 'Acme' },
    },
  ]);
  expect(await reminders(upcoming, 15, now + 10 * 60_000)).toEqual([]);
  // Moved to another time, it is another window.
  const later = { running: [], windows: [window('Acme', 30, 80)] };
  expect(await reminders(later, 60, now)).toHaveLength(1);
  const open = { running: [], windows: [window('Other', -10, 50)] };
  expect(await reminders(open, 15, now)).toMatchObject([
    { title: 'Migration window is open', body: 'Other: it closes 50 min after now.' },
  ]);
});

test('a soak that runs no longer has ended only if its case says so', async () => {
  const ends = new Map([['acme', { problems: 2 }]]);
  const reminders = createReminders(async (caseId) => ends.get(caseId));
  const rolledBack = { ...soak, id: 'b', caseId: 'b', caseName: 'Bolt' };
  expect(await reminders({ running: [soak, rolledBack], windows: [] }, 15, now)).toEqual([]);
  expect(await reminders({ running: [], windows: [] }, 15, now)).toMatchObject([
    { kind: 'soakEnds', title: 'A soak ended', body: 'Acme: 2 problems at its last observation.' },
  ]);
  expect(await reminders({ running: [], windows: [] }, 15, now)).toEqual([]);
});

test('the tray says which window is next and what runs, and where each leads', () => {
  const run: RunningItem = {
    kind: 'run',
    id: 'r',
    caseId: 'bolt',
    caseName: 'Bolt',
    what: 'Retry',
    state: 'paused',
    started: iso(-5),
    unit: 'companies',
    done: 3,
    total: 1200,
  };
  const resend: RunningItem = {
    kind: 'resend',
    id: 'b',
    what: 'Bulk resend',
    state: 'running',
    started: iso(-1),
    unit: 'deliveries',
    done: 40,
    total: 200,
    failed: 1,
  };
  const running = [run, soak, resend];
  const { tooltip, lines } = trayContents({ windows: [window('Acme', 90, 120)], running }, now);
  expect(tooltip).toBe('Carryover\nAcme: migration window opens in 1 h 30 min\n3 jobs running');
  expect(lines).toEqual([
    { label: 'Acme: migration window opens in 1 h 30 min', opening: { type: 'case', caseId: 'Acme' } },
    {
      label: 'Bolt: Retry, paused, 3 of 1,200 companies',
      opening: { type: 'run', caseId: 'bolt', runId: 'r' },
    },
    { label: 'Acme: Soak, 2 min left', opening: { type: 'case', caseId: 'acme' } },
    { label: 'Bulk resend, 40 of 200 deliveries', opening: { type: 'resend', resendId: 'b' } },
  ]);
  expect(
    trayContents({ windows: [], running: Array.from({ length: 11 }, () => soak) }, now).lines.at(-1),
  ).toEqual({
    label: 'and 3 more',
  });
  expect(trayContents(undefined, now).lines).toEqual([
    { label: 'Status not available: the desk does not answer' },
  ]);
});

test('only agreed windows of open cases that are not over count, the next first', () => {
  const of = (id: string, more: Partial<CaseSummary>): CaseSummary =>
    ({ id, name: id, state: 'open', ...more }) as CaseSummary;
  const at = (start: number, end: number, agreed = true) => ({ start: iso(start), end: iso(end), agreed });
  const found = windowsOf(
    [
      of('late', { window: at(60, 90) }),
      of('over', { window: at(-60, -1) }),
      of('proposed', { window: at(5, 10, false) }),
      of('closed', { window: at(5, 10), state: 'closed' }),
      of('none', {}),
      of('open', { window: at(-5, 10) }),
    ],
    now,
  );
  expect(found.map(({ caseId }) => caseId)).toEqual(['open', 'late']);
});

test('all windows that may open soon are read, page by page, and those far off are not', async () => {
  const soon = Array.from({ length: 450 }, (_, n) => ({ start: iso(n), end: iso(n + 30) }));
  const far = Array.from({ length: 1000 }, (_, n) => ({ start: iso(100_000 + n), end: iso(200_000) }));
  const cases = [...soon, ...far].map((window, n) => ({
    id: `case ${n}`,
    name: `Case ${n}`,
    state: 'open',
    window: { ...window, agreed: true },
  }));
  const asked: string[] = [];
  const desk = {
    get: async (path: string) => {
      asked.push(path);
      const query = new URL(path, 'http://desk').searchParams;
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      return { results: cases.slice(offset, offset + limit) };
    },
  } as Reading;
  const found = await readWindows(desk, now);
  expect(found.slice(0, 450).map(({ caseId }) => caseId)).toEqual(soon.map((_, n) => `case ${n}`));
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain(`windowAfter=${encodeURIComponent(iso(0))}&sort=window`);
});

test('what was chosen is kept; what is not understood is as usual', () => {
  const path = join(temporaryFolder(), 'app', 'notifications.json');
  expect(keepNotificationSettings(path).read()).toEqual(usualNotificationSettings);
  const chosen = keepNotificationSettings(path).write({ off: ['runEnded', 'x'], minutesBefore: 100_000 });
  expect(chosen).toEqual({ quiet: false, off: ['runEnded'], minutesBefore: 1440 });
  expect(keepNotificationSettings(path).read()).toEqual(chosen);
  expect(isWanted('runEnded', chosen)).toBe(false);
  expect(isWanted('runPaused', chosen)).toBe(true);
  expect(isWanted('runPaused', { ...chosen, quiet: true })).toBe(false);
  for (const odd of [null, 3, 'x', [], { off: 'runEnded', quiet: 'yes', minutesBefore: -1.5 }]) {
    expect(readNotificationSettings(odd)).toEqual(usualNotificationSettings);
  }
});
