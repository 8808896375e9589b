import type { DualRunView } from '#contract/cutover.ts';
import type { ParityReport, RecordedRequest } from '#contract/parity.ts';
import { createArrivals } from './arrivals.ts';
import { aboutOf, bareUrl, comparePair, type IsDecided } from './compare-pair.ts';
import { type Circumstances, conclude } from './conclude.ts';
import { mappedRules } from './mapped-rules.ts';
import { companyOf, type Occurrence, occurrenceOfAlert, occurrencesIn, repetitionKey } from './occurrence.ts';
import { isNothing, plainText, valueAt } from './places.ts';
import { type ComparedPlan, type IndexedEndpoint, indexPlan, type PlanIndex } from './plan-index.ts';
import { createRequestReader, normalizedUrl, type ReadRequest } from './read-request.ts';
import { createNewest, createRecent } from './recent.ts';
import { rowsOf } from './rows.ts';
import { createSecretValues, type MarkOf } from './secret-values.ts';
import { type Settling, type Stray, settle, type Unsettled } from './settle.ts';
import { createTally, type Tally } from './tally.ts';
import { createWaiting, type Pairing } from './waiting.ts';

export interface ComparisonOptions {
  /** Pairs this far apart are the same occurrence, ms; 5 minutes if left out. */
  readonly withinMs?: number;
  /** `order`: the n-th with the n-th, where the two mechanisms ran one after the other, as in a rehearsal. */
  readonly pairing?: Pairing;
  /** Which URL of the plan a request was sent to; its own if left out. */
  readonly urlOf?: (request: RecordedRequest) => string;
  /** Codes of header values as the plan's conflicts have them: so a decided conflict explains its difference. */
  readonly markOf?: MarkOf;
  /** After it no rule fires any more, ms UTC. */
  readonly cutOverAt?: number;
  /** Parity holds only if each rule type of the plan was seen through both mechanisms. */
  readonly everyRuleType?: boolean;
}

export interface Comparison {
  /** In about the order of time. @param place where it stands, for one that can't be read: "line 3 of a.jsonl" */
  add(request: RecordedRequest, place?: () => string): void;
  /** A line or an entry that is no request. */
  addUnreadable(place: string): void;
  /** The newest pairs first. @param now ms UTC: what came so recently that its pair may still come is waiting */
  pairs(now?: number): DualRunView['pairs'];
  /** Changes nothing. @param now ms UTC: leaves out what may still get its pair; everything counts if left out */
  report(now?: number): ParityReport;
}

export const usualWithinMs = 300_000;
/** Occurrences that wait for their pair. Above the first, those that can't get one any more are settled. */
const settledAbove = 60_000;
const mostWaiting = 250_000;
const keptPairs = 25_000;
const keptStrays = 5000;
const keptUnsent = 20_000;
const keptRows = 400;

/** Pairs what both mechanisms sent, as it comes, and compares each pair. */
export const createComparison = (plan: ComparedPlan, options: ComparisonOptions = {}): Comparison => {
  const { withinMs = usualWithinMs, pairing = 'time' } = options;
  const index = indexPlan(plan);
  const secrets = createSecretValues(options.markOf);
  const reader = createRequestReader({
    urlOf: options.urlOf,
    isPlanned: index.isPlanned,
    secretOf: secrets.of,
  });
  const state: State = {
    index,
    options: { ...options, withinMs, pairing },
    arrivals: createArrivals(),
    waiting: createWaiting(pairing, withinMs),
    tally: createTally(index.rows),
    paired: createRecent(keptPairs),
    alerts: createRecent(keptPairs),
    strays: createNewest<Stray>(keptStrays),
    unsent: createNewest<Occurrence>(keptUnsent),
    newest: createNewest<Occurrence>(keptRows),
    came: createRecent(keptPairs),
    isDecided: decidedIn(plan),
    requests: { legacy: 0, new: 0, unreadable: 0 },
    unreadable: [],
    unknownAlerts: 0,
    fromMs: Number.POSITIVE_INFINITY,
    toMs: Number.NEGATIVE_INFINITY,
    isOverfull: false,
  };
  return {
    add(request, place) {
      const reading = reader.read(request);
      if (reading === 'other') return;
      if (reading === 'unreadable') addUnreadable(state, place?.(), String(request.url));
      else addRequest(state, reading);
    },
    addUnreadable: (place) => addUnreadable(state, place),
    pairs: (now) => secrets.without(pairsOf(state, now)),
    report: (now) => secrets.without(reportOf(state, now)),
  };
};

interface State {
  readonly index: PlanIndex;
  readonly options: ComparisonOptions & { readonly withinMs: number; readonly pairing: Pairing };
  readonly arrivals: ReturnType<typeof createArrivals>;
  readonly waiting: ReturnType<typeof createWaiting>;
  readonly tally: Tally;
  /** Contents of pairs, and by the time of the message. */
  readonly paired: ReturnType<typeof createRecent>;
  /** Alerts by what only one occurrence has. */
  readonly alerts: ReturnType<typeof createRecent>;
  readonly strays: ReturnType<typeof createNewest<Stray>>;
  readonly unsent: ReturnType<typeof createNewest<Occurrence>>;
  readonly newest: ReturnType<typeof createNewest<Occurrence>>;
  /** Event types by URL. */
  readonly came: ReturnType<typeof createRecent>;
  readonly isDecided: IsDecided;
  readonly requests: ParityReport['requests'];
  /** Places of the first so many. */
  readonly unreadable: string[];
  unknownAlerts: number;
  fromMs: number;
  toMs: number;
  isOverfull: boolean;
}

