import { systemTime } from '#base/clock.ts';
import type { SecretForms } from '#base/secret-forms.ts';
import { type AfterAttempt, afterLegacyAttempt } from '#contract/legacy-retry.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { Client } from '#service/core/context.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { isQuick, type LanePlaces, type Places } from '#service/outbound/places.ts';
import type { LeasedSource } from '#service/scheduler/source.ts';
import {
  type AlertLane,
  alertLanes,
  countDueWithFirst,
  type EndedAlertAttempt,
  freeAlertLeases,
  giveAlertsBack,
  type LeasedAlert,
  leaseAlerts,
  recordAlertAttempts,
} from '#service/store/alert-leases.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countAlertsDue } from '#service/store/due-counts.ts';
import type { Tx } from '#service/store/store.ts';
import { type ChainResult, postFollowing } from './redirects.ts';
import type { Registry } from './registry.ts';
import { retryAfterMs } from './retry-after.ts';

/** Alerts of one rule in flight at most. A place taken is no other lane's loss: a dead consumer slows its own rule only. */
const placesInLane = 16;
/** Where very many rules have something waiting, each gets fewer places, at least one, for the sake of sockets. */
const placesTogether = 1024;

interface AlertJob {
  readonly alert: LeasedAlert;
  /** When it was leased, ms UTC. */
  readonly at: number;
  readonly headers: readonly string[];
  /** What a consumer may repeat. */
  readonly secrets: SecretForms;
}

interface EndedAlert {
  readonly job: AlertJob;
  /** When it ended, ms UTC: the wait for the next attempt begins here. */
  readonly endedAt: number;
  readonly result: ChainResult;
  readonly next: AfterAttempt;
}

/**
 * Posts alerts. Source: `docs/reference/rules/legacy.md#retries-of-alerts`. Crash policy: the attempt is counted and leased before it leaves; one
 * that a crash cut off is logged as `Interrupted` and repeated under its number.
 */
export const createAlertsDue = (
  context: ServiceContext,
  options: { client: Client; outbound: Pick<Outbound, 'post' | 'places'>; registry: Registry },
): LeasedSource<AlertJob, EndedAlert> => {
  const { clock, holder } = context;
  const { places } = options.outbound;
  const lanes = createLanes(places);

  return {
    name: 'alerts',
    async nextDueAt(reader) {
      const waiting = await alertLanes(reader);
      const open = waiting.filter(({ ruleId }) => lanes.free(ruleId, waiting.length) > 0);
      return open.length === 0 ? undefined : Math.min(...open.map(({ dueAt }) => dueAt));
    },
    async upcoming(reader, limit) {
      const soonest = (await alertLanes(reader)).sort(bySoonest).slice(0, limit);
      const work = [];
      for (const lane of soonest) {
        const count = await countDueWithFirst(reader, lane);
        work.push({ what: 'alert', at: lane.dueAt, count, subject: lane.ruleId });
      }
      return work;
    },
    countUntil: async (reader, until) => ({ what: 'alert', count: await countAlertsDue(reader, until) }),
    recover: freeAlertLeases,
    async lease(tx, now) {
      const leased: LeasedAlert[] = [];
      const waiting = await alertLanes(tx);
      places.expect('rules', waiting.length);
      for (const { ruleId, dueAt } of waiting) {
        const limit = lanes.free(ruleId, waiting.length, leased.length);
        if (dueAt > now || limit <= 0) continue;
        leased.push(...(await leaseAlerts(tx, { ruleId, now, generation: holder(), limit })));
      }
      if (leased.length === 0) return [];
      const { authHeader, secrets } = await options.registry.read(tx);
      const headers = headersFor(options.client, authHeader);
      return leased.sort(byDue).map((alert) => ({ alert, at: now, headers, secrets }));
    },
    leased: (jobs) => lanes.take(jobs.map(({ alert }) => alert)),
    start(job, ended) {
      const { url, payload_json: body } = job.alert;
      const held = lanes.start(job.alert.rule_id);
      postFollowing(options.outbound, { url, headers: job.headers, body }, (result) => {
        held.end(isQuick(result));
        ended({ job, endedAt: clock.now(), result, next: whatNext(job.alert.attempts, result) });
      });
    },
    record: recordEnded,
    abandoned: lanes.clear,
    recorded(results) {
      lanes.giveBack(results.map(({ job }) => job.alert));
      for (const { job, next } of results.filter(isAttempt)) {
        context.announce({ type: 'alert', alertId: job.alert.id, status: next.status });
      }
    },
  };
};

