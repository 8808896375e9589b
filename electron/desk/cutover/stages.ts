import { type CutoverStage, type CutoverView, cutoverStages } from '#contract/cutover.ts';
import type { Party } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseState, OnRecord } from '#desk/cases/state.ts';
import { driftSince } from './drift.ts';
import type { CaseFacts } from './eligibility-facts.ts';
import {
  comparisonOf,
  type FrozenPlan,
  grantOf,
  isReversedSince,
  lastOn,
  openOfSoak,
  planOf,
  rolledBackSince,
  soakOf,
  standingCutover,
} from './on-target.ts';

/**
 * The stages of a cutover, each reached only as long as what it was reached on is still true: a pure function of the
 * case. Source: `docs/reference/rules/cutover.md#states`.
 */

export type Stage = CutoverView['stages'][number];

/** What a stage's own facts say: since when it is reached, or what is missing, one sentence each. */
type Finding = { readonly since: OnRecord } | { readonly missing: readonly string[] };

interface StageRule {
  readonly label: string;
  readonly responsible: Party;
  /** Stages that must be reached for this one to be. */
  readonly dependsOn: readonly CutoverStage[];
  readonly decide: (state: CaseState, facts: CaseFacts) => Finding;
}

const missing = (...why: string[]): Finding => ({ missing: why });

const rules: Readonly<Record<CutoverStage, StageRule>> = {
  planned: {
    label: 'Planned',
    responsible: 'support',
    dependsOn: [],
    decide: (state) => {
      const plan = planOf(state);
      if (plan === undefined) return missing('No plan is frozen.');
      const why = whyPlanOutdated(state, plan);
      return why === undefined ? { since: plan } : missing(why);
    },
  },
  rehearsed: {
    label: 'Rehearsed',
    responsible: 'support',
    dependsOn: ['planned'],
    decide: (state) => {
      const plan = planOf(state);
      if (plan !== undefined && isNothingSent(plan)) return { since: plan };
      const last = plan && comparisonOf(state, plan.digest, 'rehearsal');
      if (last === undefined) return missing('This plan was not rehearsed.');
      return last.report.verdict === 'holds' ? { since: last } : missing(whyNoParity(last.report));
    },
  },
  requested: {
    label: 'Requested',
    responsible: 'support',
    dependsOn: ['planned'],
    decide: (state, facts) => requested(state, facts),
  },
  granted: {
    label: 'Granted',
    responsible: 'provider',
    dependsOn: [],
    decide: (state) => granted(state),
  },
  verified: {
    label: 'Verified',
    responsible: 'support',
    dependsOn: ['granted'],
    decide: (state) => verified(state),
  },
  soak: {
    label: 'In soak',
    responsible: 'both',
    dependsOn: ['verified'],
    decide: (state) => {
      const soak = soakOf(state);
      return soak === undefined ? missing('The soak was not started.') : { since: soak };
    },
  },
  completed: {
    label: 'Completed',
    responsible: 'support',
    dependsOn: ['soak'],
    decide: (state) => completed(state),
  },
};

/** Every stage with its state, in their order. */
export const stagesOf = (state: CaseState, facts: CaseFacts): Stage[] => {
  const stages = new Map<CutoverStage, Stage>();
  for (const id of cutoverStages) {
    const { responsible, dependsOn, decide } = rules[id];
    const found = decide(state, facts);
    const open = dependsOn.filter((other) => !stages.get(other)?.reached);
    const why = [
      ...('missing' in found ? found.missing : []),
      ...open.map((other) => `"${rules[other].label}" is not reached.`),
    ];
    stages.set(id, {
      id,
      reached: why.length === 0,
      responsible,
      ...('since' in found && why.length === 0 ? { at: found.since.at } : {}),
      why,
    });
  }
  return [...stages.values()];
};

/** The last stage that is reached; `rolled-back` as long as nothing was begun since. */
export const stateOf = (state: CaseState, stages: readonly Stage[]): CutoverView['state'] =>
  rolledBackSince(state) !== undefined ? 'rolled-back' : (lastReached(stages) ?? 'none');

export const lastReached = (stages: readonly Stage[]): CutoverStage | undefined =>
  stages.findLast(({ reached }) => reached)?.id;

