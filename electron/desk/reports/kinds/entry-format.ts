import { approvalKindLabels } from '#contract/approvals.ts';
import type { CaseAction, CaseActionOf, CaseEntry } from '#contract/case.ts';
import type { GroupOfMentions, Mentions } from '#contract/eligibility.ts';
import { formatCount, formatDuration, formatList } from '#contract/format.ts';
import type { GivenBy } from '#contract/given-by.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import { formatThresholds } from '#contract/run-thresholds.ts';
import { runbookStepLabels } from '#contract/runbook.ts';
import { sampleOutcomes } from '#contract/token-samples.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { formatInstant } from '#desk/reports/format.ts';
import { collectorLabels } from './findings.ts';
import { partyLabels } from './labels.ts';

type Kind = CaseAction['kind'];
type Words = { readonly [K in Kind]: (content: CaseActionOf<K>['content']) => string };

const sentence = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ');
/** As a sentence ends. */
const ending = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const quoted = (text: string): string => `"${text}"`;
const setupOf = (row: CaseActionOf<'row.answered'>['content']['row']): string =>
  quoted(definitionOf(row).setup);
const stepOf = (step: keyof typeof runbookStepLabels): string => quoted(runbookStepLabels[step].title);
const reasonOf = ({ reason }: { reason?: string }): string =>
  reason === undefined ? '' : `Reason: ${reason}`;
const namesOf = (companies: readonly { readonly ref?: string; readonly line: number }[]): string => {
  const names = companies.slice(0, 10).map(({ ref, line }) => ref ?? `line ${line}`);
  return formatList(companies.length > 10 ? [...names, `${companies.length - 10} more`] : names);
};
const ended = (ledger: { entries: number; digest: string }): string =>
  `Ledger: ${formatCount(ledger.entries, 'entry', 'entries')}, digest ${ledger.digest}.`;

const aboutCase = {
  'case.opened': ({ name, integrator }) => `Created the case ${quoted(name)} of ${integrator}.`,
  'case.changed': ({ changes }) =>
    `Changed ${formatList(Object.entries(changes).map(([key, value]) => `${key} to ${value === null ? 'none' : value}`))}.`,
  'case.closed': (content) => sentence('Closed the case.', reasonOf(content)),
  'case.reopened': (content) => sentence('Reopened the case.', reasonOf(content)),
  'case.archived': () => 'Archived the case.',
  'contact.added': ({ contact }) => `Added the contact ${contact.name} (${contact.party}).`,
  'contact.changed': ({ contact }) => `Changed the contact ${contact.name}.`,
  'contact.removed': () => 'Removed a contact.',
  'note.added': ({ text }) => `Added a note: ${text}`,
  'note.changed': ({ text }) => `Changed a note to: ${text}`,
  'note.removed': () => 'Removed a note.',
  'attachment.added': ({ attachment: { name, size, digest } }) =>
    `Attached ${quoted(name)} (${formatCount(size, 'byte')}, SHA-256 ${digest}).`,
  'attachment.removed': () => 'Removed an attachment.',
  'step.added': ({ step }) => `Added the step ${quoted(step.title)}.`,
  'step.changed': ({ id, state, responsible, due, note, reason }) =>
    sentence(
      `Changed the step ${id}: ${formatList([
        ...(state === undefined ? [] : [state]),
        ...(responsible === undefined ? [] : [`responsible: ${partyLabels[responsible].toLowerCase()}`]),
        ...(due === undefined ? [] : [due === null ? 'no due date' : `due ${formatInstant(due)}`]),
      ])}.`,
      reason ?? (note && `Note: ${note}`),
    ),
  'content.erased': ({ entries, attachments, reason }) =>
    `Erased ${formatList([
      ...(entries.length === 0
        ? []
        : [
            `the contents of ${formatCount(entries.length, 'entry', 'entries')} (${entries.map(({ seq }) => seq).join(', ')})`,
          ]),
      ...(attachments.length === 0 ? [] : [formatCount(attachments.length, 'attachment')]),
    ])}. Reason: ${reason}`,
} satisfies Partial<Words>;