const headersFor = ({ id }: Client, authHeader: string | undefined): readonly string[] => [
  'content-type',
  'application/json',
  carriedHeaders.clientId,
  id,
  ...(authHeader === undefined ? [] : [carriedHeaders.auth, authHeader]),
];

const bySoonest = (a: AlertLane, b: AlertLane): number => a.dueAt - b.dueAt;
const byDue = (a: LeasedAlert, b: LeasedAlert): number => a.due_at - b.due_at || a.seq - b.seq;

const toAttempt = ({ job, endedAt, result, next }: EndedAlert): EndedAlertAttempt => ({
  seq: job.alert.seq,
  number: job.alert.attempts,
  at: job.at,
  durationMs: result.durationMs,
  statusCode: result.statusCode ?? null,
  error: result.error ?? null,
  retryAfter: result.retryAfter === undefined ? null : job.secrets.maskText(result.retryAfter),
  status: next.status,
  dueAt: next.status === 'Pending' ? endedAt + next.waitMs : null,
});

const whatNext = (number: number, { statusCode, error, retryAfter }: ChainResult): AfterAttempt =>
  afterLegacyAttempt({
    number,
    statusCode,
    error,
    retryAfterMs: retryAfter === undefined ? undefined : retryAfterMs(retryAfter, systemTime.now()),
  });

const recordEnded = async (tx: Tx, results: readonly EndedAlert[]): Promise<void> => {
  await recordAlertAttempts(tx, results.filter(isAttempt).map(toAttempt));
  const unsent = results.filter((one) => !isAttempt(one));
  await giveAlertsBack(tx, { seqs: unsent.map(({ job }) => job.alert.seq) });
};

/** Not if only this machine was in the way. */
const isAttempt = ({ result }: EndedAlert): boolean => result.ownFault === undefined;

/** How many alerts of each rule are in flight. */
const createLanes = (all: Places) => {
  const inFlight = new Map<string, number>();
  const places = new Map<string, LanePlaces>();
  const placesOf = (ruleId: string): LanePlaces => {
    let lane = places.get(ruleId);
    if (lane === undefined) {
      lane = all.lane();
      places.set(ruleId, lane);
    }
    return lane;
  };
  const add = (ruleId: string, change: number): void => {
    const count = (inFlight.get(ruleId) ?? 0) + change;
    if (count === 0) inFlight.delete(ruleId);
    else inFlight.set(ruleId, count);
  };
  return {
    free(ruleId: string, lanesWaiting: number, given = 0): number {
      const places = Math.min(placesInLane, Math.max(1, Math.floor(placesTogether / lanesWaiting)));
      return Math.min(places - (inFlight.get(ruleId) ?? 0), placesOf(ruleId).free(given));
    },
    take(alerts: readonly LeasedAlert[]): void {
      for (const { rule_id } of alerts) add(rule_id, 1);
    },
    /** One of them is on its way, until it is said to have ended. */
    start(ruleId: string): { end(quick: boolean): void } {
      const lane = placesOf(ruleId);
      lane.take();
      return { end: (quick) => lane.giveBack(quick) };
    },
    clear: () => inFlight.clear(),
    giveBack(alerts: readonly LeasedAlert[]): void {
      for (const { rule_id } of alerts) add(rule_id, -1);
    },
  };
};
