import { type DueDelivery, selectDue, selectNextDue } from '#service/store/deliveries.ts';
import { type DueExtraAttempt, selectDueExtra } from '#service/store/extra-attempts.ts';
import { insertLease, type LeaseMember } from '#service/store/leases.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import {
  beginning,
  freePlacesIn,
  type Lane,
  type Lease,
  type LeasedAttempt,
  placesPerLane,
} from './lanes.ts';

/**
 * Leases what is due and has a place, at most `most` of it, lane by lane in the order given.
 * @param holder this process
 * @param now ms UTC
 */
export const leaseLanes = async (
  tx: Tx,
  inOrder: readonly Lane[],
  { holder, now, most }: { readonly holder: number; readonly now: number; readonly most: number },
): Promise<LeasedAttempt[]> => {
  const leased: LeasedAttempt[] = [];
  for (const lane of inOrder) {
    if (lane.dueHint > now) continue;
    const limit = Math.min(freePlacesIn(lane, now, leased.length), most - leased.length);
    if (limit > 0) leased.push(...(await leaseLane(tx, holder, lane, now, limit)));
  }
  return leased;
};

/** When the lane may send next, ms UTC; infinity if nothing is due, or as long as all its places are taken. */
export const nextDueOf = async (reader: Reader, lane: Lane, now: number): Promise<number> => {
  // A lane without a free place is read again when one of its attempts ends.
  if (lane.inFlight >= placesPerLane || lane.places.free() === 0) return Number.POSITIVE_INFINITY;
  const { hints } = lane;
  const dueAt = await selectNextDue(reader, { ...lane, after: beginning.dueAt });
  lane.dueHint = lane.hints === hints ? dueAt : Math.min(lane.dueHint, dueAt);
  if (lane.dueHint <= lane.leasedTo.dueAt) lane.leasedTo = beginning;
  return lane.rate === undefined ? lane.dueHint : Math.max(lane.dueHint, lane.rate.openAt(now));
};

const leaseLane = async (
  tx: Tx,
  holder: number,
  lane: Lane,
  now: number,
  most: number,
): Promise<LeasedAttempt[]> => {
  const lease: Lease = { seq: 0, left: 0 };
  // Someone waits for a resend; the schedule can wait a moment.
  const leaving = lane.mayHaveExtra ? await takeExtra(tx, lane, lease, now, most) : [];
  if (leaving.length < most) {
    for (const one of await takeScheduled(tx, lane, now, most - leaving.length)) {
      leaving.push(scheduledAttempt(lane, lease, one, leaving));
    }
  }
  if (leaving.length < most) {
    const none = new Set<number>();
    lane.dueHint = await selectNextDue(tx, {
      endpointSeq: lane.endpointSeq,
      after: now,
      scheduled: none,
      extra: none,
    });
  }
  if (leaving.length === 0) return [];
  lease.left = leaving.length;
  lease.seq = await insertLease(
    tx,
    { generation: holder, endpointSeq: lane.endpointSeq, at: now },
    leaving.map(
      ({ deliverySeq, number, trigger, extraSeq }): LeaseMember => [deliverySeq, number, trigger, extraSeq],
    ),
  );
  return leaving;
};

const takeExtra = async (
  tx: Tx,
  lane: Lane,
  lease: Lease,
  now: number,
  most: number,
): Promise<LeasedAttempt[]> => {
  const { endpointSeq, extra } = lane;
  const due = await selectDueExtra(tx, { endpointSeq, now, limit: most + extra.size });
  const leaving: LeasedAttempt[] = [];
  for (const one of due) {
    if (leaving.length === most) break;
    if (!extra.has(one.seq)) leaving.push(extraAttempt(lane, lease, one, leaving));
  }
  if (due.length === 0) {
    // Not even one that is due later, as where the clock was set back.
    const later = await selectDueExtra(tx, { endpointSeq, now: Number.MAX_SAFE_INTEGER, limit: 1 });
    lane.mayHaveExtra = later.length > 0;
  }
  return leaving;
};

/** Reads on from where the lane was leased to. What a look from the beginning finds under way already is left out. */
const takeScheduled = async (tx: Tx, lane: Lane, now: number, most: number): Promise<DueDelivery[]> => {
  const { endpointSeq, scheduled } = lane;
  const waiting: DueDelivery[] = [];
  for (;;) {
    const wanted = most - waiting.length;
    const limit = lane.leasedTo === beginning ? wanted + scheduled.size : wanted;
    const due = await selectDue(tx, { endpointSeq, after: lane.leasedTo, now, limit });
    for (const one of due) {
      if (waiting.length === most) return waiting;
      lane.leasedTo = { dueAt: one.dueAt, seq: one.seq };
      if (!scheduled.has(one.seq)) waiting.push(one);
    }
    if (due.length < limit || waiting.length === most) return waiting;
  }
};

const scheduledAttempt = (
  lane: Lane,
  lease: Lease,
  due: DueDelivery,
  leaving: readonly LeasedAttempt[],
): LeasedAttempt => ({
  lease,
  deliverySeq: due.seq,
  endpointSeq: lane.endpointSeq,
  extraSeq: null,
  messageId: due.messageId,
  body: due.body,
  number: due.number ?? highestNumber(lane, due.seq, due.attempts, leaving) + 1,
  trigger: due.origin,
  scheduleUsed: due.scheduleUsed + 1,
});

const extraAttempt = (
  lane: Lane,
  lease: Lease,
  due: DueExtraAttempt,
  leaving: readonly LeasedAttempt[],
): LeasedAttempt => ({
  lease,
  deliverySeq: due.deliverySeq,
  endpointSeq: lane.endpointSeq,
  extraSeq: due.seq,
  messageId: due.messageId,
  body: due.body,
  number: due.number ?? highestNumber(lane, due.deliverySeq, due.attempts, leaving) + 1,
  trigger: due.trigger,
  scheduleUsed: due.scheduleUsed,
});

/**
 * The highest number that was given to an attempt of a delivery: in the log, under way, or about to leave.
 * @param leaving extra attempts, and after them those of the schedule, of which a delivery has one
 */
const highestNumber = (
  lane: Lane,
  deliverySeq: number,
  attempts: number,
  leaving: readonly LeasedAttempt[],
): number => {
  let highest = Math.max(attempts, lane.scheduled.get(deliverySeq) ?? 0);
  for (const one of lane.extra.values()) {
    if (one.deliverySeq === deliverySeq) highest = Math.max(highest, one.number);
  }
  for (const one of leaving) {
    if (one.extraSeq === null) break;
    if (one.deliverySeq === deliverySeq) highest = Math.max(highest, one.number);
  }
  return highest;
};
