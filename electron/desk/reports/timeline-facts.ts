import { comparisonSourceLabels, parityVerdictLabels } from '#contract/cutover-labels.ts';
import { formatCount } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseTimeline, TimelineFact, TimelineTone } from '#contract/timeline.ts';
import type { CaseState, TokenRunRecord } from '#desk/cases/state.ts';
import { isSoakOver } from '#desk/cutover/on-target.ts';
import { partiesLacking } from '#desk/tokens/managed/agreements.ts';
import { partyLabels } from './kinds/labels.ts';

/** What the picture of a case's timeline shows: follows from the chain alone, as of its last entry. */
export const timelineOf = (state: CaseState): CaseTimeline => ({
  asOf: state.updated,
  facts: [
    ...steps(state),
    ...cutover(state),
    ...soaks(state),
    ...windows(state),
    ...runs(state),
    ...comparisons(state),
    ...observations(state),
  ].sort((one, other) => one.from.localeCompare(other.from)),
});

const fact = (given: Omit<TimelineFact, 'clock' | 'tone'> & Partial<TimelineFact>): TimelineFact => ({
  clock: 'system',
  tone: 'plain',
  ...given,
});

/** When steps ended, and when those that are open are due. */
const steps = ({ steps: all, updated }: CaseState): TimelineFact[] =>
  all.flatMap(({ id, title, state, since, due, responsible }) => {
    if (state !== 'open') {
      const tone = state === 'done' ? 'ok' : 'plain';
      return [
        fact({ id: `step-${id}`, lane: 'steps', label: title, detail: state, tone, from: since, place: '' }),
      ];
    }
    if (due === undefined) return [];
    const overdue = due < updated;
    const detail = `${overdue ? 'overdue' : 'due'}, ${partyLabels[responsible]}`;
    const tone = overdue ? 'bad' : 'warn';
    return [fact({ id: `due-${id}`, lane: 'due', label: title, detail, tone, from: due, place: '' })];
  });

const cutover = ({
  plans,
  request,
  grants,
  reversals,
  rollbacks,
  completions,
}: CaseState): TimelineFact[] => {
  const mark = (kind: string, seq: number, at: string, label: string, detail: string, tone: TimelineTone) =>
    fact({ id: `${kind}-${seq}`, lane: 'cutover', label, detail, tone, from: at, place: 'cutover' });
  return [
    ...plans.map(({ seq, at, actor }) => mark('plan', seq, at, 'Plan frozen', `by ${actor}`, 'plain')),
    ...(request?.history ?? []).map(({ seq, at, state, by }) =>
      mark('request', seq, at, `Request ${state}`, `by ${by}`, 'plain'),
    ),
    ...grants.map(({ seq, at }) => mark('grant', seq, at, 'Granted', 'on the target', 'ok')),
    ...rollbacks.map(({ seq, at, by }) => mark('rollback', seq, at, 'Rollback decided', `by ${by}`, 'warn')),
    ...reversals.map(({ seq, at }) => mark('reversal', seq, at, 'Rolled back', 'found on the target', 'bad')),
    ...completions.map(({ seq, at, by }) => mark('completion', seq, at, 'Completed', `by ${by}`, 'ok')),
  ];
};

/** On the clock that a soak counts in: it begins when it was looked at first. */
const soaks = ({ soaks: all }: CaseState): TimelineFact[] =>
  all.map((soak) => {
    const [first, last] = [soak.observations[0]?.at ?? soak.at, soak.observations.at(-1)];
    const problems = last?.problems.length ?? 0;
    const found = problems === 0 ? 'no problems' : formatCount(problems, 'problem');
    return fact({
      id: `soak-${soak.seq}`,
      lane: 'soak',
      clock: soak.targetId === localTargetId ? 'service' : 'system',
      label: 'Soak',
      detail: `${isSoakOver(soak) ? 'over' : 'not over'}, ${last === undefined ? 'not observed' : found}`,
      tone: problems > 0 ? 'bad' : isSoakOver(soak) ? 'ok' : 'plain',
      from: first,
      to: soak.until,
      place: 'cutover',
    });
  });

const windows = ({ runbook }: CaseState): TimelineFact[] => {
  const window = runbook?.window;
  if (window === undefined) return [];
  const lacking = partiesLacking(window.agreements);
  const replaced = window.replaced === 0 ? '' : `; replaces ${formatCount(window.replaced, 'window')}`;
  return [
    fact({
      id: `window-${window.seq}`,
      lane: 'window',
      label: 'Migration window',
      detail: `${lacking.length === 0 ? 'agreed' : 'not agreed by both parties'}${replaced}`,
      tone: lacking.length === 0 ? 'ok' : 'warn',
      from: window.start,
      to: window.end,
      place: 'managed',
    }),
  ];
};

const runStates = { running: 'not ended', paused: 'paused', done: 'ended', cancelled: 'cancelled' } as const;

const runs = ({ tokenRuns }: CaseState): TimelineFact[] =>
  tokenRuns.map((run, at) => {
    const { started, state, ended } = run;
    const isRehearsal = started.kind === 'rehearsal';
    return fact({
      id: `run-${started.seq}`,
      lane: isRehearsal ? 'rehearsals' : 'runs',
      label: `${runKindLabels[started.kind]} ${at + 1}`,
      detail: [
        runStates[state],
        formatCount(started.rows, 'company', 'companies'),
        ...failedOf(run),
        ...(isRehearsal ? [itsOwnTime] : []),
      ].join(', '),
      tone: toneOf(run),
      from: started.at,
      ...(ended === undefined ? { ongoing: true } : { to: ended.at }),
      ...breaksOf(run),
      place: isRehearsal ? 'tokens/rehearse' : `tokens/runs/${started.runId}`,
    });
  });

/** Of a rehearsal: how long it took here says nothing about how long its companies took. */
const itsOwnTime = 'real time; its companies count in virtual time';

const failedOf = ({ ended }: TokenRunRecord): string[] =>
  ended === undefined || ended.counts.failed === 0 ? [] : [`${ended.counts.failed} failed`];

const toneOf = ({ state, ended }: TokenRunRecord): TimelineTone => {
  if ((ended?.counts.failed ?? 0) > 0) return 'bad';
  if (state === 'paused' || state === 'cancelled') return 'warn';
  return state === 'done' ? 'ok' : 'plain';
};

const breaksOf = ({ breaks }: TokenRunRecord): Pick<TimelineFact, 'breaks'> => {
  const found = breaks.flatMap(({ what, at }, index) => {
    if (what !== 'paused') return [];
    const next = breaks[index + 1]?.at;
    return [{ from: at, ...(next === undefined ? {} : { to: next }) }];
  });
  return found.length === 0 ? {} : { breaks: found };
};

const comparisonTones = { holds: 'ok', fails: 'bad', unknown: 'warn' } as const;

const comparisons = ({ comparisons: all }: CaseState): TimelineFact[] =>
  all.map(({ seq, at, source, report }) =>
    fact({
      id: `comparison-${seq}`,
      lane: 'rehearsals',
      label: comparisonSourceLabels[source],
      detail: parityVerdictLabels[report.verdict],
      tone: comparisonTones[report.verdict],
      from: at,
      place: 'cutover',
    }),
  );

const observations = ({ observations: all }: CaseState): TimelineFact[] =>
  all.map(({ id, name, from, to }) =>
    fact({
      id: `observation-${id}`,
      lane: 'observations',
      label: name,
      detail: to === undefined ? 'observing' : 'ended',
      from,
      ...(to === undefined ? { ongoing: true } : { to }),
      place: 'eligibility',
    }),
  );