const toReviewClause = (mentions: Mentions | undefined): string => {
  const open = (mentions?.reviewCounts ?? []).reduce((sum, { count }) => sum + count, 0);
  return open === 0 ? '' : `, ${formatCount(open, 'mention')} to review`;
};
const groupLabel = ({ scope, subject, cause, file }: GroupOfMentions): string =>
  formatList([
    ...(subject === undefined ? [] : [subjectLabels[subject]]),
    ...(cause === undefined ? [] : [causeLabels[cause]]),
    ...(file === undefined ? [] : [`file ${file}`]),
    ...(scope === undefined ? [] : [`code base ${scope}`]),
  ]);

const aboutEligibility = {
  'evidence.added': ({ evidence: { collector, origin, findingCount, mentions } }) =>
    `Added evidence (${collectorLabels[collector].toLowerCase()}): ${origin}, ${formatCount(findingCount, 'finding')}${toReviewClause(mentions)}.`,
  'evidence.removed': ({ evidenceId, reason }) => `Removed the evidence ${evidenceId}. Reason: ${reason}`,
  'coverage.stated': ({ coverage, by, confirmed }) =>
    confirmed
      ? `${by} confirmed that a test suite covers every call of the integration. It covers: ${coverage}`
      : `${by} stated what a test suite covers: ${coverage}`,
  'coverage.withdrawn': ({ reason }) => `Withdrew the coverage of a test suite. Reason: ${reason}`,
  'observation.opened': ({ name }) => `Started the observation ${quoted(name)}.`,
  'observation.seen': ({ calls, otherCalls }) =>
    `Observed ${formatCount(
      calls.reduce((sum, { count }) => sum + count, 0),
      'call',
    )} to alerts endpoints and ${formatCount(otherCalls, 'other call')}.`,
  'observation.resumed': ({ unwatchedMs }) =>
    `Resumed the observation after ${formatDuration(unwatchedMs)} without coverage.`,
  'observation.closed': () => 'Closed an observation.',
  'finding.dismissed': ({ findingId, row, reason }) =>
    `Dismissed the finding ${findingId} of ${setupOf(row)}. Reason: ${reason}`,
  'finding.restored': ({ findingId }) => `Restored the finding ${findingId}.`,
  'mention.dismissed': ({ ids, group, reason }) =>
    `Dismissed ${formatCount(ids.length, 'mention')}${group === undefined ? '' : ` (${groupLabel(group)})`}. Reason: ${reason}`,
  'mention.restored': ({ ids }) => `Restored ${formatCount(ids.length, 'dismissed mention')}.`,
  'row.answered': ({ row, state, by, note }) =>
    `${by} answered ${setupOf(row)}: ${formatRowState(state)}. ${note}`,
  'row.overruled': ({ row, state, by, reason }) =>
    `${by} overrode the result of ${setupOf(row)}: ${formatRowState(state)}. Reason: ${reason}`,
  'row.restored': ({ row, what = 'overrule' }) =>
    `Withdrew the ${what === 'overrule' ? 'override' : 'answers'} of ${setupOf(row)}.`,
  'verdict.reached': ({ verdict }) => `Verdict: ${verdict.state}.`,
  'portalHeader.supplied': ({ by, masked }) =>
    `${by} supplied the portal's auth header: ${masked ?? 'the same as in the profile'}.`,
  'request.drafted': () => 'Drafted the migration request.',
  'request.sent': ({ by, note }) => sentence(`${by} sent the migration request.`, note),
  'request.confirmed': ({ by, note }) => sentence(`${by} confirmed the migration request.`, note),
  'cutover.planned': ({ digest, plan, by }) =>
    `${by === undefined ? 'Froze' : `${by} froze`} the cutover plan ${digest.slice(0, 12)}: ${formatCount(plan.rules.length, 'rule')}, ${formatCount(plan.endpoints.length, 'endpoint')}.`,
  'cutover.conflictDecided': ({ by, header, use }) => `${by} chose the value of the ${use} for ${header}.`,
  'cutover.compared': ({ source, report: { verdict, occurrences } }) =>
    `${comparisons[source]}: parity ${parity[verdict]}, ${formatCount(occurrences.both, 'occurrence')} in both.`,
  'cutover.soakStarted': ({ by, until, note }) =>
    sentence(`${by} started the soak until ${formatInstant(until)} UTC.`, note),
  'cutover.soakObserved': ({ observation: { problems } }) =>
    problems.length === 0 ? 'Soak: no problems.' : `Soak: ${problems.map(({ what }) => what).join(' ')}`,
  'cutover.completed': ({ by, note }) => sentence(`${by} completed the cutover.`, note),
  'cutover.rollbackDecided': ({ by, reason }) => `${by} rolled the cutover back. Reason: ${reason}`,
  'doctor.ran': ({ result: { checks, verdict } }) =>
    `Endpoint doctor: ${verdict}, ${formatCount(checks.filter(({ outcome }) => outcome === 'fail').length, 'failed check')}.`,
  'cutover.granted': ({ result }) => `Cutover created ${formatCount(result.endpoints.length, 'endpoint')}.`,
  'cutover.checked': ({ check }) =>
    check.done ? 'Cutover verified: complete.' : 'Cutover verified: incomplete.',
  'cutover.reversed': ({ how }) => `Cutover reversed on the target (${reversals[how]}).`,
  'endpoint.observed': ({ webhookId, state }) => `Endpoint ${webhookId} on the target: ${observed[state]}.`,
  'profile.observed': ({ state, authHeader }) =>
    state === 'known'
      ? `The profile on the target has ${authHeader === undefined ? 'no' : 'an'} auth header.`
      : `The auth header of the profile was ${authHeader === undefined ? 'removed' : 'changed'} on the target.`,
  'companies.observed': ({ companies }) =>
    `On the target: ${formatList(
      Object.entries(Object.groupBy(companies, ({ state }) => state)).map(
        ([state, some = []]) =>
          `${formatCount(some.length, 'company or connection', 'companies or connections')} ${present[state as keyof typeof present]}`,
      ),
    )}.`,
  'headers.planned': ({ headers, webhookId }) => formatHeaders('Planned', headers, webhookId),
  'headers.set': ({ headers, webhookId }) => formatHeaders('Set', headers, webhookId),
  'headers.revealed': ({ names, webhookId }) =>
    `Showed ${formatList(names)} of the endpoint ${webhookId} in full.`,
  'headers.checked': ({ result }) =>
    `Checked the headers of the endpoint ${result.webhookId}: ${result.passed ? 'passed' : 'not passed'}.`,
  'mail.templateChanged': ({ mail, language, template }) =>
    template === null
      ? `Restored the common template of the mail "${mail}" (${language}).`
      : `Changed the template of the mail "${mail}" (${language}).`,
  'mail.written': ({ mail, language, subject, to, attachments }) =>
    `Wrote the mail "${mail}" (${language}) to ${formatList(to.map(({ name }) => name)) || 'nobody'}: ${subject}${attachments.length === 0 ? '' : `; attached: ${formatList(attachments.map(({ file }) => file))}`}`,
  'mail.sent': ({ by, note }) => sentence(`${by} sent a mail.`, note),
  'firewall.checked': ({ result }) =>
    `Checked firewall rules (${result.format}): ${formatList(result.answers.map((one) => `${one.address} ${one.result}`))}.`,
} satisfies Partial<Words>;

