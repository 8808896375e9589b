import type { CutoverPlan, Precondition, PreconditionId } from '#contract/cutover.ts';
import { formatCount, formatInstant, formatList } from '#contract/format.ts';
import { authHeaderBytes, type Webhook, webhookLimits } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { WrittenHere } from '#desk/cases/written-here.ts';
import type { CaseFacts } from '#desk/cutover/eligibility-facts.ts';
import { standingCutover } from '#desk/cutover/on-target.ts';
import { findPlanned } from '#desk/cutover/planned-endpoints.ts';
import { shortUrl } from '#desk/cutover/short-url.ts';
import { isKnownType } from './planned-rule.ts';
import type { TargetReading } from './read-snapshot.ts';
import { whatMoved } from './what-moved.ts';

/** The target as it was read last, as long as the desk runs. */
export interface LastReading extends TargetReading {
  /** The portal's auth header was supplied, and its value can't be opened here. */
  readonly isPortalSealed: boolean;
  /** Which entries of the case have marks that can be compared here. */
  readonly isHere: WrittenHere;
}

/** The plan that is judged: a frozen one has the number of its entry. */
export interface Judged {
  readonly plan: CutoverPlan;
  readonly digest: string;
  readonly seq?: number;
}

interface Subject {
  readonly state: CaseState;
  readonly eligibility: CaseFacts;
  readonly judged: Judged | undefined;
  readonly reading: LastReading | undefined;
}

type Finding = Pick<Precondition, 'holds' | 'why'>;

/** What a plan and its cutover require, as it is known now. Source: `docs/reference/rules/cutover.md#preconditions`. */
export const preconditionsFor = (subject: Subject): Precondition[] =>
  rules.map(({ id, neededFor, judge }) => ({ id, ...judge(subject), neededFor }));

/** Those that keep a plan from being frozen. */
export const openForPlan = (preconditions: readonly Precondition[]): Precondition[] =>
  preconditions.filter(({ neededFor, holds }) => neededFor === 'plan' && holds !== true);

const met = (why: string): Finding => ({ holds: true, why });
const failing = (why: string): Finding => ({ holds: false, why });
const notKnown = (why: string): Finding => ({ holds: null, why });
const noPlan = notKnown(
  'There is no plan yet. Plan the cutover (on the command line: `carryover cutover plan`).',
);

/** It was carried out by this plan: the target naturally moved. */
const isCarriedOut = ({ state, judged }: Subject): boolean =>
  judged !== undefined && standingCutover(state)?.planDigest === judged.digest;

const verdict = ({ state, eligibility }: Subject): Finding => {
  const { state: is, actions } = eligibility.verdictOf(state);
  if (is === 'eligible') return met('The verdict is eligible.');
  const todo = actions.filter(({ blocking }) => blocking).map(({ what }) => what);
  return is === 'blocked'
    ? failing(`The verdict is blocked. ${todo.join(' ')}`.trim())
    : notKnown(`The verdict is undetermined: blocking checks have no result. ${todo.join(' ')}`.trim());
};

const clientId = ({ state, judged }: Subject): Finding => {
  const set =
    'Set it on the case (on the command line: `carryover case edit CASE --client-id ID`), and plan again.';
  if (judged === undefined) {
    return state.clientId === undefined ? noPlan : met(`The client id is ${state.clientId}.`);
  }
  const planned = judged.plan.clientId;
  if (planned === undefined) return failing(`The client id is not known. ${set}`);
  if (state.clientId !== undefined && state.clientId.toLowerCase() !== planned) {
    return failing(`The plan names the client ${planned}, the case ${state.clientId}. Plan again.`);
  }
  return met(`The client id is ${planned}.`);
};

