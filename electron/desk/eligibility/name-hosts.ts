import { systemTime, toIso } from '#base/clock.ts';
import { type Evidence, findingLimit, type HostsRequest, type TrafficByHost } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { evidenceOf } from './grounds.ts';
import { withVerdict } from './record.ts';
import { trafficStatement } from './traffic/statement.ts';

/**
 * Names this API's hosts in traffic logs that were read before. The result is recorded as evidence of its own, in place
 * of the one that asked; nothing is read again.
 */
export const createNameHosts =
  (cases: Cases, newId: () => string) =>
  /** @throws CatalogueError `evidence.notFound`, `traffic.notAsked`, `traffic.hostUnknown` */
  (caseId: string, evidenceId: string, { hosts }: HostsRequest, actor: string): Promise<CaseState> =>
    cases.act(caseId, actor, (state) => {
      const asked = evidenceOf(state).find(({ id }) => id === evidenceId);
      if (asked === undefined) throw new CatalogueError('evidence.notFound', { evidenceId });
      const evidence = { ...withHosts(asked, hosts), id: newId(), at: toIso(systemTime.now()) };
      return withVerdict(state, actor, [{ kind: 'evidence.added', content: { evidence } }]);
    });

/** The evidence as it would be if these hosts had been named before it was read. */
export const withHosts = (evidence: Evidence, given: readonly string[]): Evidence => {
  const { traffic } = evidence;
  if (traffic === undefined || traffic.named !== undefined) {
    throw notAsked(traffic === undefined ? 'it is not traffic evidence' : 'its hosts are already named');
  }
  if (traffic.isCut) throw notAsked('it contains more hosts or calls than are kept');
  const named = [...new Set(given.map((host) => host.trim().toLowerCase()))];
  const own = traffic.hosts.filter(({ host }) => named.includes(host));
  refuseUnknown(named, traffic);
  const sum = (count: (host: TrafficByHost['hosts'][number]) => number) =>
    own.reduce((all, host) => all + count(host), 0);
  const called = sum(({ calls, alerts }) => calls - alerts);
  const counts = {
    alerts: traffic.hostless.alerts + sum(({ alerts }) => alerts),
    others: traffic.hostless.others + called,
    certain: traffic.hostless.certain + called,
    named,
    hosts: traffic.hosts,
  };
  const found = traffic.waiting.filter(({ host }) => named.includes(host)).map(({ finding }) => finding);
  const findings = joined([...evidence.findings, ...found]);
  return {
    ...evidence,
    read: { ...evidence.read, requests: counts.alerts + counts.others },
    rows: [trafficStatement(traffic.ground, counts)],
    findings: findings.slice(0, findingLimit),
    findingCount: evidence.findingCount + findings.length - evidence.findings.length,
    traffic: { ...traffic, named, isOpen: false, waiting: [] },
  };
};

/** Calls of one endpoint in one log count together, whichever of the hosts they went to. */
const joined = (findings: readonly Evidence['findings'][number][]): Evidence['findings'] => {
  const byId = new Map<string, Evidence['findings'][number]>();
  for (const finding of findings) {
    const known = byId.get(finding.id);
    if (known?.place.kind !== 'request' || finding.place.kind !== 'request') {
      byId.set(finding.id, finding);
      continue;
    }
    const { place } = finding;
    byId.set(finding.id, {
      ...known,
      place: {
        ...known.place,
        first: [known.place.first, place.first].sort()[0] as string,
        last: [known.place.last, place.last].sort()[1] as string,
        count: known.place.count + place.count,
      },
    });
  }
  return [...byId.values()];
};

const refuseUnknown = (named: readonly string[], { hosts }: TrafficByHost): void => {
  const known = new Set(hosts.map(({ host }) => host));
  const strange = named.filter((host) => !known.has(host));
  if (strange.length === 0) return;
  throw new CatalogueError('traffic.hostUnknown', {
    hosts: formatList(strange),
    known: formatList([...known], 10) || 'no host at all',
  });
};

const notAsked = (problem: string): CatalogueError => new CatalogueError('traffic.notAsked', { problem });
