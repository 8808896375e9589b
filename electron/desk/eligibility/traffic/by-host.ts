import { type TrafficByHost, trafficLimits } from '#contract/eligibility.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { groundOf, isOpen, type TrafficCounts } from './statement.ts';
import type { LogTally } from './tally.ts';

/** What is kept of the calls by host. @param named hosts of this API; undefined while nobody named them */
export const byHostOf = (
  tally: LogTally,
  named: readonly string[] | undefined,
  skips: Skips,
): TrafficByHost => {
  const { hosts: counted, hostless, moreHosts, alertsCalls, dropped } = tally.total;
  const hosts = [...counted]
    .map(([host, { calls, alerts }]) => ({ host, calls, alerts }))
    .sort((a, b) => b.alerts - a.alerts || b.calls - a.calls || (a.host < b.host ? -1 : 1));
  const waiting = tally.open();
  const traffic: TrafficByHost = {
    ...(named === undefined ? {} : { named: [...named] }),
    isOpen: false,
    hosts: hosts.slice(0, trafficLimits.hosts),
    hostCount: hosts.length,
    hostless: { alerts: alertsCalls, ...hostless },
    ground: groundOf(tally.total, skips),
    waiting: waiting.slice(0, trafficLimits.waiting),
    isCut:
      moreHosts ||
      dropped > 0 ||
      hosts.length > trafficLimits.hosts ||
      waiting.length > trafficLimits.waiting,
  };
  return { ...traffic, isOpen: isOpen(countsOf(tally, traffic)) };
};

export const countsOf = ({ total }: Pick<LogTally, 'total'>, traffic: TrafficByHost): TrafficCounts => ({
  alerts: total.alertsCalls,
  others: total.otherCalls,
  certain: total.certainCalls,
  named: traffic.named,
  hosts: traffic.hosts,
});
