import { hash } from 'node:crypto';
import { toIso } from '#base/clock.ts';
import type { Finding } from '#contract/eligibility.ts';
import { formatBytes, formatCount, formatNumber } from '#contract/format.ts';
import { shown } from '#desk/eligibility/reading/format.ts';
import { redactAgent } from '#desk/eligibility/reading/redact.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createStrongest, type Strongest } from '#desk/eligibility/reading/strongest.ts';
import { type Call, type CallJudge, hostOf, isMethod } from './api-calls.ts';
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
  /** Calls whose time the log does not tell. */
  untimed: number;
  /** Calls by the host that they went to. */
  readonly hosts: Map<string, HostTally>;
  /** Other calls of this API by their form, for which the log tells no host; of these, those that can only be its. */
  readonly hostless: { others: number; certain: number };
  /** More hosts than are told apart. */
  moreHosts: boolean;
  /** Calls that have the form of alerts calls, but went to hosts that are not this API's. */
  readonly elsewhere: Map<string, number>;
  /** The same, on a host of this API: on another port, or outside its prefix. */
  readonly near: Map<string, number>;
  /** Different calls that were no longer told apart. */
  dropped: number;
}

interface HostTally {
  calls: number;
  /** Of the form of alerts calls. */
  alerts: number;
}

/** What one file held. */
export interface FileTally {
  readonly requests: number;
  readonly entries: number;
  /** Why none of its calls has a time, if none has. */
  readonly timeProblem: string | undefined;
}

export interface LogTally {
  readonly total: Tally;
  /** For one file; `end` is called when it was read. */
  file(log: string, unit: 'line' | 'entry'): EntrySink & { end(): FileTally };
  findings(): Strongest;
  /** Calls of the form of alerts calls to hosts that nobody named, each with its host. */
  open(): { readonly host: string; readonly finding: Finding }[];
}

interface CallTally {
  readonly method: string;
  readonly template: string;
  path: string;
  readonly log: string;
  readonly agent: string | undefined;
  /** Nobody said whether this host is this API's. */
  readonly openHost: string | undefined;
  certain: boolean;
  timed: boolean;
  firstMs: number;
  lastMs: number;
  count: number;
}

const callLimit = 5000;
const hostLimit = 20;
/** Hosts that are told apart. */
const hostsCounted = 2000;
const nameLimit = 300;
const tooLongListed = 20;
/** In place of one that the log does not tell. */
const unknownMethod = 'UNKNOWN';
const dayMs = 86_400_000;

