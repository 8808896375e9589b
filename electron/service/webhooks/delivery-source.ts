import type { SecretForms } from '#base/secret-forms.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import type { LeasedSource, Source } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  freeScheduled,
  type LeasedAttempt,
  leaseScheduled,
  selectNextDue,
} from '#service/store/deliveries.ts';
import { countDeliveriesDue } from '#service/store/due-counts.ts';
import { freeExtra, leaseExtra } from '#service/store/extra-attempts.ts';
import { selectUpcoming } from '#service/store/message-log.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { type Lane, type Lanes, placesPerLane, roomIn } from './lanes.ts';
import { type FinishedAttempt, logInterrupted, recordAttempts } from './record.ts';
import { signedRequest } from './request.ts';

/** A turn takes the store for itself; more than this in one would let the API wait. */
const leasedPerTurn = 256;

/** Deliveries as the scheduler runs them: leased in lanes, sent signed, recorded in batches. */
export const createDeliverySource = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
  outbound: Outbound,
  otherSecrets: (reader: Reader) => Promise<SecretForms>,
): LeasedSource<LeasedAttempt, FinishedAttempt> => {
  const open = (): LiveEndpoint[] => registry.live().filter(({ row }) => row.disabled_at === null);

  let turns = 0;

  return {
    name: 'delivery',

    async recover(tx) {
      const scheduled = await freeScheduled(tx, context.generation);
      const extra = await freeExtra(tx, context.generation);
      await logInterrupted(tx, context.clock.now(), scheduled, extra);
      return scheduled.length + extra.length;
    },

    async lease(tx, now) {
      const endpoints = open();
      // Each turn begins with another lane, so that the bound of a turn favours none.
      const first = ++turns % endpoints.length;
      const inTurn = [...endpoints.slice(first), ...endpoints.slice(0, first)].map(lanes.of);
      return leaseLanes(tx, context.generation, inTurn, now);
    },

    start(attempt, ended) {
      const endpoint = registry.bySeq(attempt.endpointSeq);
      const lane = lanes.of(endpoint);
      const leftAt = context.clock.now();
      lane.inFlight++;
      lane.rate?.take(leftAt, 1);
      const { request, headersJson } = signedRequest(context, endpoint, attempt);
      // They may be changed while it is under way.
      const sentSecrets = registry.secretsOf(endpoint);
      outbound.post(request, (result) => {
        lane.inFlight--;
        const endedAt = context.clock.now();
        ended({ attempt, requestHeadersJson: headersJson, sentSecrets, leftAt, endedAt, result });
      });
    },

    async record(tx, finished) {
      const known = await otherSecrets(tx);
      await recordAttempts(tx, context, { registry, lanes, known }, finished);
    },

    recorded() {},

    ...createForecast(context, open, lanes),
  };
};

const createForecast = (
  { clock }: ServiceContext,
  open: () => LiveEndpoint[],
  lanes: Lanes,
): Pick<Source, 'nextDueAt' | 'upcoming' | 'countUntil'> => ({
  async nextDueAt(reader) {
    const now = clock.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const endpoint of open()) {
      earliest = Math.min(earliest, await nextDueOf(reader, lanes.of(endpoint), now));
    }
    return earliest === Number.POSITIVE_INFINITY ? undefined : earliest;
  },
  async upcoming(reader, limit) {
    const lists = [];
    for (const { row } of open()) {
      const due = await selectUpcoming(reader, row.seq, limit);
      lists.push(due.map(({ at, count }) => ({ what: 'delivery attempt', at, count, subject: row.id })));
    }
    return lists.flat();
  },
  async countUntil(reader, until) {
    let count = 0;
    for (const { row } of open()) count += await countDeliveriesDue(reader, row.seq, until);
    return { what: 'delivery attempt', count };
  },
});

/** When the lane may send next; infinity if nothing is due, or as long as all its places are taken. */
const nextDueOf = async (reader: Reader, lane: Lane, now: number): Promise<number> => {
  // A lane without a free place is read again when one of its attempts ends.
  if (lane.inFlight >= placesPerLane) return Number.POSITIVE_INFINITY;
  lane.dueHint = (await selectNextDue(reader, lane.endpointSeq)) ?? Number.POSITIVE_INFINITY;
  return lane.rate === undefined ? lane.dueHint : Math.max(lane.dueHint, lane.rate.openAt(now));
};

const leaseLanes = async (
  tx: Tx,
  generation: number,
  lanes: readonly Lane[],
  now: number,
): Promise<LeasedAttempt[]> => {
  const leased: LeasedAttempt[] = [];
  for (const lane of lanes) {
    if (lane.dueHint > now) continue;
    const room = Math.min(roomIn(lane, now), leasedPerTurn - leased.length);
    if (room > 0) leased.push(...(await leaseLane(tx, generation, lane, now, room)));
  }
  return leased;
};

const leaseLane = async (
  tx: Tx,
  generation: number,
  lane: Lane,
  now: number,
  room: number,
): Promise<LeasedAttempt[]> => {
  const of = { generation, endpointSeq: lane.endpointSeq, now };
  // Someone waits for a resend; the schedule can wait a moment.
  const extra = await leaseExtra(tx, { ...of, limit: room });
  const scheduled =
    extra.length < room ? await leaseScheduled(tx, { ...of, limit: room - extra.length }) : [];
  if (extra.length + scheduled.length < room) {
    const due = await selectNextDue(tx, lane.endpointSeq);
    tx.afterCommit(() => {
      lane.dueHint = due ?? Number.POSITIVE_INFINITY;
    });
  }
  return [...extra, ...scheduled];
};
