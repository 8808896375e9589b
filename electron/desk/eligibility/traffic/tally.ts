import { hash } from 'node:crypto';
import { toIso } from '#base/clock.ts';
import type { Finding } from '#contract/eligibility.ts';
import { redactAgent } from '#desk/eligibility/reading/redact.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createStrongest, type Strongest } from '#desk/eligibility/reading/strongest.ts';
import { counted, plural, shown, sizeOf } from '#desk/eligibility/reading/words.ts';
import { type Call, type CallJudge, isMethod } from './api-calls.ts';
import type { EntrySink, LogEntry } from './entry.ts';
import { mayBeAlertsCall } from './suspicion.ts';

/** What all logs together say. Its size depends on how many different calls there are, with a bound, and on nothing else. */
export interface Tally {
  /** Log entries of any kind. */
  entries: number;
  /** Entries with a request in them. */
  requests: number;
  /** Calls of the alerts endpoints. */
  alertsCalls: number;
  otherCalls: number;
  /** Of the other calls those that can only be this API's. */
  certainCalls: number;
  /** Lines or entries that could not be read. */
  unread: number;
  /** Lines from which no such request was read, and which may be calls of an alerts endpoint all the same. */
  suspicious: number;
  /** Times without a zone, taken as UTC. */
  zoneless: number;
  fromMs: number;
  toMs: number;
  /** Days, UTC, on which there is an entry. */
  readonly days: Set<number>;
  /** Calls that have the form of alerts calls, but went elsewhere. */
  readonly elsewhere: Map<string, number>;
  /** Different calls that were no longer told apart. */
  dropped: number;
}

export interface LogTally {
  readonly total: Tally;
  /** For one file; `end` is called when it was read. */
  file(log: string, modifiedMs: number): EntrySink & { end(): { requests: number; entries: number } };
  findings(): Strongest;
}

interface CallTally {
  readonly method: string;
  readonly template: string;
  path: string;
  readonly log: string;
  readonly agent: string | undefined;
  certain: boolean;
  timed: boolean;
  firstMs: number;
  lastMs: number;
  count: number;
}

const callLimit = 5000;
const hostLimit = 20;
const nameLimit = 300;
const tooLongListed = 20;
/** In place of one that the log does not tell. */
const unknownMethod = 'UNKNOWN';
const dayMs = 86_400_000;

export const createTally = (judge: CallJudge, skips: Skips): LogTally => {
  const total: Tally = {
    entries: 0,
    requests: 0,
    alertsCalls: 0,
    otherCalls: 0,
    certainCalls: 0,
    unread: 0,
    suspicious: 0,
    zoneless: 0,
    fromMs: Number.POSITIVE_INFINITY,
    toMs: Number.NEGATIVE_INFINITY,
    days: new Set(),
    elsewhere: new Map(),
    dropped: 0,
  };
  const calls = new Map<string, CallTally>();

  const seenAt = (ms: number, zoned: boolean) => {
    if (ms < total.fromMs) total.fromMs = ms;
    if (ms > total.toMs) total.toMs = ms;
    if (!zoned) total.zoneless++;
    total.days.add(Math.floor(ms / dayMs));
  };

  const addCall = (
    entry: LogEntry,
    call: { template: string; path: string; certain: boolean },
    log: string,
    ms: number,
  ) => {
    total.alertsCalls++;
    const method = isMethod(entry.method) ? entry.method.toUpperCase() : unknownMethod;
    const key = `${method} ${call.template} ${log}`;
    const known = calls.get(key);
    if (known === undefined) {
      if (calls.size >= callLimit) {
        total.dropped++;
        return;
      }
      const agent = entry.agent === undefined || entry.agent === '-' ? undefined : redactAgent(entry.agent);
      const { template, path, certain } = call;
      const timed = entry.time !== undefined;
      calls.set(key, {
        method,
        template,
        path,
        log,
        agent,
        certain,
        timed,
        firstMs: ms,
        lastMs: ms,
        count: 1,
      });
      return;
    }
    known.count++;
    known.certain ||= call.certain;
    known.timed &&= entry.time !== undefined;
    if (known.path !== call.path) known.path = call.template;
    known.firstMs = Math.min(known.firstMs, ms);
    known.lastMs = Math.max(known.lastMs, ms);
  };

  const addEntry = (entry: LogEntry, log: string, fallbackMs: number): Call | undefined => {
    total.requests++;
    if (entry.time !== undefined) seenAt(entry.time.ms, entry.time.zoned);
    const call = judge(entry.method, entry.target, entry.host);
    if (call === undefined) return undefined;
    if (call.kind === 'alerts') addCall(entry, call, log, entry.time?.ms ?? fallbackMs);
    else if (call.kind === 'other') {
      total.otherCalls++;
      if (call.certain) total.certainCalls++;
    } else if (total.elsewhere.size < hostLimit || total.elsewhere.has(call.host)) {
      total.elsewhere.set(call.host, (total.elsewhere.get(call.host) ?? 0) + 1);
    }
    return call;
  };

  return {
    total,
    file(name, modifiedMs) {
      const before = { requests: total.requests, entries: total.entries };
      let lastMs: number | undefined;
      const log = shown(name, nameLimit);
      let unread = 0;
      let firstUnread = 0;
      let tooLong = 0;
      return {
        entry(reading, line, raw, doubtful = false) {
          if (reading === 'unread') {
            if (unread++ === 0) firstUnread = line;
            total.unread++;
            if (mayBeAlertsCall(raw())) total.suspicious++;
            return;
          }
          total.entries++;
          if (reading === 'no-request') {
            // Such as an application's own words, with the request in a text.
            if (mayBeAlertsCall(raw())) total.suspicious++;
            return;
          }
          lastMs = reading.time?.ms ?? lastMs;
          const call = addEntry(reading, log, lastMs ?? modifiedMs);
          if (doubtful && call?.kind !== 'alerts' && mayBeAlertsCall(raw())) total.suspicious++;
        },
        tooLong(line, bytes, suspect) {
          total.unread++;
          if (suspect) total.suspicious++;
          if (tooLong++ < tooLongListed) {
            skips.add(
              log,
              'line-too-long',
              `Line ${counted(line)} is ${sizeOf(bytes)} long and was not read.`,
            );
          }
        },
        end() {
          skips.addMany(
            log,
            'line-too-long',
            Math.max(0, tooLong - tooLongListed),
            'More lines that are too long.',
          );
          const detail = `${plural(unread, 'line')} could not be read, the first is line ${counted(firstUnread)}.`;
          skips.addMany(log, 'malformed', unread, detail);
          return { requests: total.requests - before.requests, entries: total.entries - before.entries };
        },
      };
    },
    findings() {
      const strongest = createStrongest();
      for (const call of calls.values()) strongest.add(findingOf(call));
      return strongest;
    },
  };
};

const findingOf = (call: CallTally): Finding => ({
  id: hash('sha256', `alerts-call\0${call.method}\0${call.template}\0${call.log}`).slice(0, 16),
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: call.certain && call.method !== unknownMethod ? 'high' : 'medium',
  place: {
    kind: 'request',
    method: call.method,
    path: call.path,
    first: toIso(call.firstMs),
    last: toIso(call.lastMs),
    count: call.count,
    ...(call.agent === undefined ? {} : { caller: call.agent }),
    log: call.log,
  },
  why:
    `A call of ${call.template}, one of the alerts endpoints.` +
    (call.timed
      ? ''
      : ' The log gives no time for some of the calls, so that of the entry before or of the file was taken.'),
});