/** A conflict that a person decided explains that the legacy mechanism sends one value, and the new one the other. */
const decidedIn = ({ conflicts = [] }: ComparedPlan): IsDecided => {
  const decided = conflicts.filter(({ use }) => use !== undefined);
  return (header, legacy, carried) =>
    decided.some(
      ({ header: name, values, use }) =>
        name.toLowerCase() === header.toLowerCase() &&
        values.some(({ mark }) => mark === legacy.mark) &&
        values.some(({ source, mark }) => source === use && mark === carried.mark),
    );
};

/** More are counted only. */
const mostPlaces = 10;

const addUnreadable = (state: State, place: string | undefined, url?: string): void => {
  const { requests, tally, unreadable } = state;
  requests.unreadable++;
  if (place !== undefined && unreadable.length < mostPlaces) unreadable.push(place);
  const known = url === undefined ? undefined : normalizedUrl(url);
  tally.finding('unreadable', known === undefined ? {} : { url: bareUrl(known) });
};

const addRequest = (state: State, request: ReadRequest): void => {
  state.requests[request.side]++;
  state.fromMs = Math.min(state.fromMs, request.at);
  state.toMs = Math.max(state.toMs, request.at);
  if (request.side === 'legacy') addAlert(state, request);
  else addMessage(state, request);
  if (state.waiting.size > settledAbove) settleOld(state);
};

const addAlert = (state: State, request: ReadRequest): void => {
  const { tally, options, arrivals } = state;
  const arrival = arrivals.note(request, 1);
  if (arrival.kind === 'retry') return;
  const rule = mappedRules.get(String(request.body.RuleType));
  if (rule === undefined) {
    state.unknownAlerts++;
    return;
  }
  const occurrence = occurrenceOfAlert(request, rule);
  if (arrival.kind === 'twice' || isSameAlert(state, occurrence)) {
    tally.count('twice', rowIn(state, occurrence));
    return;
  }
  if (options.cutOverAt !== undefined && request.at > options.cutOverAt) {
    tally.count('legacyOnly', rowIn(state, occurrence));
    tally.finding('still-fires', aboutOf(occurrence, occurrence.eventType));
    return;
  }
  pairUp(state, occurrence);
};

/** Of a read, an operation or a sync a rule sends one alert, whatever its id. */
const onlyOnce = ['datasetId', 'pushOperationKey', 'syncId'] as const;

const isSameAlert = ({ alerts }: State, { request, rule }: Occurrence): boolean => {
  const { RuleId, Data } = request.body;
  const once = onlyOnce.map((name) => valueAt(Data, [name])).find((value) => !isNothing(value));
  if (once === undefined || isNothing(RuleId)) return false;
  const status = valueAt(Data, ['status']);
  const key = [request.url, RuleId, rule.type, once, valueAt(Data, ['dataType']), status].join('\n');
  if (alerts.has(key)) return true;
  alerts.add(key, request.at);
  return false;
};

const addMessage = (state: State, request: ReadRequest): void => {
  const { index, arrivals, tally, came } = state;
  const { url, body } = request;
  const eventType = String(body.eventType);
  const endpoints = index.listening(url, eventType, companyOfMessage(request));
  const arrival = arrivals.note(request, Math.max(1, endpoints.length));
  came.add(`${url}\n${eventType}`, request.at);
  if (arrival.kind === 'retry') return;
  if (!request.isSigned) {
    tally.finding('unsigned', { eventType: plainText(eventType), url: bareUrl(url) });
  }
  const endpoint = endpoints[arrival.kind === 'new' ? arrival.copy : 0];
  if (arrival.kind === 'twice') addTwice(state, request, endpoint);
  else if (endpoint === undefined) addStray(state, request);
  else if (!endpoint.isOther) addOccurrences(state, request, endpoint);
};

const companyOfMessage = ({ body }: ReadRequest): string => {
  const isOfCompany = String(body.eventType).startsWith('company.');
  const place = isOfCompany ? ['payload', 'id'] : ['payload', 'referenceCompany', 'id'];
  const id = valueAt(body, place);
  return isNothing(id) ? '' : String(id).toLowerCase();
};

const addOccurrences = (state: State, request: ReadRequest, { rules }: IndexedEndpoint): void => {
  const eventType = String(request.body.eventType);
  let count = 0;
  for (const rule of rules) {
    if (!rule.eventTypes.has(eventType)) continue;
    const { sent, unsent } = occurrencesIn(request, rule);
    for (const occurrence of unsent) state.unsent.add(occurrence);
    for (const occurrence of sent) pairUp(state, occurrence);
    count += sent.length;
  }
  if (count === 0 && rules.length > 0) state.tally.conditionLost();
};