const portalHeader = ({ state, eligibility, reading, judged }: Subject): Finding => {
  const how =
    "Supply its value, or state that it equals the profile's (on the command line: `carryover cutover plan CASE --portal-auth-file FILE` or `--portal-auth-is-profile`).";
  const is = eligibility.rowState(state, 'auth-header-portal');
  if (is === 'absent') return met('The portal sets no auth header.');
  if (is !== 'present') {
    return met(
      'No one said that the portal sets an auth header, so the plan has none of it. If it does, answer the check auth-header-portal: otherwise it is lost.',
    );
  }
  if (eligibility.portalHeader.equaledAnother(state)) {
    return failing(
      `The profile's auth header changed since it was declared equal to that of the portal. ${how}`,
    );
  }
  const isProfile = state.portalHeader?.equalsProfile === true;
  const hasNone = judged !== undefined && isProfile && judged.plan.snapshot.authHeader === undefined;
  if (eligibility.portalHeader.isMissing(state) || hasNone) {
    return failing(`The portal's auth header is not supplied and would be lost. ${how}`);
  }
  if (!isProfile && reading?.isPortalSealed === true) {
    return failing(`The value of the portal's auth header can't be opened on this machine. ${how}`);
  }
  return met(
    isProfile
      ? "The portal's auth header equals that of the profile."
      : "The portal's auth header is supplied.",
  );
};

const conflicts = ({ state, judged }: Subject): Finding => {
  if (judged === undefined) return noPlan;
  const all = judged.plan.conflicts;
  if (all.length === 0) return met('No header has two different values.');
  const open = all.filter(({ use }) => use === undefined);
  if (open.length > 0) {
    return failing(
      `${formatList(open.map(({ header }) => header))} has two different values, of the profile and of the portal. Decide which one to use.`,
    );
  }
  const other = all.find((conflict) => decidedSince(state, conflict) !== conflict.use);
  return other === undefined
    ? met(`${formatCount(all.length, 'conflict')} decided.`)
    : failing(`The conflict of ${other.header} was decided otherwise since. Plan again.`);
};

/** The last decision about these values. */
const decidedSince = (
  { conflictDecisions, targetId }: CaseState,
  { header, values }: CutoverPlan['conflicts'][number],
): string | undefined =>
  conflictDecisions.findLast(
    (one) =>
      one.targetId === targetId &&
      one.header === header &&
      values.every(({ mark }, index) => one.marks[index] === mark),
  )?.use;

const ruleTypes = ({ judged }: Subject): Finding => {
  if (judged === undefined) return noPlan;
  const unknown = judged.plan.rules.filter(({ type }) => !isKnownType(type));
  if (unknown.length === 0) return met('The event types of all rules are known.');
  const named = formatList(
    unknown.map(({ ruleId, type }) => `${ruleId} ("${type}")`),
    namedRules,
  );
  return notKnown(
    `What replaces these rules is not known, as their types are not: ${named}. They are in no endpoint. Ask the provider for their event types, or remove them.`,
  );
};
const namedRules = 10;

const limits = (subject: Subject): Finding => {
  const { judged, reading } = subject;
  if (judged === undefined) return noPlan;
  if (isCarriedOut(subject)) return met('The cutover was carried out by this plan.');
  const { snapshot, endpoints, rules: planned } = judged.plan;
  const total = snapshot.webhooks.length + endpoints.length - takenAgain(subject.state, judged.plan);
  const unusable = planned.filter(({ url }) => url !== undefined && !isUsable(url));
  const problems = [
    ...(total > webhookLimits.endpoints
      ? [
          `${formatCount(snapshot.webhooks.length, 'endpoint')} and ${endpoints.length} planned make ${total}; the limit is ${webhookLimits.endpoints}. Delete endpoints or merge rules first.`,
        ]
      : []),
    ...(reading !== undefined && reading.headerBytes > authHeaderBytes
      ? [
          `The auth header has ${reading.headerBytes} bytes; at most ${authHeaderBytes} fit beside the client id. Shorten it.`,
        ]
      : []),
    ...unusable.map(
      ({ ruleId, url = '' }) =>
        `The URL of rule ${ruleId} (${shortUrl(url)}) can't be one of an endpoint: it must be http or https, and have at most ${longestUrl} characters.`,
    ),
  ];
  return problems.length === 0
    ? met(`${total} of ${webhookLimits.endpoints} endpoints.`)
    : failing(problems.join(' '));
};
/** Endpoints that cutovers of the case made. */
const madeHere = ({ grants, targetId }: CaseState): ReadonlySet<string> =>
  new Set(
    grants
      .filter((one) => one.targetId === targetId)
      .flatMap(({ result }) => result.endpoints.map(({ webhook }) => webhook.id)),
  );
