import { type EndedAttempt, insertAttempts } from '#service/store/attempts.ts';
import { cancelDropped } from '#service/store/bulk-results.ts';
import { countInterrupted } from '#service/store/deliveries.ts';
import { keepExtraNumbers } from '#service/store/extra-attempts.ts';
import { createHeaderSets } from '#service/store/header-sets.ts';
import {
  deleteLeasesOf,
  type Gone,
  type InterruptedAttempt,
  selectInterrupted,
} from '#service/store/leases.ts';
import type { Tx } from '#service/store/store.ts';

/**
 * Ends the leases of processes that are gone. Attempts of which no result was recorded are in the log as interrupted,
 * under the numbers that their repeats keep.
 * @returns how many they were
 */
export const recoverInterrupted = async (tx: Tx, gone: Gone): Promise<number> => {
  const interrupted = await selectInterrupted(tx, gone);
  await insertAttempts(tx, createHeaderSets(), interrupted.map(loggedAs));
  await countInterrupted(tx, interrupted);
  await keepExtraNumbers(tx, interrupted);
  await deleteLeasesOf(tx, gone);
  await cancelDropped(tx);
  return interrupted.length;
};

const loggedAs = ({ deliverySeq, number, trigger, at }: InterruptedAttempt): EndedAttempt => ({
  messageId: '',
  sent: undefined,
  delivery_seq: deliverySeq,
  number,
  trigger,
  at,
  duration_ms: 0,
  status_code: null,
  error: 'Interrupted',
  response_headers_json: null,
  response_body: null,
  local_address: null,
});
