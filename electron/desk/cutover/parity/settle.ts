import { aboutOf, bareUrl, comparePair, type IsDecided } from './compare-pair.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { companyOf, fieldOf, type Occurrence, repetitionKey } from './occurrence.ts';
import { plainText } from './places.ts';
import type { CompanyKind } from './plan-index.ts';
import type { ReadRequest } from './read-request.ts';
import type { Recent } from './recent.ts';
import type { MatrixRow, Tally } from './tally.ts';
import type { Pairing } from './waiting.ts';

export interface Unsettled {
  readonly alerts: readonly Occurrence[];
  readonly messages: readonly Occurrence[];
  /** Messages that no endpoint of the plan sends, with what they may stand for. */
  readonly strays: readonly Stray[];
  /** Elements of messages for which no alert is sent. */
  readonly unsent: readonly Occurrence[];
}

export interface Stray {
  readonly request: ReadRequest;
  readonly possible: readonly Occurrence[];
}

export interface Settling {
  readonly pairing: Pairing;
  readonly withinMs: number;
  readonly isDecided: IsDecided;
  /** Contents of pairs. */
  readonly paired: Recent;
  rowOf(occurrence: Occurrence): MatrixRow;
  /** Whether a message of the event type came to the URL. */
  cameTo(url: string, eventType: string): boolean;
}

/** Counts what is left over, each by what happened to it. */
export const settle = (left: Unsettled, tally: Tally, settling: Settling): Diagnosis => {
  const possible = left.strays.flatMap((stray) => stray.possible);
  const diagnosis = diagnose({ ...left, possible }, settling.pairing, settling.withinMs);
  const explained = new Set<ReadRequest>();
  for (const [alert, message] of diagnosis.pairs) {
    explained.add(message.request);
    countPair(alert, message, tally, settling);
  }
  for (const [alert, message] of diagnosis.late) {
    tally.count('legacyOnly', settling.rowOf(alert));
    tally.count('newOnly', settling.rowOf(message));
    tally.finding('late', aboutOf(alert, message.eventType));
  }
  const unsent = indexUnsent(diagnosis.alerts.length === 0 ? [] : left.unsent, settling.withinMs);
  for (const alert of diagnosis.alerts) countMissing(alert, unsent, tally, settling);
  for (const message of diagnosis.messages) countUnexpected(message, tally, settling);
  for (const { request, possible: occurrence } of left.strays) {
    if (!explained.has(request)) countStray(request, occurrence, tally, settling);
  }
  return diagnosis;
};

const countPair = (alert: Occurrence, message: Occurrence, tally: Tally, settling: Settling): void => {
  tally.count('both', settling.rowOf(alert));
  comparePair(alert, message, tally, settling.isDecided);
  if (alert.request.url === message.request.url) return;
  tally.finding('wrong-url', aboutOf(alert, message.eventType));
};

const countMissing = (alert: Occurrence, unsent: UnsentIndex, tally: Tally, settling: Settling): void => {
  const { request, eventType } = alert;
  const about = aboutOf(alert, eventType);
  tally.count('legacyOnly', settling.rowOf(alert));
  tally.finding('missing-occurrence', about);
  if (eventType !== undefined && !settling.cameTo(request.url, eventType)) {
    tally.finding('missing-event-type', { eventType, url: bareUrl(request.url) });
  }
  if (unsent(alert)) tally.finding('different-value', { ...about, property: 'RuleType' });
};

const countUnexpected = (message: Occurrence, tally: Tally, settling: Settling): void => {
  const { paired, pairing, withinMs } = settling;
  const within = pairing === 'order' ? Number.POSITIVE_INFINITY : withinMs;
  const isTwice = message.isRepeated || paired.isNear(repetitionKey(message), message.request.at, within);
  tally.count(isTwice ? 'twice' : 'newOnly', settling.rowOf(message));
  tally.finding(isTwice ? 'sent-twice' : 'unexpected-occurrence', aboutOf(message, message.eventType));
};

const countStray = (
  { url, body }: ReadRequest,
  possible: readonly Occurrence[],
  tally: Tally,
  { rowOf }: Settling,
): void => {
  const eventType = plainText(String(body.eventType));
  const [first] = possible;
  const none: CompanyKind = 'none';
  tally.count('newOnly', first === undefined ? { ruleType: eventType, company: none } : rowOf(first));
  const companyId = first === undefined ? '' : plainText(companyOf(first));
  tally.finding('unexpected-occurrence', {
    eventType,
    url: bareUrl(url),
    ...(companyId === '' ? {} : { companyId }),
  });
};

type UnsentIndex = (alert: Occurrence) => boolean;

/** Whether a message came for the same data type, with a status for which no alert is sent: a value may have changed. */
const indexUnsent = (unsent: readonly Occurrence[], withinMs: number): UnsentIndex => {
  const byKey = Map.groupBy(unsent, keyOf);
  return (alert) =>
    byKey.get(keyOf(alert))?.some(({ request }) => Math.abs(request.at - alert.request.at) <= withinMs) ??
    false;
};

const keyOf = (occurrence: Occurrence): string =>
  [
    occurrence.request.url,
    occurrence.rule.type,
    companyOf(occurrence),
    fieldOf(occurrence, 'DataConnectionId'),
    fieldOf(occurrence, 'Data.dataType'),
    fieldOf(occurrence, 'operation'),
  ].join('\n');
