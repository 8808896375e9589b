import { cancelDropped } from '#service/store/bulk-results.ts';
import { giveNumberBack } from '#service/store/give-back.ts';
import { dropMembers } from '#service/store/leases.ts';
import type { Tx } from '#service/store/store.ts';
import type { Lanes, LeasedAttempt } from './lanes.ts';

/** What could not leave, as this machine was in the way, is as it was before: no attempt, and due. */
export const giveUnsentBack = async (
  tx: Tx,
  lanes: Lanes,
  unsent: readonly LeasedAttempt[],
): Promise<void> => {
  if (unsent.length === 0) return;
  for (const attempt of unsent.toSorted((a, b) => b.number - a.number)) {
    const gone = unsent.flatMap((one) => (one.deliverySeq === attempt.deliverySeq ? [one.number] : []));
    const isPassed = lanes
      .numbersOf(attempt)
      .some((number) => number > attempt.number && !gone.includes(number));
    await giveNumberBack(tx, attempt, isPassed);
  }
  for (const lease of new Set(unsent.map((attempt) => attempt.lease))) {
    await dropMembers(
      tx,
      lease.seq,
      unsent.filter((attempt) => attempt.lease === lease),
    );
  }
  // The endpoint of one that was under way may be gone.
  await cancelDropped(tx);
  tx.afterCommit(() => {
    for (const { endpointSeq } of unsent) lanes.hintExtra(endpointSeq, Number.NEGATIVE_INFINITY);
  });
};
