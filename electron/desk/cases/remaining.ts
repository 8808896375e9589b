import type { CaseAction } from '#contract/case.ts';
import { erasedText } from '#contract/erasure.ts';
import { checkedAction } from './checked-action.ts';

/**
 * What remains of a content once its personal data is erased: ids, states, dates and digests, which the case is folded
 * from, and the shape. Texts that people wrote or that name people become "[erased]"; what must have a certain form is
 * left out. A path goes through lists by `*`; one after `-` is left out.
 */
type Paths = readonly string[];

/** Lines of code. */
export const excerptPaths = ['evidence.findings.*.place.excerpt', 'evidence.mentions.toReview.*.excerpt'];

const agreement: Paths = ['agreement.name', 'agreement.quote'];
/** Who filled in a form. */
const given: Paths = ['given.name', 'given.role'];
const contact: Paths = ['contact.name', '-contact.role', '-contact.email', '-contact.phone'];

const personal: Partial<Record<CaseAction['kind'], Paths>> = {
  'case.opened': ['name', 'integrator', 'steps.*.note'],
  'case.changed': ['changes.name', 'changes.integrator', 'changes.owner'],
  'case.closed': ['reason'],
  'case.reopened': ['reason'],
  'contact.added': contact,
  'contact.changed': contact,
  'note.added': ['text'],
  'note.changed': ['text'],
  'attachment.added': ['attachment.name', '-attachment.note'],
  'step.added': ['step.note'],
  'step.changed': ['note', 'reason'],
  'evidence.added': [
    ...['evidence.origin', 'evidence.rows.*.because', 'evidence.findings.*.why', ...excerptPaths],
    ...[
      'evidence.findings.*.place.text',
      'evidence.findings.*.place.caller',
      'evidence.findings.*.place.log',
    ],
    ...['-evidence.testRun.folder', '-evidence.testRun.program'],
  ],
  'coverage.stated': ['coverage', 'by'],
  'coverage.withdrawn': ['reason'],
  'observation.opened': ['name', 'caller'],
  'observation.seen': ['calls.*.caller'],
  'evidence.removed': ['reason'],
  'finding.dismissed': ['reason'],
  'mention.dismissed': ['reason'],
  'row.answered': ['by', 'note'],
  'row.overruled': ['by', 'reason'],
  'verdict.reached': ['verdict.rows.*.because.*', 'verdict.actions.*.what'],
  'request.drafted': [
    ...['document.title', 'document.integrator', 'document.rows.*.because.*', 'document.evidence.*.origin'],
    ...['-document.evidence.*.files.manifest'],
    ...['document.carryOver.*', 'document.actions.*.what'],
    ...['document.dismissedMentions.*.reason', 'document.dismissedMentions.*.by'],
  ],
  'portalHeader.supplied': ['by'],
  'request.sent': ['by', 'note'],
  'request.confirmed': ['by', 'note'],
  'cutover.planned': [
    ...['plan.integrator', 'plan.rules.*.emails.*', 'plan.snapshot.rules.*.emails.*', 'plan.tasks.*.uses.*'],
    ...['plan.conflicts.*.by', 'by'],
  ],
  'cutover.conflictDecided': ['by'],
  'cutover.soakStarted': ['by', 'note'],
  'cutover.completed': ['by', 'note'],
  'cutover.rollbackDecided': ['by', 'reason'],
  'firewall.checked': ['result.name', 'result.remarks.*.text'],
  'tokens.imported': ['name', ...given],
  'tokens.runPaused': ['why'],
  'tokens.excluded': ['by', 'reason'],
  'tokens.included': ['reason'],
  'runbook.detailsSupplied': ['fields.*.value', 'fields.*.masked', ...given],
  'runbook.windowProposed': given,
  'runbook.windowAgreed': [...agreement, ...given],
  'runbook.windowOverridden': ['reason'],
  'runbook.callbackChecked': given,
  'runbook.syncingConfirmed': ['by', 'quote', 'list.name', ...given],
  'runbook.syncingRevoked': ['reason'],
  'runbook.signedOff': agreement,
  'runbook.overruled': ['by', 'reason'],
  'runbook.failuresAccepted': ['by', 'reason'],
  'runbook.companiesExcluded': ['by', 'reason'],
  'runbook.decisionsWithdrawn': ['reason'],
  'exchange.answerReceived': [...given, 'list.name'],
  'mail.templateChanged': ['template.subject', 'template.text'],
  'mail.written': ['to.*.name', '-to.*.email', 'subject', 'text'],
  'mail.sent': ['by', 'note'],
  'approval.requested': ['plan.facts.*.value', 'plan.lists.*.lines.*'],
  'approval.refused': ['reason'],
  'approval.withdrawn': ['reason'],
};

/** Kinds that repeat what other entries say. */
export const isDerived = (kind: string): boolean => kind === 'verdict.reached' || kind === 'request.drafted';

export interface Remaining {
  readonly content: unknown;
  /** The texts that are gone. */
  readonly texts: readonly string[];
}

/**
 * @param only the paths to erase; all that may be personal, if left out
 * @param isMeant whether a text is one to erase; every one, if left out
 */
export const remainingOf = (
  action: CaseAction,
  only: Paths = personal[action.kind] ?? [],
  isMeant: (text: string) => boolean = () => true,
): Remaining => {
  const content = structuredClone(action.content) as unknown;
  const texts: string[] = [];
  for (const path of only) {
    const isDropped = path.startsWith('-');
    erase(content, path.slice(isDropped ? 1 : 0).split('.'), isDropped, (text) => {
      if (text === erasedText || !isMeant(text)) return false;
      texts.push(text);
      return true;
    });
  }
  checkedAction({ ...action, content } as CaseAction);
  return { content, texts };
};

const erase = (
  value: unknown,
  [step, ...rest]: readonly string[],
  isDropped: boolean,
  isErased: (text: string) => boolean,
): void => {
  if (typeof value !== 'object' || value === null || step === undefined) return;
  const holder = value as Record<string, unknown>;
  for (const key of step === '*' ? Object.keys(holder) : [step]) {
    const found = holder[key];
    if (rest.length > 0) erase(found, rest, isDropped, isErased);
    else if (typeof found === 'string' && isErased(found)) {
      if (isDropped) delete holder[key];
      else holder[key] = erasedText;
    }
  }
};

/** Whether a content holds one of the texts anywhere. */
export const mentions = (content: string, texts: readonly string[]): boolean =>
  texts.some((text) => content.includes(JSON.stringify(text).slice(1, -1)));
