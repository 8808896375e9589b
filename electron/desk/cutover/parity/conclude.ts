import { toIso } from '#base/clock.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { ParityFault, ParityFinding, ParityReport } from '#contract/parity.ts';
import type { Counted, CountedFinding } from './tally.ts';

/** What besides the counts decides about a verdict. */
export interface Circumstances {
  readonly requests: ParityReport['requests'];
  /** Places of the first that could not be read. */
  readonly unreadable: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Rule types without a mapping. */
  readonly unknownTypes: readonly string[];
  /** Alerts of such types. */
  readonly unknownAlerts: number;
  /** More waited than can be kept. */
  readonly isOverfull: boolean;
  /** Rule types that have to be seen. */
  readonly wantedTypes: readonly string[];
  readonly hasTimes: boolean;
}

/** A report of what was counted. Source: `docs/reference/rules/cutover.md#parity`. */
export const conclude = (counted: Counted, circumstances: Circumstances): ParityReport => {
  const { requests, fromMs, toMs, hasTimes } = circumstances;
  const why = whyUnknown(counted, circumstances);
  const verdict = verdictOf(counted, circumstances, why.length > 0);
  return {
    verdict,
    why: verdict === 'holds' ? [] : why,
    occurrences: { ...counted.occurrences },
    conditionLost: counted.conditionLost,
    ...(hasTimes && counted.late.length > 0
      ? { late: { p50Ms: quantile(counted.late, 0.5), p99Ms: quantile(counted.late, 0.99) } }
      : {}),
    differences: counted.differences.map((one) => ({ ...one })).sort(byKindAndName),
    findings: counted.findings.map(toFinding),
    matrix: counted.matrix.map((row) => ({ ...row })),
    requests: { ...requests },
    ...(fromMs <= toMs ? { from: toIso(fromMs), to: toIso(toMs) } : {}),
  };
};

/** What may only look like a fault as long as some requests could not be read. */
const mayBeUnreadable: ReadonlySet<ParityFault> = new Set([
  'missing-occurrence',
  'missing-event-type',
  'unreadable',
]);

const verdictOf = (
  { findings, differences }: Counted,
  { requests, isOverfull }: Circumstances,
  isUnknown: boolean,
): ParityReport['verdict'] => {
  if (requests.legacy === 0 || requests.new === 0 || isOverfull) return 'unknown';
  const isUnexplained = differences.some(({ kind }) => kind === 'unexplained');
  const hidden = findings.filter(({ id }) => mayBeUnreadable.has(id));
  const missing = hidden.reduce((sum, { id, count }) => sum + (id === 'missing-occurrence' ? count : 0), 0);
  const isHidden = hidden.length === findings.length && missing <= requests.unreadable;
  if (isUnexplained || (findings.length > 0 && !isHidden)) return 'fails';
  return isUnknown ? 'unknown' : 'holds';
};

const whyUnknown = ({ occurrences, matrix }: Counted, given: Circumstances): string[] => {
  const { requests, unreadable, unknownTypes, unknownAlerts, isOverfull, wantedTypes } = given;
  const why: string[] = [];
  if (requests.legacy === 0) why.push('No alert of the legacy mechanism was recorded.');
  if (requests.new === 0) why.push('No message of the new mechanism was recorded.');
  if (requests.unreadable > 0) {
    const places = unreadable.length === 0 ? '' : `: ${formatList(unreadable, 10)}`;
    why.push(`${formatCount(requests.unreadable, 'request')} could not be read${places}.`);
  }
  if (unknownTypes.length > 0) {
    why.push(`The plan has rules of a type without a mapping: ${formatList(unknownTypes, 5)}.`);
  }
  if (unknownAlerts > 0) {
    why.push(`${formatCount(unknownAlerts, 'alert')} of a rule type without a mapping.`);
  }
  if (isOverfull) why.push('Too many occurrences wait for the other mechanism. Compare shorter recordings.');
  if (why.length === 0 && occurrences.both === 0) why.push('No occurrence was seen through both mechanisms.');
  const seen = new Set(matrix.filter(({ both }) => both > 0).map(({ ruleType }) => ruleType));
  const unseen = wantedTypes.filter((type) => !seen.has(type));
  if (unseen.length > 0) {
    why.push(`Not seen through both mechanisms: ${formatList(unseen, 12)}.`);
  }
  return why;
};

const sentences: Readonly<Record<ParityFault, (finding: CountedFinding) => string>> = {
  'missing-occurrence': () => 'The legacy mechanism sent an alert, and the new one no message.',
  'unexpected-occurrence': () => 'The new mechanism sent a message for which there was no alert.',
  'sent-twice': () => 'The new mechanism sent the same occurrence twice.',
  'wrong-company': () => 'The message is about another company than the alert.',
  'wrong-url': () => 'The message went to another URL than the alert.',
  'missing-event-type': ({ eventType }) => `No message of the event type ${eventType} arrived at this URL.`,
  'missing-header': ({ property }) => `The messages lack ${headerName(property)}, which the alerts have.`,
  'different-header': ({ property }) => `The messages have another value in ${headerName(property)}.`,
  'missing-property': ({ property }) => `The messages have no value for ${property}.`,
  'different-value': ({ property }) => `The messages have another value for ${property}.`,
  'changed-id': ({ property }) => `The messages have another id for ${property}.`,
  unsigned: () => 'The message has no signature, or one in a wrong form.',
  unreadable: () => 'The request is no webhook that can be read: its body is not JSON of either mechanism.',
  late: () => 'The message came, but further from its alert than pairs may be apart.',
  'still-fires': () => 'The rule still sent alerts after the cutover.',
};

const headerName = (property = ''): string => `the header ${property.slice(property.indexOf(':') + 1)}`;

const toFinding = (counted: CountedFinding): ParityFinding => {
  const { property: _, ...finding } = counted;
  return { ...finding, what: sentences[counted.id](counted) };
};

/** Of sorted values. */
const quantile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const byKindAndName = (
  a: { kind: string; property: string },
  b: { kind: string; property: string },
): number => b.kind.localeCompare(a.kind) || a.property.localeCompare(b.property);