/** Of a plan that is not carried out yet: why it no longer matches the case. */
export const whyPlanOutdated = (
  state: CaseState,
  { digest, plan }: CaseState['plans'][number],
): string | undefined => {
  if (standingCutover(state)?.planDigest === digest) return undefined;
  const { clientId } = state;
  return clientId !== undefined && clientId !== plan.clientId
    ? `The plan ${plan.clientId === undefined ? 'does not name the client id' : 'names another client id'}. Plan again.`
    : undefined;
};

const whyNoParity = ({ verdict, findings, why }: CaseState['comparisons'][number]['report']): string =>
  verdict === 'unknown'
    ? `The last comparison could not tell: ${why.join(' ') || 'too little was seen.'}`
    : `The last comparison found ${formatCount(findings.length, 'problem')}: ${findings
        .slice(0, 3)
        .map(({ what }) => what)
        .join(' ')}`;

const requested = (state: CaseState, facts: CaseFacts): Finding => {
  const { request } = state;
  const plan = planOf(state);
  if (request === undefined || plan === undefined) return missing('The migration request is not drafted.');
  if (request.document.plan !== plan.digest) {
    const which = request.document.plan === undefined ? 'does not name the plan' : 'names another plan';
    return missing(`The migration request ${which}. Draft it again.`);
  }
  const outdated = facts.request.whyOutdated(state);
  if (outdated !== undefined) return missing(outdated);
  const since = request.history.findLast(({ state: is }) => is === 'sent');
  if (since === undefined) return missing('The migration request is not sent.');
  return { since };
};

const granted = (state: CaseState): Finding => {
  const standing = standingCutover(state);
  if (standing === undefined) {
    const before = grantOf(state);
    const isReversed = before !== undefined && isReversedSince(state, before.seq);
    if (isReversed) return missing('The cutover was reversed: the client uses legacy rules again.');
    return missing(
      state.targetId === localTargetId
        ? 'The plan is not applied.'
        : 'The provider has not confirmed the cutover.',
    );
  }
  const plan = planOf(state);
  return plan === undefined || plan.digest === standing.planDigest
    ? { since: standing }
    : missing('The cutover was not made by the current plan.');
};

const verified = (state: CaseState): Finding => {
  const standing = standingCutover(state);
  const check = lastOn(state.cutoverChecks, state.targetId);
  if (standing === undefined || check === undefined || check.seq < standing.seq) {
    return missing('The endpoints were not verified since the cutover.');
  }
  const open = check.expectations.filter(({ state: is }) => is !== 'met');
  const unmet = check.done ? [] : open.map(({ what, detail }) => `${what}: ${detail}`);
  const none = check.done || unmet.length > 0 ? [] : ['The last verification found nothing to verify.'];
  const why = [...unmet, ...none, ...driftSince(state, check), ...withoutParity(state)];
  return why.length === 0 ? { since: check } : { missing: why.slice(0, mostReasons) };
};

const mostReasons = 20;

/** Parity is required of every plan whose rehearsal nobody skipped. */
const withoutParity = (state: CaseState): string[] => {
  const plan = planOf(state);
  if (plan === undefined || isNothingSent(plan)) return [];
  const last = comparisonOf(state, plan.digest);
  if (last !== undefined) return last.report.verdict === 'holds' ? [] : [whyNoParity(last.report)];
  return isRehearsalSkipped(state) ? [] : ['No comparison of both mechanisms was made for this plan.'];
};

/** No rule has a webhook: neither mechanism sends anything, so there is nothing to compare, nor to be rehearsed. */
const isNothingSent = ({ plan }: FrozenPlan): boolean => plan.rules.every(({ url }) => url === undefined);

/** By a person; a case from before there were rehearsals has no such step. */
export const isRehearsalSkipped = ({ steps }: CaseState): boolean => {
  const step = steps.find(({ id }) => id === rehearsalStepId);
  return step === undefined || step.state === 'skipped';
};

export const rehearsalStepId = 'rehearse-cutover';

const completed = (state: CaseState): Finding => {
  const soak = soakOf(state);
  if (soak === undefined) return missing('The soak was not started.');
  const open = openOfSoak(soak);
  if (open.length > 0) return { missing: open };
  const completion = lastOn(state.completions, state.targetId);
  return completion === undefined || completion.seq < soak.seq
    ? missing('Nobody completed the cutover.')
    : { since: completion };
};
