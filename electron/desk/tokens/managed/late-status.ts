import { textsOf } from '#base/lists.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { goneThrough } from '#contract/run-labels.ts';
import { type RunbookEvidence, runbookStepLabels } from '#contract/runbook.ts';
import { type Cause, causeLabels } from '#contract/token-causes.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState, TokenRunRecord } from '#desk/cases/state.ts';
import { agreementEvidence, lastAgreed, partiesLacking } from './agreements.ts';
import type { Finding, RunbookFacts, StepStatus } from './finding.ts';
import { byDecision, decidedMessage, decisionCounts, namesOf, undecidedMessages } from './not-migrated.ts';
import { startedOutside } from './outside-window.ts';
import { lastPilot, type Pilot, succeeded } from './pilot.ts';

/** Status of steps 5 and 6. */

export const firstCompanyStatus = (
  state: CaseState,
  runbook: RunbookState,
  resultsByRun: ResultsByRun | undefined,
  facts: RunbookFacts | undefined,
): Finding => {
  const pilot = lastPilot(state, runbook);
  if (pilot === undefined) return { evidence: [], missing: ['No pilot has run yet.'] };
  const { failures, at, actor, results } = pilot.ended;
  const which = facts?.pilotCompany?.ref ?? companyOf(pilot, resultsByRun) ?? 'one company';
  const outcome = succeeded(pilot)
    ? `${which} migrated, without reauthorization and with all syncs complete`
    : `${which} not migrated`;
  const evidence = [
    {
      text: `Pilot on ${pilot.started.targetName}: ${outcome}`,
      at,
      by: actor,
      ...(results === undefined ? {} : { attachmentId: results }),
    },
  ];
  const missing = succeeded(pilot)
    ? [...undoneSince(state, pilot), ...brokenSince(facts)]
    : ['The pilot failed.', ...toFix(failures)];
  const remarks = startedOutside(pilot.started, runbook);
  return { evidence, missing, remarks, doneAt: at, doneBy: actor };
};

/** An undo after the pilot opens the step again. Source: `docs/reference/rules/managed-migration.md#reopened-steps`. */
const undoneSince = ({ tokenRuns, targetId }: CaseState, pilot: Pilot): string[] => {
  const undo = tokenRuns.findLast(
    ({ started, ended }) =>
      started.kind === 'undo' &&
      started.targetId === targetId &&
      started.seq > pilot.started.seq &&
      (ended === undefined || ended.counts.undone + ended.counts.failed > 0),
  );
  return undo === undefined
    ? []
    : [`Companies were undone after the pilot, by the undo of ${undo.started.at}.`];
};

/**
 * A check, or another run, found that the company of the pilot no longer works. Where it is not known which that was,
 * any company that failed may be it.
 */
const brokenSince = (facts: RunbookFacts | undefined): string[] => {
  if (facts === undefined) return [];
  const { pilotCompany, notMigrated } = facts;
  const failed = notMigrated.filter(({ state }) => state === 'failed');
  if (pilotCompany === undefined) {
    return textsOf([
      failed.length > 0 &&
        `The company of the pilot is not recorded, and ${namesOf(failed)} failed. Retry, or migrate a pilot again.`,
    ]);
  }
  const { ref } = pilotCompany;
  const own = failed.filter((row) => row.ref === ref && row.platformKey === pilotCompany.platformKey);
  return own.map(({ message = '' }) =>
    `The company of the pilot, ${ref}, failed since. Retry it. ${message}`.trim(),
  );
};

/** Results hold all rows of the case; undefined if several may be the pilot's. */
const companyOf = (pilot: Pilot, resultsByRun: ResultsByRun | undefined): string | undefined => {
  const wanted = succeeded(pilot) ? 'done' : 'failed';
  const companies = resultsByRun?.get(pilot.started.runId)?.results?.companies ?? [];
  const ended = companies.filter(({ state }) => state === wanted);
  return ended.length === 1 ? ended[0]?.ref : undefined;
};

/** Failures by cause, with the next step and who is responsible. */
export const toFix = (failures: Readonly<Record<string, number>>): string[] =>
  Object.entries(failures).flatMap(([cause, count]) => {
    const label = Object.hasOwn(causeLabels, cause) ? causeLabels[cause as Cause] : undefined;
    if (label === undefined || count === 0) return [];
    return [`${label.title} (${count}): ${label.meaning} ${label.action} Responsible: ${label.responsible}.`];
  });

export const completeStatus = (
  state: CaseState,
  runbook: RunbookState,
  before: readonly StepStatus[],
  facts: RunbookFacts | undefined,
): Finding => {
  const { handover } = runbook;
  const ends = state.tokenRuns.filter(
    ({ started, ended }) =>
      ended !== undefined &&
      started.targetId === state.targetId &&
      started.kind !== 'rehearsal' &&
      started.seq > runbook.since.seq,
  );
  const cut = ends.length - listedRuns;
  const evidence: RunbookEvidence[] = [
    ...(cut > 0 ? [{ text: `${formatCount(cut, 'earlier run', 'earlier runs')}, not listed` }] : []),
    ...ends.slice(-listedRuns).flatMap(runEvidence),
  ];
  if (handover !== undefined) {
    const text = `Handover document, SHA-256 ${handover.digest}`;
    const { at, actor, attachmentId } = handover;
    evidence.push({ text, at, by: actor, attachmentId });
  }
  const signOffs = handover?.signOffs ?? [];
  return {
    evidence: [...evidence, ...signOffs.map(signOffEvidence)],
    missing: [
      ...unfinished(state, before),
      ...(wasAcceptedAsAWhole(state, runbook) ? [] : undecided(runbook, facts)),
      ...notSigned(state, runbook),
    ],
    remarks: decidedRemarks(state, runbook, facts),
    ...lastAgreed(signOffs),
  };
};

