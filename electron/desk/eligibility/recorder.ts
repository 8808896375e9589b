import { createCallJudge } from '#base/api-calls.ts';
import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import { redactAgent } from '#base/redact.ts';
import type { CaseActionOf } from '#contract/case.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { CallLogQuery, LoggedCalls } from '#contract/service-control.ts';
import type { ObservationState } from '#desk/cases/state.ts';

/** One call of the public API, as it was announced. */
export interface AnnouncedCall {
  readonly method: string;
  readonly path: string;
  readonly correlationId: string;
  readonly userAgent?: string;
}

type Batch = CaseActionOf<'observation.seen'>['content'];
/** Calls of the alerts endpoints in the request log; and all that it knows, where other processes answer calls, too. */
export interface Logged {
  readonly entries: readonly RequestEntry[];
  readonly others?: Omit<LoggedCalls, 'entries'>;
}
export type LogPlace = Pick<CallLogQuery, 'after' | 'since' | 'caller' | 'own'>;
type ReadLog = (from: LogPlace) => Promise<Logged>;

/** The calls of one observation that came since the last batch. */
export interface Recorder {
  /** How soon it must be written: `new` calls at once, others when it suits; undefined if it does not count. */
  note(call: AnnouncedCall): 'new' | 'more' | undefined;
  /**
   * The next batch, put together with the request log; undefined if there is nothing new. It waits until `written`.
   * @param logged reads the calls of the alerts endpoints after an entry of the log
   * @param always also where nothing came, as it was observed until now
   */
  collect(logged: ReadLog, always?: boolean): Promise<Batch | undefined>;
  /** Of the time of the batch that waits, that which was not observed, ms. */
  unwatchedMs(): number;
  /** Up to where the log was read. */
  position(): string;
  written(): void;
}

interface AlertsCall {
  readonly method: string;
  readonly path: string;
  readonly caller?: string;
  readonly at: string;
}

/** A batch that is being written, and what it settles. */
interface Pending {
  readonly batch: Batch;
  readonly correlationIds: readonly string[];
  /** Of those, calls that the log does not have. */
  readonly unlogged: readonly string[];
  readonly unwatchedMs: number;
}

interface Recording {
  /** Announcements of some calls may be missing: they are counted by the log. */
  readonly countsByLog: boolean;
  readonly observation: ObservationState;
  /** Calls in the case. */
  readonly known: Set<string>;
  /** Calls with a caller of their own; those of others are joined. */
  readonly distinct: Set<string>;
  /** By correlation id, calls that were announced since the last batch. */
  readonly announced: Map<string, AlertsCall>;
  /** Counted, though the log did not have them: if they turn up there later, they are not counted again. */
  readonly unlogged: Set<string>;
  /** Where announcements come late: calls that are counted, the last ones. */
  readonly read: Map<string, true>;
  /** The last entry of the log that was read. */
  position: string;
  seenUntil: string;
  otherCalls: number;
  otherCallsWritten: number;
  pending: Pending | undefined;
}

const judge = createCallJudge([]);

/** The template of an alerts endpoint, so that calls add up whatever they ask for; undefined for any other call. */
const alertsTemplate = (method: string, path: string): string | undefined => {
  const call = judge(method, path);
  return call?.kind === 'alerts' ? call.template : undefined;
};

/** The desk's and the command line's own calls are no evidence. */
const ownCalls = 'carryover';
/** Calls of further callers are joined. */
const distinctLimit = 100;
const joined = 'other callers';

/**
 * Calls come twice: announced as they happen, which survives a reset of the sandbox, and in the request log, which
 * survives a crash of this process. They are joined by their correlation id, so that each counts once.
 * @param countsByLog other processes answer calls, too: not every announcement of theirs arrives
 */
export const createRecorder = (observation: ObservationState, countsByLog = false): Recorder => {
  const known = new Set(observation.calls.map(keyOf));
  const recording: Recording = {
    countsByLog,
    observation,
    known,
    distinct: new Set(known),
    announced: new Map(),
    unlogged: new Set(),
    read: new Map(),
    position: observation.lastRequestId ?? '0',
    seenUntil: observation.seenUntil,
    otherCalls: 0,
    otherCallsWritten: observation.otherCalls,
    pending: undefined,
  };
  return {
    note: (call) => note(recording, call),
    collect: (logged, always = false) => collect(recording, logged, always),
    unwatchedMs: () => recording.pending?.unwatchedMs ?? 0,
    position: () => recording.position,
    written: () => settle(recording),
  };
};

const note = (
  recording: Recording,
  { method, path, correlationId, userAgent }: AnnouncedCall,
): 'new' | 'more' | undefined => {
  if (!counts(recording, userAgent)) return undefined;
  if (alertsTemplate(method, path) === undefined) {
    if (!recording.countsByLog) recording.otherCalls += 1;
    return recording.otherCalls <= 1 && recording.otherCallsWritten === 0 ? 'new' : 'more';
  }
  const call = toCall(recording, { method, path, userAgent }, toIso(systemTime.now()));
  // Another process announces a call a moment after it is in the log.
  if (recording.countsByLog && recording.read.has(correlationId)) return undefined;
  remember(recording.announced, correlationId, call, recording.countsByLog);
  return recording.known.has(keyOf(call)) ? 'more' : 'new';
};

const remember = <T>(kept: Map<string, T>, id: string, value: T, isBounded: boolean): void => {
  kept.set(id, value);
  const [oldest] = isBounded && kept.size > mostRemembered ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
};
const mostRemembered = 10_000;

