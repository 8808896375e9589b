import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import type { CaseActionOf } from '#contract/case.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ObservationState } from '#desk/cases/state.ts';
import { redactAgent } from './reading/redact.ts';
import { createCallJudge } from './traffic/api-calls.ts';

/** One call of the public API, as it was announced. */
export interface AnnouncedCall {
  readonly method: string;
  readonly path: string;
  readonly correlationId: string;
  readonly userAgent?: string;
}

type Seen = CaseActionOf<'observation.seen'>['content'];

/** What came for one window since the last batch. */
export interface Recorder {
  /** Answers how soon it must be written: `new` calls at once, others when it suits; undefined if it does not count. */
  note(call: AnnouncedCall): 'new' | 'more' | undefined;
  /**
   * What is to be written, put together with the request log; undefined if there is nothing new. It stays waiting
   * until `written`.
   * @param always also where nothing came: it was looked for until now
   * @param logged reads the calls of the alerts endpoints after an entry of the log
   */
  collect(
    logged: (after: string) => Promise<readonly RequestEntry[]>,
    always?: boolean,
  ): Promise<Seen | undefined>;
  written(): void;
}

interface AlertsCall {
  readonly method: string;
  readonly path: string;
  readonly caller?: string;
  readonly at: string;
}

const judge = createCallJudge([]);

/** The template of an alerts endpoint, so that calls add up whatever they ask for; undefined for any other call. */
const alertsTemplate = (method: string, path: string): string | undefined => {
  const call = judge(method, path);
  return call?.kind === 'alerts' ? call.template : undefined;
};

/** The desk's and the command line's own calls are no evidence. */
const ownCalls = /^carryover/i;
/** Callers that are told apart in one window; the rest are joined. */
const tellApart = 100;
const joined = 'other callers';

/**
 * Calls come twice: announced as they happen, which survives a reset of the sandbox, and in the request log, which
 * survives a crash of this process. They are joined by their correlation id, so that each counts once.
 */
export const createRecorder = (observation: ObservationState): Recorder => {
  const { id, caller: wanted, from } = observation;
  const known = new Set(observation.calls.map(keyOf));
  const toldApart = new Set(known);
  const announced = new Map<string, AlertsCall>();
  /** Counted, though the log did not have them: if they turn up there later, they are not counted again. */
  const unlogged = new Set<string>();
  let position = observation.lastRequestId ?? '0';
  let seenUntil = observation.seenUntil;
  let others = 0;
  let othersWritten = observation.otherCalls;
  let pending:
    | { seen: Seen; correlationIds: readonly string[]; lost: readonly string[]; others: number }
    | undefined;

  const counts = (userAgent = ''): boolean =>
    !ownCalls.test(userAgent) &&
    (wanted === undefined || userAgent.toLowerCase().includes(wanted.toLowerCase()));

  const toCall = (method: string, path: string, userAgent: string | undefined, at: string): AlertsCall => {
    const template = alertsTemplate(method, path) ?? path;
    const caller = userAgent === undefined ? {} : { caller: redactAgent(userAgent) };
    const call = { method, path: template, ...caller, at };
    if (toldApart.size >= tellApart && !toldApart.has(keyOf(call))) return { ...call, caller: joined };
    toldApart.add(keyOf(call));
    return call;
  };

  return {
    note({ method, path, correlationId, userAgent }) {
      if (!counts(userAgent)) return undefined;
      if (alertsTemplate(method, path) === undefined) {
        others += 1;
        return others === 1 && othersWritten === 0 ? 'new' : 'more';
      }
      const call = toCall(method, path, userAgent, toIso(systemTime.now()));
      announced.set(correlationId, call);
      return known.has(keyOf(call)) ? 'more' : 'new';
    },
    async collect(logged, always = false) {
      // Whatever was announced by now is in the log, unless it was emptied or could not be written.
      const before = [...announced.keys()];
      const entries = await logged(position);
      const now = toIso(systemTime.now());
      const inLog = new Set(entries.map(({ correlationId }) => correlationId));
      const lost = before.filter((correlationId) => !inLog.has(correlationId));
      const calls = [
        ...entries
          .filter(({ correlationId, userAgent }) => counts(userAgent) && !unlogged.has(correlationId))
          .map(
            ({ method, path, userAgent, at, correlationId }) =>
              announced.get(correlationId) ?? toCall(method, path, userAgent, within(at, seenUntil, now)),
          ),
        ...lost.flatMap((correlationId) => announced.get(correlationId) ?? []),
      ];
      const last = entries.at(-1)?.id;
      if (!always && calls.length === 0 && others === 0 && last === undefined) return undefined;
      const seen: Seen = {
        id,
        until: [now, from].sort().at(-1) as string,
        calls: summed(calls),
        otherCalls: others,
        ...(last === undefined ? {} : { lastRequestId: last }),
      };
      pending = { seen, correlationIds: [...inLog, ...lost], lost, others };
      return seen;
    },
    written() {
      if (pending === undefined) return;
      const { seen, correlationIds, lost } = pending;
      for (const correlationId of correlationIds) announced.delete(correlationId);
      for (const correlationId of lost) unlogged.add(correlationId);
      for (const call of seen.calls) known.add(keyOf(call));
      others -= pending.others;
      othersWritten += pending.others;
      position = seen.lastRequestId ?? position;
      seenUntil = seen.until;
      pending = undefined;
    },
  };
};

/** The log may tell another time than the system's: what it can't be is cut off. */
const within = (at: string, from: string, to: string): string => {
  const instant = parseInstant(at, 'at');
  return instant < parseInstant(from, 'from') || instant > parseInstant(to, 'to') ? to : at;
};

const summed = (calls: readonly AlertsCall[]): Seen['calls'] =>
  [...Map.groupBy(calls, keyOf).values()].map((same) => {
    const { at: _, ...call } = same[0] as AlertsCall;
    const times = same.map(({ at }) => at).sort();
    return { ...call, first: times[0] as string, last: times.at(-1) as string, count: same.length };
  });

const keyOf = ({ method, path, caller }: { method: string; path: string; caller?: string }): string =>
  JSON.stringify([method, path, caller]);