const comparisons = {
  rehearsal: 'Cutover rehearsed',
  'dual-run': 'Dual run compared',
  recordings: 'Recordings compared',
} as const;
const parity = { holds: 'holds', fails: 'does not hold', unknown: 'is not known' } as const;
const reversals = {
  undone: 'it was undone',
  reset: 'the service was reset',
  unknown: 'by an unknown change',
};
const observed = {
  there: 'present, as checked',
  changed: 'changed',
  disabled: 'disabled',
  deleted: 'deleted',
};
const present = { there: 'there again', deleted: 'deleted', unlinked: 'no longer linked' };

const formatHeaders = (
  what: string,
  headers: readonly { name: string; masked: string }[],
  id: string,
): string =>
  headers.length === 0
    ? `${what} no headers on the endpoint ${id}; others removed.`
    : `${what} on the endpoint ${id}: ${formatList(headers.map(({ name, masked }) => `${name} (${masked})`))}.`;

const aboutTokens = {
  'tokens.imported': ({ name, rows, ready, invalid, sealed }) =>
    sentence(
      `Imported ${quoted(name)}: ${formatCount(rows, 'row')}, ${ready} ready, ${invalid} invalid.`,
      sealed && `It came sealed to ${sealed.recipient}; SHA-256 of the sealed file ${sealed.digest}.`,
    ),
  'tokens.runStarted': ({ kind, targetName, rows }) =>
    `${runKindLabels[kind]} started on ${targetName}: ${formatCount(rows, 'company', 'companies')}.`,
  'tokens.runPaused': ({ why, ledger }) => sentence(`Paused the run: ${ending(why)}`, ended(ledger)),
  'tokens.runResumed': ({ after, ledger }) =>
    sentence(
      after === 'paused' ? 'Resumed the run.' : 'Resumed the run after its process ended.',
      ended(ledger),
    ),
  'tokens.thresholdsChanged': ({ from, to }) =>
    `Changed the thresholds of the run from ${formatThresholds(from) ?? 'none'} to ${formatThresholds(to) ?? 'none'}.`,
  'tokens.runEnded': ({ state, counts, ledger }) =>
    sentence(
      `The run ${state === 'done' ? 'ended' : 'was cancelled'}: ${counts.done} migrated, ${counts.failed} failed${counts.undone === 0 ? '' : `, ${counts.undone} undone`}.`,
      ended(ledger),
    ),
  'tokens.sampleChecked': ({ rows, of, seed, targetName }) =>
    `Read back ${formatCount(rows.length, 'row')} of ${of} migrated from ${targetName}, seed ${quoted(seed)}: ${formatList(
      sampleOutcomes.map((outcome) => `${rows.filter((row) => row.outcome === outcome).length} ${outcome}`),
    )}.`,
  'tokens.duplicatesDecided': ({ decision, removedCount, leftCount, reason }) =>
    decision === 'keep'
      ? `Kept the duplicates on the target: ${ending(reason)}`
      : sentence(
          `Removed ${formatCount(removedCount, 'company', 'companies')} created by Carryover as duplicates: ${ending(reason)}`,
          leftCount === 0 ? '' : `${formatCount(leftCount, 'company was', 'companies were')} kept.`,
        ),
  'tokens.excluded': ({ companies, by, reason }) =>
    `${by} excluded ${namesOf(companies)} from the migration. Reason: ${reason}`,
  'tokens.included': ({ companies, reason }) => `Included ${namesOf(companies)} again. Reason: ${reason}`,
} satisfies Partial<Words>;