const counts = ({ observation: { caller } }: Recording, userAgent = ''): boolean =>
  !userAgent.toLowerCase().startsWith(ownCalls) &&
  (caller === undefined || userAgent.toLowerCase().includes(caller.toLowerCase()));

const toCall = (
  { distinct }: Recording,
  { method, path, userAgent }: Pick<RequestEntry, 'method' | 'path' | 'userAgent'>,
  at: string,
): AlertsCall => {
  const template = alertsTemplate(method, path) ?? path;
  const caller = userAgent === undefined ? {} : { caller: redactAgent(userAgent) };
  const call = { method, path: template, ...caller, at };
  if (distinct.size >= distinctLimit && !distinct.has(keyOf(call))) return { ...call, caller: joined };
  distinct.add(keyOf(call));
  return call;
};

const collect = async (
  recording: Recording,
  logged: ReadLog,
  always: boolean,
): Promise<Batch | undefined> => {
  const { announced, observation } = recording;
  // Whatever was announced by now is in the log, unless it was emptied or could not be written.
  const before = [...announced.keys()];
  const { entries, others } = await logged({
    after: recording.position,
    since: parseInstant(recording.seenUntil, 'seenUntil'),
    caller: observation.caller,
    own: ownCalls,
  });
  const now = toIso(others?.now ?? systemTime.now());
  const judged = others === undefined ? { alerts: entries, count: 0 } : judgedCalls(recording, entries);
  if (others !== undefined) recording.otherCalls = others.otherCalls + judged.count;
  const inLog = new Set(entries.map(({ correlationId }) => correlationId));
  // What another process announced may be in the log a moment later, unless it was removed from it.
  const mayTrust = others === undefined || others.removed;
  const unlogged = mayTrust ? before.filter((correlationId) => !inLog.has(correlationId)) : [];
  const calls = [
    ...loggedCalls(recording, judged.alerts, now),
    ...unlogged.flatMap((correlationId) => announced.get(correlationId) ?? []),
  ];
  const last = others?.newest ?? entries.at(-1)?.id;
  // What was removed unread is said now: nobody finds it later.
  const isNothing = calls.length === 0 && recording.otherCalls === 0 && others?.removed !== true;
  if (!always && isNothing && (others !== undefined || last === undefined)) {
    // Nothing up to there counts.
    recording.position = last ?? recording.position;
    return undefined;
  }
  const batch: Batch = {
    id: observation.id,
    until: [others === undefined ? now : toIso(others.until), observation.from].sort().at(-1) as string,
    calls: summed(calls),
    otherCalls: recording.otherCalls,
    ...(last === undefined ? {} : { lastRequestId: last }),
  };
  recording.pending = {
    batch,
    correlationIds: [...inLog, ...unlogged],
    unlogged,
    unwatchedMs: others?.unwatchedMs ?? 0,
  };
  return batch;
};

/** By their paths, as announced ones are: some that may be calls of the alerts endpoints are none. */
const judgedCalls = (recording: Recording, entries: readonly RequestEntry[]) => {
  const isAlerts = (entry: RequestEntry): boolean =>
    entry.deprecated || alertsTemplate(entry.method, entry.path) !== undefined;
  const [alerts, rest] = [entries.filter(isAlerts), entries.filter((entry) => !isAlerts(entry))];
  return { alerts, count: rest.filter(({ userAgent }) => counts(recording, userAgent)).length };
};

const loggedCalls = (recording: Recording, entries: readonly RequestEntry[], now: string): AlertsCall[] =>
  entries
    .filter(
      ({ correlationId, userAgent }) =>
        counts(recording, userAgent) && !recording.unlogged.has(correlationId),
    )
    .map(
      (entry) =>
        recording.announced.get(entry.correlationId) ??
        toCall(recording, entry, within(entry.at, recording.seenUntil, now)),
    );

/** The pending batch is in the case. */
const settle = (recording: Recording): void => {
  if (recording.pending === undefined) return;
  const { batch, correlationIds, unlogged } = recording.pending;
  for (const correlationId of correlationIds) {
    recording.announced.delete(correlationId);
    if (recording.countsByLog) remember(recording.read, correlationId, true, true);
  }
  for (const correlationId of unlogged) recording.unlogged.add(correlationId);
  for (const call of batch.calls) recording.known.add(keyOf(call));
  recording.otherCalls -= batch.otherCalls;
  recording.otherCallsWritten += batch.otherCalls;
  recording.position = batch.lastRequestId ?? recording.position;
  recording.seenUntil = batch.until;
  recording.pending = undefined;
};

/** The log may have another time than the system's: one that can't be is replaced. */
const within = (at: string, from: string, to: string): string => {
  const instant = parseInstant(at, 'at');
  return instant < parseInstant(from, 'from') || instant > parseInstant(to, 'to') ? to : at;
};

const summed = (calls: readonly AlertsCall[]): Batch['calls'] =>
  [...Map.groupBy(calls, keyOf).values()].map((same) => {
    const { at: _, ...call } = same[0] as AlertsCall;
    const times = same.map(({ at }) => at).sort();
    return { ...call, first: times[0] as string, last: times.at(-1) as string, count: same.length };
  });

const keyOf = ({ method, path, caller }: { method: string; path: string; caller?: string }): string =>
  JSON.stringify([method, path, caller]);