/** @param named whether hosts of this API were named: otherwise alerts calls to a host that is told wait for an answer */
export const createTally = (judge: CallJudge, named: boolean, skips: Skips): LogTally => {
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
    untimed: 0,
    hosts: new Map(),
    hostless: { others: 0, certain: 0 },
    moreHosts: false,
    elsewhere: new Map(),
    near: new Map(),
    dropped: 0,
  };
  const calls = new Map<string, CallTally>();
  const spans = new Map<string, Span>();

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
    openHost: string | undefined,
  ) => {
    if (openHost === undefined) total.alertsCalls++;
    const method = isMethod(entry.method) ? entry.method.toUpperCase() : unknownMethod;
    const key = `${method} ${call.template} ${openHost ?? ''} ${log}`;
    let known = calls.get(key);
    if (known === undefined) {
      if (calls.size >= callLimit) {
        total.dropped++;
        return;
      }
      const agent = entry.agent === undefined || entry.agent === '-' ? undefined : redactAgent(entry.agent);
      const { template, path, certain } = call;
      known = { method, template, path, log, agent, openHost, certain, timed: true, ...noSpan(), count: 0 };
      calls.set(key, known);
    }
    known.count++;
    known.certain ||= call.certain;
    known.timed &&= entry.time !== undefined;
    if (known.path !== call.path) known.path = call.template;
    if (entry.time !== undefined) widen(known, entry.time.ms);
  };

  const countHost = (host: string, alerts: boolean) => {
    const known = total.hosts.get(host) ?? { calls: 0, alerts: 0 };
    if (known.calls === 0 && total.hosts.size >= hostsCounted) {
      total.moreHosts = true;
      return;
    }
    known.calls++;
    if (alerts) known.alerts++;
    total.hosts.set(host, known);
  };

  const addEntry = (entry: LogEntry, log: string): Call | undefined => {
    total.requests++;
    if (entry.time === undefined) total.untimed++;
    else seenAt(entry.time.ms, entry.time.zoned);
    const call = judge(entry.method, entry.target, entry.host);
    const host = hostOf(entry.target, entry.host);
    if (host !== undefined) countHost(host, call?.kind === 'alerts' || call?.kind === 'elsewhere');
    if (call === undefined) return undefined;
    if (call.kind === 'alerts') addCall(entry, call, log, named ? undefined : host);
    else if (call.kind === 'other') {
      total.otherCalls++;
      if (call.certain) total.certainCalls++;
      if (host === undefined) {
        total.hostless.others++;
        if (call.certain) total.hostless.certain++;
      }
    } else {
      const counts = call.near ? total.near : total.elsewhere;
      if (counts.size < hostLimit || counts.has(call.host)) {
        counts.set(call.host, (counts.get(call.host) ?? 0) + 1);
      }
    }
    return call;
  };

  return {
    total,
    file(name, unit) {
      const before = { requests: total.requests, entries: total.entries, untimed: total.untimed };
      const log = shown(name, nameLimit);
      const span = spans.get(log) ?? noSpan();
      spans.set(log, span);
      let timeProblem: (() => string) | undefined;
      let untimed = 0;
      let firstUntimed = 0;
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
          if (reading.time === undefined) {
            timeProblem ??= reading.timeProblem ?? noTime;
            if (untimed++ === 0) firstUntimed = line;
          } else widen(span, reading.time.ms);
          const call = addEntry(reading, log);
          if (doubtful && call?.kind !== 'alerts' && mayBeAlertsCall(raw())) total.suspicious++;
        },
        tooLong(line, bytes, suspect) {
          total.unread++;
          if (suspect) total.suspicious++;
          if (tooLong++ < tooLongListed) {
            skips.add(
              log,
              'line-too-long',
              `Line ${formatNumber(line)} is ${formatBytes(bytes)} long and was not read.`,
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
          const many = (count: number): string => formatCount(count, unit, units[unit]);
          const detail = `${many(unread)} could not be read, the first is ${unit} ${formatNumber(firstUnread)}.`;
          skips.addMany(log, 'malformed', unread, detail);
          const first = `${unit} ${formatNumber(firstUntimed)}`;
          const noTimes = `${many(untimed)} without a time that can be read, the first is ${first}.`;
          skips.addMany(log, 'malformed', untimed, noTimes);
          const requests = total.requests - before.requests;
          const isUntimed = requests > 0 && total.untimed - before.untimed === requests;
          return {
            requests,
            entries: total.entries - before.entries,
            timeProblem: isUntimed && timeProblem ? `${timeProblem()}; the first is ${first}` : undefined,
          };
        },
      };
    },
    findings() {
      const strongest = createStrongest();
      for (const call of calls.values()) {
        if (call.openHost === undefined) strongest.add(findingOf(call, spans.get(call.log)));
      }
      return strongest;
    },
    open: () =>
      [...calls.values()].flatMap((call) =>
        call.openHost === undefined
          ? []
          : [{ host: call.openHost, finding: findingOf(call, spans.get(call.log)) }],
      ),
  };
};

interface Span {
  firstMs: number;
  lastMs: number;
}

const noSpan = (): Span => ({ firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY });
const widen = (span: Span, ms: number): void => {
  span.firstMs = Math.min(span.firstMs, ms);
  span.lastMs = Math.max(span.lastMs, ms);
};
const units = { line: 'lines', entry: 'entries' } as const;
const noTime = (): string => 'no entry tells when it was called';

/** Calls without a time of their own lie somewhere in the span of their log. */
const spanOf = (call: Span, ofLog: Span | undefined): Span =>
  call.firstMs <= call.lastMs ? call : (ofLog ?? call);

const findingOf = (call: CallTally, ofLog: Span | undefined): Finding => ({
  id: hash('sha256', `alerts-call\0${call.method}\0${call.template}\0${call.log}`).slice(0, 16),
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: call.certain && call.method !== unknownMethod ? 'high' : 'medium',
  place: {
    kind: 'request',
    method: call.method,
    path: call.path,
    first: toIso(spanOf(call, ofLog).firstMs),
    last: toIso(spanOf(call, ofLog).lastMs),
    count: call.count,
    ...(call.agent === undefined ? {} : { caller: call.agent }),
    log: call.log,
  },
  why:
    `A call of ${call.template}, one of the alerts endpoints.` +
    (call.timed
      ? ''
      : call.firstMs <= call.lastMs
        ? ' The log gives no time for some of the calls.'
        : ' The log gives no time for these calls: first and last are those of the whole log.'),
});
