import { formatCount } from '#contract/format.ts';
import type { RunbookStep, RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { type AgreeingParty, agreeingParties, bothParties } from '#contract/runbook-labels.ts';

/** States of the parties of a managed migration: who acts, who waits for whom, since when, what is due next. */

export interface PartyTask {
  readonly step: RunbookStep;
  readonly number: number;
  /** Verb and object. */
  readonly text: string;
}

export interface PartyState {
  readonly party: AgreeingParty;
  readonly state: 'acts' | 'waits' | 'done';
  /** Its own; of one that waits, those of the others. */
  readonly tasks: readonly PartyTask[];
  /** Empty unless it waits. */
  readonly waitsFor: readonly AgreeingParty[];
  /** UTC. */
  readonly since: string;
  /** The earliest of its open steps and of the agreed window. */
  readonly due?: { readonly at: string; readonly what: string };
}

type View = Pick<RunbookView, 'steps' | 'details' | 'estimate' | 'window' | 'syncing' | 'handover'>;

/** Companies whose syncing is not confirmed are held, and stop no other. */
const stopsNoOther: RunbookStep = 'disable-syncing';

interface Ready {
  readonly step: RunbookStepView;
  readonly actors: readonly AgreeingParty[];
  readonly since: string;
}

/**
 * The integrator, support and, where it takes part, the provider.
 * @param others parties that have a contact in the case
 */
export const partyStates = (view: View, now: number, others: readonly string[] = []): PartyState[] => {
  const ready = view.steps.filter((step) => isReady(view, step)).map((step) => readyOf(view, step));
  return agreeingParties
    .filter((party) => party !== 'provider' || others.includes(party) || isNamed(view, party))
    .map((party) => partyState(view, party, ready, now));
};

const isNamed = ({ steps }: View, party: AgreeingParty): boolean =>
  steps.some(({ responsible }) => responsible === party);

const partyState = (view: View, party: AgreeingParty, ready: readonly Ready[], now: number): PartyState => {
  const due = dueOf(view, party, ready, now);
  const more = due === undefined ? {} : { due };
  const own = ready.filter(({ actors }) => actors.includes(party));
  if (own.length > 0) {
    return { party, state: 'acts', tasks: tasksOf(view, own), waitsFor: [], since: earliest(own), ...more };
  }
  if (ready.length === 0) {
    const since = view.steps.map((step) => step.since).reduce(later, '');
    return { party, state: 'done', tasks: [], waitsFor: [], since };
  }
  const waitsFor = agreeingParties.filter((one) => ready.some(({ actors }) => actors.includes(one)));
  return { party, state: 'waits', tasks: tasksOf(view, ready), waitsFor, since: earliest(ready), ...more };
};

const earliest = (ready: readonly Ready[]): string => ready.map(({ since }) => since).toSorted()[0] ?? '';

const later = (a: string, b: string): string => (a > b ? a : b);

const isReady = ({ steps }: View, { number, state }: RunbookStepView): boolean =>
  state === 'open' &&
  steps.every((one) => one.number >= number || one.state !== 'open' || one.id === stopsNoOther);

const readyOf = (view: View, step: RunbookStepView): Ready => {
  const before = view.steps.filter(({ number, id }) => number < step.number && id !== stopsNoOther);
  const since = [...before, step].map((one) => one.since).reduce(later);
  const asked = askedOf(view, step.id);
  if (asked === undefined) return { step, actors: responsibleFor(step), since };
  return { step, actors: asked.lacking, since: later(since, asked.at) };
};

const responsibleFor = ({ responsible }: RunbookStepView): readonly AgreeingParty[] =>
  responsible === 'both' ? bothParties : [responsible];

/** Parties whose agreement or sign-off is asked for, and since when; undefined where there is nothing to agree to yet. */
const askedOf = ({ estimate, window, handover }: View, step: RunbookStep) => {
  const [about, given] =
    step === 'schedule' && estimate !== undefined
      ? [window, window?.agreements]
      : step === 'complete' && handover?.outdated === false
        ? [handover, handover.signOffs]
        : [];
  if (about === undefined || given === undefined) return undefined;
  const lacking = bothParties.filter((party) => !given.some((one) => one.party === party));
  return lacking.length === 0 ? undefined : { lacking, at: about.at };
};

const tasksOf = (view: View, ready: readonly Ready[]): PartyTask[] =>
  ready.map(({ step: { id, number } }) => ({ step: id, number, text: taskTexts[id](view) }));

const taskTexts: Readonly<Record<RunbookStep, (view: View) => string>> = {
  supply: ({ details }) => {
    const open = details.filter(
      ({ required, state }) => state === 'invalid' || (required && state === 'missing'),
    );
    return `Supply ${formatCount(open.length, 'detail')}`;
  },
  schedule: ({ estimate, window }) => {
    if (estimate === undefined) return 'Create the estimate';
    return window === undefined ? 'Propose a migration window' : 'Agree on the migration window';
  },
  'update-application': () => 'Register the callback URL',
  'disable-syncing': ({ syncing: { companies, confirmed } }) =>
    `Disable syncing of ${formatCount(companies - confirmed, 'company', 'companies')}`,
  'first-company': () => 'Migrate the first company',
  complete: (view) => {
    if (askedOf(view, 'complete') !== undefined) return 'Sign off the handover';
    return view.handover?.outdated ? 'Regenerate the handover document' : 'Migrate the remaining companies';
  },
};

const dueOf = (
  { steps, window }: View,
  party: AgreeingParty,
  ready: readonly Ready[],
  now: number,
): PartyState['due'] => {
  const acts = new Set(ready.filter(({ actors }) => actors.includes(party)).map(({ step }) => step.id));
  const ofSteps = steps.flatMap((step) =>
    step.state === 'open' && step.due !== undefined && (acts.has(step.id) || isPartOf(step, party))
      ? [{ at: step.due, what: `Step ${step.number}` }]
      : [],
  );
  return [...ofSteps, ...windowDue(window, now)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
};

const isPartOf = (step: RunbookStepView, party: AgreeingParty): boolean =>
  responsibleFor(step).includes(party);

/** The next edge of a window that both parties agreed to. */
const windowDue = (window: View['window'], now: number) => {
  if (window === undefined) return [];
  if (!bothParties.every((party) => window.agreements.some((one) => one.party === party))) return [];
  if (now < Date.parse(window.start)) return [{ at: window.start, what: 'Migration window opens' }];
  return now < Date.parse(window.end) ? [{ at: window.end, what: 'Migration window closes' }] : [];
};