const addTwice = (state: State, request: ReadRequest, endpoint: IndexedEndpoint | undefined): void => {
  const eventType = String(request.body.eventType);
  const occurrence = (endpoint?.rules ?? [])
    .filter((rule) => rule.eventTypes.has(eventType))
    .flatMap((rule) => occurrencesIn(request, rule).sent);
  for (const one of occurrence) {
    one.isRepeated = true;
    state.newest.add(one);
    state.tally.count('twice', rowIn(state, one));
  }
  const [first] = occurrence;
  const about = { eventType: plainText(eventType), url: bareUrl(request.url) };
  if (first === undefined) state.tally.count('twice', { ruleType: about.eventType, company: 'none' });
  state.tally.finding('sent-twice', first === undefined ? about : aboutOf(first, eventType));
};

const addStray = (state: State, request: ReadRequest): void => {
  const rules = state.index.rulesFor(String(request.body.eventType));
  const possible = rules.flatMap((rule) => occurrencesIn(request, rule, true).sent);
  state.strays.add({ request, possible });
};

const rowIn = ({ index }: State, occurrence: Occurrence) => ({
  ruleType: occurrence.rule.type,
  company: index.kindOf(occurrence.rule.type, occurrence.request.url, companyOf(occurrence)),
});

const pairUp = (state: State, occurrence: Occurrence): void => {
  const { waiting, tally, paired, options, newest } = state;
  if (state.isOverfull) return;
  newest.add(occurrence);
  const partner = waiting.pair(occurrence);
  if (partner === undefined) {
    const within = options.pairing === 'order' ? Number.POSITIVE_INFINITY : options.withinMs;
    occurrence.isRepeated = paired.isNear(repetitionKey(occurrence), occurrence.request.at, within);
    return;
  }
  const [alert, message] =
    occurrence.request.side === 'legacy' ? [occurrence, partner] : [partner, occurrence];
  occurrence.partner = partner;
  partner.partner = occurrence;
  paired.add(repetitionKey(message), Math.max(alert.request.at, message.request.at));
  tally.count('both', rowIn(state, alert));
  tally.late(message.request.at - alert.request.at);
  comparePair(alert, message, tally, state.isDecided);
};

const settlingOf = (state: State): Settling => ({
  pairing: state.options.pairing,
  withinMs: state.options.withinMs,
  isDecided: state.isDecided,
  paired: state.paired,
  rowOf: (occurrence) => rowIn(state, occurrence),
  cameTo: (url, eventType) => state.came.has(`${url}\n${eventType}`),
});

const leftIn = ({ waiting, strays, unsent }: State, isOver: (at: number) => boolean): Unsettled => {
  const { alerts, messages } = waiting.all();
  return {
    alerts: alerts.filter(({ request }) => isOver(request.at)),
    messages: messages.filter(({ request }) => isOver(request.at)),
    strays: strays.all().filter(({ request }) => isOver(request.at)),
    unsent: unsent.all(),
  };
};

/** Settles what can't get a pair any more, so that its memory is free again. */
const settleOld = (state: State): void => {
  const { options, waiting, toMs, tally } = state;
  const before = options.pairing === 'order' ? Number.NEGATIVE_INFINITY : toMs - 2 * options.withinMs;
  const left = leftIn(state, (at) => at < before);
  if (left.alerts.length + left.messages.length > settledAbove / 4) {
    settle({ ...left, strays: [] }, tally, settlingOf(state));
    for (const occurrence of [...left.alerts, ...left.messages]) waiting.remove(occurrence);
  }
  if (waiting.size > mostWaiting) state.isOverfull = true;
};

const isOverAt =
  ({ options }: State, now: number | undefined) =>
  (at: number): boolean =>
    now === undefined || now - at > options.withinMs;

const reportOf = (state: State, now: number | undefined): ParityReport => {
  const { options, index, requests } = state;
  const tally = state.tally.copy();
  settle(leftIn(state, isOverAt(state, now)), tally, settlingOf(state));
  const circumstances: Circumstances = {
    requests,
    unreadable: state.unreadable,
    fromMs: state.fromMs,
    toMs: state.toMs,
    unknownTypes: index.unknownTypes,
    unknownAlerts: state.unknownAlerts,
    isOverfull: state.isOverfull,
    wantedTypes: options.everyRuleType ? index.ruleTypes : [],
    hasTimes: options.pairing === 'time',
  };
  return conclude(tally.read(), circumstances);
};

/** A look at more would cost too much each time that somebody looks. */
const diagnosedUpTo = 5000;

const pairsOf = (state: State, now = state.toMs): DualRunView['pairs'] => {
  const { waiting, newest } = state;
  const isOver = isOverAt(state, now);
  const found = new Map<Occurrence, Occurrence>();
  if (waiting.size <= diagnosedUpTo) {
    const { pairs } = settle(leftIn(state, isOver), createTally(), settlingOf(state));
    for (const [alert, message] of pairs) found.set(alert, message).set(message, alert);
  }
  return rowsOf(newest.all(), found, isOver);
};
