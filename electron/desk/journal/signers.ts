import { keyFingerprint, type PublicKey } from '#base/signing.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { type JournalRow, readJournal } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { foldColleagues } from './colleagues.ts';
import type { KnownSigners } from './known-signers.ts';
import { foldOwnKeys } from './own-keys.ts';
import { linked } from './verified-rows.ts';

export type { KnownSigners } from './known-signers.ts';

/** Everyone whose signature this data folder knows, by its journal. */
export const readSigners = async (
  { identity }: Pick<CoreContext, 'identity'>,
  reader: Reader,
): Promise<KnownSigners> => foldSigners(await readJournal(reader), identity.publicKey);

/**
 * Everything hangs on the present key, which is sealed outside the journal: from it the former keys are found backwards,
 * and an entry counts if the key that was the folder's own at that point signed it. Others are passed over: whoever can
 * write the table can neither trust a key nor revoke one.
 */
export const foldSigners = (rows: readonly JournalRow[], present: PublicKey): KnownSigners => {
  const chain = linked(rows);
  const own = foldOwnKeys(chain, present);
  const colleagues = foldColleagues(chain, own, present);
  return {
    standingOf(publicKey, place) {
      const fingerprint = keyFingerprint(publicKey);
      if (own.counts(publicKey, place)) return { standing: 'here', fingerprint };
      return { ...colleagues.standingOf(publicKey, place), fingerprint };
    },
    since: own.since,
    former: own.former,
    colleagues: colleagues.list,
  };
};