const aboutRunbook = {
  'runbook.opened': ({ platformName }) => `Opened the managed migration of ${platformName}.`,
  'runbook.detailsSupplied': ({ fields, removed }) =>
    sentence(
      fields.length === 0 ? '' : `Supplied ${formatList(fields.map(({ name }) => name))}.`,
      removed.length === 0 ? '' : `Removed ${formatList(removed)}.`,
    ),
  'runbook.detailsRevealed': ({ names }) => `Showed ${formatList(names)} in full.`,
  'runbook.estimated': ({ companies, likelyMs, worstMs }) =>
    `Estimated ${formatDuration(likelyMs)} (at worst ${formatDuration(worstMs)}) for ${formatCount(companies, 'company', 'companies')}.`,
  'runbook.windowProposed': ({ start, end, zone }) =>
    `Proposed the window ${formatInstant(start)} to ${formatInstant(end)} UTC (given in ${zone}).`,
  'runbook.windowAgreed': ({ agreement: { party, name } }) => `${name} (${party}) agreed to the window.`,
  'runbook.windowOverridden': ({ kind, reason }) =>
    `Overrode the agreed window for ${kind === 'duplicates' ? 'a removal of duplicates' : `a ${kind}`}. Reason: ${reason}`,
  'runbook.callbackChecked': ({ found, callbackUrl }) =>
    `The callback URL ${callbackUrl} is ${found ? '' : 'not '}in the list registered with the platform.`,
  'runbook.syncingConfirmed': ({ refs, by }) =>
    `${by} confirmed that syncing is disabled for ${formatCount(refs.length, 'company', 'companies')}.`,
  'runbook.syncingRevoked': ({ refs, reason }) =>
    `Withdrew the confirmation for ${formatCount(refs.length, 'company', 'companies')}. Reason: ${reason}`,
  'runbook.handedOver': ({ digest }) => `Generated the handover document (SHA-256 ${digest}).`,
  'runbook.signedOff': ({ agreement: { party, name }, acceptOpen }) =>
    `${name} (${party}) signed off the handover${acceptOpen ? ', although some companies are not migrated' : ''}.`,
  'runbook.overruled': ({ step, by, reason }) =>
    `${by} overrode the requirement of ${stepOf(step)}. Reason: ${reason}`,
  'runbook.stepRestored': ({ step }) => `Restored the requirement of ${stepOf(step)}.`,
  'runbook.failuresAccepted': ({ companies, by, reason }) =>
    `${by} accepted the failure of ${namesOf(companies)}. Reason: ${reason}`,
  'runbook.companiesExcluded': ({ companies, by, reason }) =>
    `${by} excluded ${namesOf(companies)} from the migration. Reason: ${reason}`,
  'runbook.decisionsWithdrawn': ({ companies, reason }) =>
    `Withdrew the decision about ${namesOf(companies)}. Reason: ${reason}`,
} satisfies Partial<Words>;