/** Endpoints of a cutover that was rolled back: one with the same URL and company is used again. */
const takenAgain = (state: CaseState, { snapshot, endpoints }: CutoverPlan): number => {
  const made = madeHere(state);
  const former = snapshot.webhooks.filter(({ id }) => made.has(id));
  return findPlanned(endpoints, former).filter(({ webhook }) => webhook !== undefined).length;
};
const longestUrl = 2048;
const isUsable = (url: string): boolean =>
  url.length <= longestUrl && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const snapshot = (subject: Subject): Finding => {
  const { state, judged, reading } = subject;
  if (judged === undefined) return noPlan;
  if (isCarriedOut(subject)) return met('The cutover was carried out by this plan.');
  if (judged.plan.targetId !== state.targetId) return failing('The case has another target now. Plan again.');
  if (reading === undefined || reading.targetId !== state.targetId) {
    return notKnown('The target was not read since the desk started. Plan again to read it.');
  }
  const { plan, seq } = judged;
  const now = { ...reading.snapshot, webhooks: withoutLeftovers(state, plan, reading.snapshot.webhooks) };
  const moved = whatMoved(plan.snapshot, now, seq === undefined || reading.isHere(seq));
  const supplied = state.portalHeader;
  const isOlder =
    seq !== undefined && supplied !== undefined && supplied.seq > seq && reading.at < supplied.at;
  if (moved.length === 0 && isOlder) {
    return notKnown("The portal's auth header was supplied again since the target was read. Plan again.");
  }
  return moved.length === 0
    ? met(`The target is as it was planned; read at ${formatInstant(reading.at)}.`)
    : failing(`The target moved since it was planned: ${moved.join(' ')} Plan again.`);
};

/** Disabled endpoints that a rollback of this plan left are nothing new: it takes them again. */
const withoutLeftovers = (
  state: CaseState,
  { snapshot: planned }: CutoverPlan,
  webhooks: readonly Webhook[],
): Webhook[] => {
  const made = madeHere(state);
  const known = new Set(planned.webhooks.map(({ id }) => id));
  return webhooks.filter(({ id, disabled }) => !disabled || known.has(id) || !made.has(id));
};

const request = (subject: Subject): Finding => {
  const { state, eligibility, judged } = subject;
  const draft =
    'Draft the migration request (on the command line: `carryover cutover request`), and send it.';
  const is = eligibility.request.stateOf(state);
  if (is === undefined) return failing(`There is no migration request. ${draft}`);
  if (judged !== undefined && state.request?.document.plan !== judged.digest) {
    const which = state.request?.document.plan === undefined ? 'names no plan' : 'names another plan';
    return failing(`The migration request ${which}. ${draft}`);
  }
  const outdated = eligibility.request.whyOutdated(state);
  if (outdated !== undefined) return failing(outdated);
  return is === 'drafted'
    ? failing('The migration request is drafted, but not sent. Send it, and record that.')
    : met('The migration request was sent.');
};

const rules: readonly {
  readonly id: PreconditionId;
  readonly neededFor: Precondition['neededFor'];
  readonly judge: (subject: Subject) => Finding;
}[] = [
  { id: 'verdict', neededFor: 'apply', judge: verdict },
  { id: 'client-id', neededFor: 'apply', judge: clientId },
  { id: 'portal-header', neededFor: 'plan', judge: portalHeader },
  { id: 'conflicts', neededFor: 'plan', judge: conflicts },
  { id: 'rule-types', neededFor: 'apply', judge: ruleTypes },
  { id: 'limits', neededFor: 'plan', judge: limits },
  { id: 'snapshot', neededFor: 'apply', judge: snapshot },
  { id: 'request', neededFor: 'apply', judge: request },
];
