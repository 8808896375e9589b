import { createCallJudge } from '#base/api-calls.ts';
import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import { redactAgent } from '#base/redact.ts';
import type { CaseActionOf } from '#contract/case.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ObservationState } from '#desk/cases/state.ts';

/** One call of the public API, as it was announced. */
export interface AnnouncedCall {
  readonly method: string;
  readonly path: string;
  readonly correlationId: string;
  readonly userAgent?: string;
}

type Batch = CaseActionOf<'observation.seen'>['content'];
type ReadLog = (after: string) => Promise<readonly RequestEntry[]>;

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
}

interface Recording {
  readonly observation: ObservationState;
  /** Calls in the case. */
  readonly known: Set<string>;
  /** Calls with a caller of their own; those of others are joined. */
  readonly distinct: Set<string>;
  /** By correlation id, calls that were announced since the last batch. */
  readonly announced: Map<string, AlertsCall>;
  /** Counted, though the log did not have them: if they turn up there later, they are not counted again. */
  readonly unlogged: Set<string>;
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
const ownCalls = /^carryover/i;
/** Calls of further callers are joined. */
const distinctLimit = 100;
const joined = 'other callers';

/**
 * Calls come twice: announced as they happen, which survives a reset of the sandbox, and in the request log, which
 * survives a crash of this process. They are joined by their correlation id, so that each counts once.
 */
export const createRecorder = (observation: ObservationState): Recorder => {
  const known = new Set(observation.calls.map(keyOf));
  const recording: Recording = {
    observation,
    known,
    distinct: new Set(known),
    announced: new Map(),
    unlogged: new Set(),
    position: observation.lastRequestId ?? '0',
    seenUntil: observation.seenUntil,
    otherCalls: 0,
    otherCallsWritten: observation.otherCalls,
    pending: undefined,
  };
  return {
    note: (call) => note(recording, call),
    collect: (logged, always = false) => collect(recording, logged, always),
    written: () => settle(recording),
  };
};

const note = (
  recording: Recording,
  { method, path, correlationId, userAgent }: AnnouncedCall,
): 'new' | 'more' | undefined => {
  if (!counts(recording, userAgent)) return undefined;
  if (alertsTemplate(method, path) === undefined) {
    recording.otherCalls += 1;
    return recording.otherCalls === 1 && recording.otherCallsWritten === 0 ? 'new' : 'more';
  }
  const call = toCall(recording, { method, path, userAgent }, toIso(systemTime.now()));
  recording.announced.set(correlationId, call);
  return recording.known.has(keyOf(call)) ? 'more' : 'new';
};

const counts = ({ observation: { caller } }: Recording, userAgent = ''): boolean =>
  !ownCalls.test(userAgent) &&
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
  const entries = await logged(recording.position);
  const now = toIso(systemTime.now());
  const inLog = new Set(entries.map(({ correlationId }) => correlationId));
  const unlogged = before.filter((correlationId) => !inLog.has(correlationId));
  const calls = [
    ...loggedCalls(recording, entries, now),
    ...unlogged.flatMap((correlationId) => announced.get(correlationId) ?? []),
  ];
  const last = entries.at(-1)?.id;
  if (!always && calls.length === 0 && recording.otherCalls === 0 && last === undefined) return undefined;
  const batch: Batch = {
    id: observation.id,
    until: [now, observation.from].sort().at(-1) as string,
    calls: summed(calls),
    otherCalls: recording.otherCalls,
    ...(last === undefined ? {} : { lastRequestId: last }),
  };
  recording.pending = { batch, correlationIds: [...inLog, ...unlogged], unlogged };
  return batch;
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
  for (const correlationId of correlationIds) recording.announced.delete(correlationId);
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