const aboutExchange = {
  'exchange.formExported': ({ digest, recipient }) =>
    `Exported a form for the integrator (SHA-256 ${digest}), sealed for ${recipient}.`,
  'exchange.answerReceived': ({ given: { name, role, digest }, list }) =>
    sentence(
      `Received the form filled in by ${name} (${role}), SHA-256 ${digest}.`,
      list && `With the token list ${quoted(list.name)}: ${formatCount(list.rows, 'row')}.`,
    ),
} satisfies Partial<Words>;

const aboutApprovals = {
  'approval.requested': ({ plan, digest }) =>
    `Requested an approval: ${approvalKindLabels[plan.kind].toLowerCase()} on ${plan.target.name}, plan ${digest}.`,
  'approval.given': ({ digest, expires }) =>
    `Approved the plan ${digest}, until ${formatInstant(expires)} UTC; signed.`,
  'approval.refused': ({ reason }) => `Refused the approval. Reason: ${reason}`,
  'approval.withdrawn': (content) => sentence('Withdrew the approval.', reasonOf(content)),
  'approval.used': ({ digest }) => `Used the approval of the plan ${digest}.`,
} satisfies Partial<Words>;

const words: Words = {
  ...aboutCase,
  ...aboutEligibility,
  ...aboutTokens,
  ...aboutRunbook,
  ...aboutExchange,
  ...aboutApprovals,
};

/** Who gave it, where nobody here typed it. */
const givenBy = (content: unknown): string => {
  const { given } = content as { readonly given?: GivenBy };
  return given === undefined
    ? ''
    : `Given by ${given.name} (${given.role}) in a form, file SHA-256 ${given.digest}.`;
};

/** An entry of the chain as a sentence. */
export const formatEntry = ({ kind, content }: Pick<CaseEntry, 'kind' | 'content'>): string => {
  const text = (words[kind as Kind] as (content: unknown) => string)(content);
  return kind === 'exchange.answerReceived' ? text : sentence(text, givenBy(content));
};
