import { expect, it } from 'vitest';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook-labels.ts';
import { partyStates } from '#renderer/features/managed/party-states.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const now = Date.parse(at(20));

/** @param ended steps that are done, and since when */
const stepsWith = (ended: Partial<Record<RunbookStep, number>>): RunbookStepView[] =>
  runbookSteps.map((id, index) => ({
    id,
    number: index + 1,
    ...runbookStepLabels[id],
    state: ended[id] === undefined ? 'open' : 'done',
    since: at(ended[id] ?? 1),
    evidence: [],
    missing: [],
    remarks: [],
  }));

type View = Parameters<typeof partyStates>[0];

const viewOf = (more: Partial<View>): View => ({
  steps: stepsWith({}),
  details: [],
  syncing: { companies: 0, confirmed: 0, heldBack: [], heldBackCount: 0 },
  ...more,
});

const said = (view: View) =>
  partyStates(view, now).map(({ party, state, tasks, waitsFor, since }) => [
    party,
    state,
    tasks.map(({ number, text }) => `${number} ${text}`),
    waitsFor,
    since,
  ]);

const agreement = (party: 'integrator' | 'support') => ({ party, name: 'Kim', at: at(6), quote: 'Fine' });
const window = (agreed: ('integrator' | 'support')[]): NonNullable<RunbookView['window']> => ({
  id: '00000000-0000-4000-8000-000000000000',
  start: at(30),
  end: at(40),
  zone: 'UTC',
  at: at(5),
  by: 'Kim',
  local: [],
  agreements: agreed.map(agreement),
});
const estimate = { companies: 1, byPlatform: {}, likelyMs: 1, worstMs: 2, how: [], at: at(4), by: 'Kim' };

it('lets support wait for the integrator while details are missing', () => {
  const detail = {
    name: 'a',
    label: 'A',
    secret: false,
    pattern: '.*',
    example: 'x',
    help: '',
    required: true,
  };
  const details: View['details'] = [
    { ...detail, state: 'missing' },
    { ...detail, state: 'given' },
    { ...detail, required: false, state: 'left-out' },
  ];
  expect(said(viewOf({ details }))).toEqual([
    ['integrator', 'acts', ['1 Supply 1 detail'], [], at(1)],
    ['support', 'waits', ['1 Supply 1 detail'], ['integrator'], at(1)],
  ]);
});

it('names only the party whose agreement or sign-off is lacking, since it was asked for', () => {
  const steps = stepsWith({ supply: 3 });
  expect(said(viewOf({ steps })).map(([party, state]) => [party, state])).toEqual([
    ['integrator', 'acts'],
    ['support', 'acts'],
  ]);
  expect(said(viewOf({ steps, estimate, window: window(['support']) }))).toEqual([
    ['integrator', 'acts', ['2 Agree on the migration window'], [], at(5)],
    ['support', 'waits', ['2 Agree on the migration window'], ['integrator'], at(5)],
  ]);
});

it('lets both act at the same time while syncing of some companies is not confirmed', () => {
  const steps = stepsWith({ supply: 2, schedule: 3, 'update-application': 4 });
  const syncing = { companies: 5, confirmed: 2, heldBack: [], heldBackCount: 3 };
  expect(said(viewOf({ steps, syncing }))).toEqual([
    ['integrator', 'acts', ['4 Disable syncing of 3 companies'], [], at(4)],
    ['support', 'acts', ['5 Migrate the first company'], [], at(4)],
  ]);
});

it('is done when no step is open', () => {
  const steps = stepsWith(Object.fromEntries(runbookSteps.map((id, index) => [id, index + 2])));
  expect(said(viewOf({ steps }))).toEqual([
    ['integrator', 'done', [], [], at(7)],
    ['support', 'done', [], [], at(7)],
  ]);
});

it('names what is due next: the earlier of a due date and the edge of an agreed window', () => {
  const due = (view: View, clock = now) => partyStates(view, clock).map((one) => one.due?.what);
  const steps = stepsWith({ supply: 2, schedule: 3 });
  const [, , third] = steps;
  if (third === undefined) throw new Error('three steps');
  const late = steps.with(2, { ...third, due: at(10) });
  const both = window(['integrator', 'support']);
  expect(due(viewOf({ steps: late }))).toEqual(['Step 3', undefined]);
  expect(due(viewOf({ steps: late, window: both }))).toEqual(['Step 3', 'Migration window opens']);
  expect(due(viewOf({ steps, window: window(['support']) }))).toEqual([undefined, undefined]);
  expect(due(viewOf({ steps, window: both }), Date.parse(at(35)))).toEqual(
    Array(2).fill('Migration window closes'),
  );
  expect(due(viewOf({ steps, window: both }), Date.parse(at(41)))).toEqual([undefined, undefined]);
});

it('shows the provider where it takes part', () => {
  const parties = (others: string[]) => partyStates(viewOf({}), now, others).map(({ party }) => party);
  expect(parties(['support'])).toEqual(['integrator', 'support']);
  expect(parties(['provider'])).toEqual(['integrator', 'support', 'provider']);
});
