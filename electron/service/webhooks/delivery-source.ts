import type { SecretForms } from '#base/secret-forms.ts';
import { endpointClaim } from '#service/core/context.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { isQuick } from '#service/outbound/places.ts';
import type { LeasedSource, Source } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countDeliveriesDue, type UnderWay } from '#service/store/due-counts.ts';
import { selectUpcoming } from '#service/store/message-log.ts';
import type { Reader } from '#service/store/store.ts';
import type { LiveEndpoint } from './endpoint-registry.ts';
import type { Lane, Lanes, LeasedAttempt } from './lanes.ts';
import { leaseLanes, nextDueOf } from './leasing.ts';
import { type FinishedAttempt, type RecordParts, recordAttempts } from './record.ts';
import { recoverInterrupted } from './recovery.ts';
import { createRepeatedResponses } from './repeated-responses.ts';
import { signedRequest } from './request.ts';

/** Deliveries as the scheduler runs them: leased in lanes, sent signed, recorded in batches. */
export const createDeliverySource = (
  context: ServiceContext,
  { registry, lanes, headerSets }: Pick<RecordParts, 'registry' | 'lanes' | 'headerSets'>,
  outbound: Outbound,
  otherSecrets: (reader: Reader) => Promise<SecretForms>,
): LeasedSource<LeasedAttempt, FinishedAttempt> => {
  const open = (): LiveEndpoint[] =>
    registry
      .live()
      .filter(({ row }) => row.disabled_at === null && context.claims.has(endpointClaim(row.seq)));

  const keepResponse = createRepeatedResponses();
  let turns = 0;
  let hasMore = false;

  return {
    name: 'delivery',

    recover: recoverInterrupted,

    async lease(tx, now, most) {
      const endpoints = open();
      hasMore = false;
      if (endpoints.length === 0) return [];
      // Each turn begins with another lane, so that the bound of a turn favours none.
      const first = ++turns % endpoints.length;
      const inTurn = [...endpoints.slice(first), ...endpoints.slice(0, first)].map(lanes.of);
      outbound.places.expect('endpoints', endpoints.length);
      const leased = await leaseLanes(tx, inTurn, { holder: context.holder(), now, most });
      hasMore = inTurn.some(({ dueHint }) => dueHint <= now);
      return leased;
    },
    hasMore: () => hasMore,

    isBeside: true,
    leased: lanes.take,
    undone: lanes.lookAgain,
    abandoned: lanes.clear,

    start(attempt, ended) {
      const endpoint = registry.bySeq(attempt.endpointSeq);
      const lane = lanes.of(endpoint);
      const leftAt = context.clock.now();
      lane.inFlight++;
      lane.places.take();
      lane.rate?.take(leftAt, 1);
      const { request, sent } = signedRequest(context, endpoint, attempt);
      // They may be changed while it is under way.
      const sentSecrets = registry.secretsOf(endpoint);
      outbound.post(request, (result) => {
        lane.inFlight--;
        lane.places.giveBack(isQuick(result));
        const endedAt = context.clock.now();
        ended({ attempt, sent, sentSecrets, leftAt, endedAt, result });
      });
    },

    async record(tx, finished) {
      const known = await otherSecrets(tx);
      const parts = { registry, lanes, headerSets, keepResponse, known };
      await recordAttempts(tx, context, parts, finished);
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
    for (const endpoint of open()) {
      const { row } = endpoint;
      const due = await selectUpcoming(reader, row.seq, underWayIn(lanes.of(endpoint)), limit);
      lists.push(due.map(({ at, count }) => ({ what: 'delivery attempt', at, count, subject: row.id })));
    }
    return lists.flat();
  },
  async countUntil(reader, until) {
    let count = 0;
    for (const endpoint of open()) {
      const underWay = underWayIn(lanes.of(endpoint));
      count += await countDeliveriesDue(reader, endpoint.row.seq, underWay, until);
    }
    return { what: 'delivery attempt', count };
  },
});

const underWayIn = ({ scheduled, extra }: Lane): UnderWay => ({
  deliveries: scheduled.keys(),
  extra: extra.keys(),
});