const listedRuns = 20;

const runEvidence = ({ started, ended }: TokenRunRecord): RunbookEvidence[] => {
  if (ended === undefined) return [];
  const { counts, at, actor, results, state } = ended;
  const all = formatCount(counts.rows, 'company', 'companies');
  const well = `${goneThrough({ kind: started.kind, counts })} of ${all} ${started.kind === 'undo' ? 'undone' : 'done'}`;
  const cancelled = state === 'cancelled' ? ', cancelled' : '';
  const text = `${started.kind} on ${started.targetName}: ${well}, ${counts.failed} failed${cancelled}`;
  return [{ text, at, by: actor, ...(results === undefined ? {} : { attachmentId: results }) }];
};

const signOffEvidence = (one: NonNullable<RunbookState['handover']>['signOffs'][number]) =>
  agreementEvidence(one, one.acceptOpen ? 'Signed off, accepting what is not migrated,' : 'Signed off');

/** Companies accepted or excluded: as the document has them, or as they are now. */
const decidedRemarks = (
  state: CaseState,
  runbook: RunbookState,
  facts: RunbookFacts | undefined,
): string[] => {
  const { handover } = runbook;
  if (handover !== undefined && !changedSince(state, handover.seq)) {
    return textsOf([isDecided(handover) ? decidedMessage(handover) : openMessage(handover)]);
  }
  return textsOf([facts && decidedMessage(decisionCounts(byDecision(runbook, facts.notMigrated)))]);
};

type Handover = NonNullable<RunbookState['handover']>;

/** Older documents don't name accepted failures and excluded companies. */
const isDecided = (handover: Handover): handover is Handover & { accepted: number; excluded: number } =>
  handover.accepted !== undefined && handover.excluded !== undefined;

/** Of a document from before companies were accepted or excluded by name; undefined if all are migrated. */
const openMessage = ({ failed, notMigrated = 0 }: Handover): string | undefined => {
  const parts = textsOf([
    failed > 0 && `${formatCount(failed, 'company', 'companies')} failed`,
    notMigrated > 0 && `${formatCount(notMigrated, 'company is', 'companies are')} not migrated`,
  ]);
  return parts.length === 0 ? undefined : `${formatList(parts)}, signed off without a reason for each.`;
};

/** It no longer matches the case, or lacks the decision about each company, so it can't be signed off. */
export const isOutdated = (state: CaseState, handover: Handover): boolean =>
  changedSince(state, handover.seq) || isFromBefore(handover);

const isFromBefore = (handover: Handover): boolean =>
  !isDecided(handover) && openMessage(handover) !== undefined;

/** Signed off by both parties when a single statement accepted all that was not migrated; it stays signed off. */
const wasAcceptedAsAWhole = (state: CaseState, { handover }: RunbookState): boolean =>
  handover !== undefined &&
  isFromBefore(handover) &&
  !changedSince(state, handover.seq) &&
  partiesLacking(handover.signOffs.filter(({ acceptOpen }) => acceptOpen === true)).length === 0;

/** Companies that are neither migrated, nor accepted as failed, nor excluded. Nothing where they are not known. */
export const undecided = (runbook: RunbookState, facts: RunbookFacts | undefined): string[] =>
  facts === undefined ? [] : undecidedMessages(byDecision(runbook, facts.notMigrated).open);

/** What must end before the handover is created. */
export const unfinished = (state: CaseState, before: readonly StepStatus[]): string[] => {
  const active = state.tokenRuns.some(
    ({ started, state: now }) => started.kind !== 'rehearsal' && (now === 'running' || now === 'paused'),
  );
  const toDecide = state.tokenRuns.some(
    (run) => run.started.targetId === state.targetId && hasOpenDuplicates(run),
  );
  return textsOf([
    before.length > 0 &&
      `Open before it: ${formatList(before.map(({ id }) => `"${runbookStepLabels[id].title}"`))}.`,
    active && 'A run has not ended yet.',
    toDecide && 'Duplicates on the target need a decision.',
  ]);
};

/** It found duplicates that need a decision. */
export const hasOpenDuplicates = ({ started, ended, decision }: TokenRunRecord): boolean =>
  started.kind !== 'rehearsal' &&
  (ended?.duplicates ?? 0) > 0 &&
  (decision === undefined || (decision.decision === 'remove' && decision.leftCount > 0));

const notSigned = (state: CaseState, runbook: RunbookState): string[] => {
  const { handover } = runbook;
  if (handover === undefined) return ['No handover document yet.'];
  if (isOutdated(state, handover) && !wasAcceptedAsAWhole(state, runbook)) return [outdated];
  const lacking = partiesLacking(handover.signOffs);
  return lacking.length === 0 ? [] : [`The handover is not signed off by ${formatList(lacking)} yet.`];
};

const outdated =
  'Companies were imported, migrated, undone or decided about since the handover document was created. Regenerate it.';

/** A check changes what a handover says only if it finds that something no longer works. */
const changedSince = ({ tokenImports, tokenRuns, runbook }: CaseState, seq: number): boolean =>
  (runbook?.decided ?? 0) > seq ||
  tokenImports.some((one) => one.seq > seq) ||
  tokenRuns.some(({ started, ended }) => {
    if (started.seq <= seq || started.kind === 'rehearsal') return false;
    return started.kind !== 'check' || (ended?.counts.failed ?? 0) > 0;
  });
