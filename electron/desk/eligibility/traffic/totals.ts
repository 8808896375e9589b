import type { Call } from '#base/api-calls.ts';
import type { LogEntry } from './entry.ts';

/** The totals of all logs. Its size depends on the number of different calls alone, and is bounded. */
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
  /** Calls without a time. */
  untimed: number;
  /** Calls by the host that they went to. */
  readonly hosts: Map<string, HostTally>;
  /** Other calls of this API by their form, without a host in the log; of these, those that can only be its. */
  readonly hostless: { others: number; certain: number };
  /** More hosts than are counted separately. */
  moreHosts: boolean;
  /** Calls that have the form of alerts calls, but went to hosts that are not this API's. */
  readonly elsewhere: Map<string, number>;
  /** The same, on a host of this API: on another port, or outside its prefix. */
  readonly near: Map<string, number>;
  /** Different calls that were no longer counted separately. */
  dropped: number;
}

interface HostTally {
  calls: number;
  /** Of the form of alerts calls. */
  alerts: number;
}

const hostLimit = 20;
/** Hosts that are counted separately. */
const hostsCounted = 2000;
const dayMs = 86_400_000;

export const emptyTally = (): Tally => ({
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
});

/** Counts a request, and the call that it is; calls of alerts endpoints are counted apart, by what they call. */
export const countRequest = (
  total: Tally,
  { time }: LogEntry,
  call: Call | undefined,
  host: string | undefined,
): void => {
  total.requests++;
  if (time === undefined) total.untimed++;
  else countTime(total, time.ms, time.zoned);
  if (host !== undefined) countHost(total, host, call?.kind === 'alerts' || call?.kind === 'elsewhere');
  if (call?.kind === 'other') countOther(total, call.certain, host === undefined);
  if (call?.kind === 'elsewhere') countElsewhere(call.near ? total.near : total.elsewhere, call.host);
};

const countTime = (total: Tally, ms: number, zoned: boolean): void => {
  if (ms < total.fromMs) total.fromMs = ms;
  if (ms > total.toMs) total.toMs = ms;
  if (!zoned) total.zoneless++;
  total.days.add(Math.floor(ms / dayMs));
};

const countHost = (total: Tally, host: string, alerts: boolean): void => {
  const known = total.hosts.get(host) ?? { calls: 0, alerts: 0 };
  if (known.calls === 0 && total.hosts.size >= hostsCounted) {
    total.moreHosts = true;
    return;
  }
  known.calls++;
  if (alerts) known.alerts++;
  total.hosts.set(host, known);
};

const countOther = (total: Tally, certain: boolean, hostless: boolean): void => {
  total.otherCalls++;
  if (certain) total.certainCalls++;
  if (!hostless) return;
  total.hostless.others++;
  if (certain) total.hostless.certain++;
};

const countElsewhere = (counts: Map<string, number>, host: string): void => {
  if (counts.size < hostLimit || counts.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1);
};
