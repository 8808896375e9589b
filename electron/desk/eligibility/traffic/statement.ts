import { toIso } from '#base/clock.ts';
import type { RowStatement, TrafficByHost } from '#contract/eligibility.ts';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { Tally } from './totals.ts';

const dayMs = 86_400_000;
const windowDays = 7;
/** More unread lines than this among all are a reason to say nothing; so with calls without a time. */
const unreadShare = 0.01;
const namedHosts = 5;

/** What logs show whichever hosts are this API's. */
export type TrafficGround = TrafficByHost['ground'];

export const groundOf = (tally: Tally, skips: Skips): TrafficGround => {
  const { entries, unread, zoneless } = tally;
  return {
    read: `${formatCount(entries, 'log entry', 'log entries')}${windowOf(tally)} ${entries === 1 ? 'was' : 'were'} read`,
    lacking: whatIsLacking(tally, skips),
    notes: [
      ...(unread > 0 ? [`${formatCount(unread, 'line')} could not be read.`] : []),
      ...gapsOf(tally),
      ...(zoneless > 0 ? ['Times without a zone were read as UTC.'] : []),
    ].join(' '),
  };
};

/** Calls of this API in the logs, as far as it is known which they are. */
export interface TrafficCounts {
  /** Calls of the alerts endpoints. */
  readonly alerts: number;
  readonly others: number;
  /** Of these, those that can only be this API's. */
  readonly certain: number;
  /** Hosts of this API, as they were named; undefined while nobody named them. */
  readonly named: readonly string[] | undefined;
  readonly hosts: TrafficByHost['hosts'];
}

/**
 * What the logs show of the alerts endpoints. `absent` needs seven days or more with other calls to
 * this API. Source: `docs/reference/rules/eligibility.md#traffic`. Nothing is concluded about `Retry-After`.
 */
export const trafficStatement = (ground: TrafficGround, counts: TrafficCounts): RowStatement => {
  const { alerts, others } = counts;
  const row = 'alerts-endpoints';
  const notes = ground.notes === '' ? '' : ` ${ground.notes}`;
  const called = `${alerts === 0 ? 'no calls' : formatCount(alerts, 'call')} to the alerts endpoints`;
  const read = `${ground.read}: ${called}, ${formatCount(others, 'other call')} to this API.${notes}`;
  if (alerts > 0) return { row, says: 'present', because: read };
  const asked = questionOf(counts);
  const lacking = [...(asked === undefined ? countsLacking(counts) : []), ...ground.lacking];
  if (asked === undefined && lacking.length === 0) {
    return { row, says: 'absent', because: `${read}${elsewhereOf(counts)}` };
  }
  const reason = lacking.length === 0 ? '' : `Absence is not shown: ${lacking.join('; ')}. `;
  return {
    row,
    says: 'nothing-seen',
    because: `${asked === undefined ? '' : `${asked} `}${reason}${asked === undefined ? read : `${ground.read}.${notes}`}`,
  };
};

/** Which hosts are this API's is asked where it decides something. */
export const isOpen = (counts: TrafficCounts): boolean => questionOf(counts) !== undefined;

const questionOf = ({ alerts, others, certain, named, hosts }: TrafficCounts): string | undefined => {
  if (named !== undefined || alerts > 0 || hosts.length === 0) return undefined;
  const alike = hosts.filter((host) => host.alerts > 0);
  const ask = "Which hosts are this API's?";
  if (alike.length > 0) {
    const many = alike.reduce((sum, host) => sum + host.alerts, 0);
    return `${ask} ${formatCount(many, 'possible call')} to the alerts endpoints: ${hostList(alike, (host) => host.alerts)}.`;
  }
  if (others > 0 && certain > 0) return undefined;
  return `${ask} The logs contain calls to ${hostList(hosts, (host) => host.calls)}.`;
};

const hostList = (
  hosts: TrafficByHost['hosts'],
  count: (host: TrafficByHost['hosts'][number]) => number,
): string =>
  formatList(
    hosts.map((host) => `${host.host} (${formatNumber(count(host))})`),
    namedHosts,
  );

const countsLacking = ({ others, certain, named, hosts }: TrafficCounts): string[] => {
  if (named !== undefined && others === 0) {
    const instead = hosts.length === 0 ? '' : `, only to ${hostList(hosts, ({ calls }) => calls)}`;
    return named.length === 0
      ? [`none of the hosts in the logs is this API's`]
      : [`the logs contain no calls to ${formatList(named)}${instead}`];
  }
  if (others === 0) {
    return ['the logs contain no other calls to this API, so they may be of another application'];
  }
  return certain === 0 ? ["the other calls may be to another API: name this API's host in the log"] : [];
};

/** Where the hosts are named, calls of that form to others are none of this API. */
const elsewhereOf = ({ named, hosts }: TrafficCounts): string => {
  const own = new Set(named?.map((one) => one.toLowerCase()));
  const others = hosts.filter(({ host, alerts }) => alerts > 0 && !own.has(host));
  if (named === undefined || others.length === 0) return '';
  return ` Similar calls to other hosts: ${hostList(others, ({ alerts }) => alerts)}.`;
};

const windowOf = ({ fromMs, toMs }: Tally): string => {
  if (fromMs > toMs) return '';
  return fromMs === toMs ? ` of ${toIso(fromMs)}` : ` from ${toIso(fromMs)} to ${toIso(toMs)}`;
};

const whatIsLacking = (tally: Tally, skips: Skips): string[] => {
  const lacking: string[] = [];
  const days = (tally.toMs - tally.fromMs) / dayMs;
  if (!(days >= windowDays)) {
    const covered = days >= 0 ? `${Math.floor(days * 10) / 10} days` : 'no time';
    lacking.push(`the logs cover ${covered} (${windowDays} days needed)`);
  }
  if (tally.unread > (tally.entries + tally.unread) * unreadShare)
    lacking.push('too many lines could not be read');
  if (tally.untimed > tally.requests * unreadShare)
    lacking.push(
      `${formatCount(tally.untimed, 'call')} ${tally.untimed === 1 ? 'has' : 'have'} no readable time`,
    );
  if (tally.suspicious > 0) {
    lacking.push(
      `${formatCount(tally.suspicious, 'line')} without a readable request may be such ${tally.suspicious === 1 ? 'a call' : 'calls'}`,
    );
  }
  if (skips.blocking > 0) lacking.push(`not everything could be read: ${skips.summary()}`);
  if (tally.near.size > 0) {
    const hosts = [...tally.near].map(([host, count]) => `${formatNumber(count)} to ${host}`);
    lacking.push(
      `similar calls to the same host on another port or outside its prefix (${formatList(hosts)}) may be to this API too: name it with its port, or without the prefix`,
    );
  }
  if (tally.moreHosts) lacking.push("the logs contain too many hosts to count separately: name this API's");
  return lacking;
};

/** Days between the first and the last on which nothing was logged: the logs may not be all there. */
const gapsOf = ({ days, fromMs, toMs }: Tally): string[] => {
  const all = Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs) + 1;
  return days.size < all ? [`Nothing was logged on ${formatCount(all - days.size, 'day')} of ${all}.`] : [];
};
