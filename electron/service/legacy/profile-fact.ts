import type { Profile } from '#contract/legacy.ts';
import type { Client } from '#service/core/context.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';

/** The profile as it is kept: its secret is sealed. */
interface StoredProfile extends Omit<Profile, 'alertAuthHeader'> {
  /** Sealed `alertAuthHeader`, base64. */
  readonly sealedAuthHeader?: string;
}

const profileFact: Fact<StoredProfile | null> = { name: 'profile', fallback: null };

type Sealing = Pick<ServiceContext, 'sealer'>;

/** The profile, or what a client has that never set one. */
export const readProfile = async ({ sealer }: Sealing, client: Client, reader: Reader): Promise<Profile> => {
  const stored = await readFact(reader, profileFact);
  if (stored === null) return { name: client.name, redirectUrl: '' };
  const { sealedAuthHeader, ...profile } = stored;
  if (sealedAuthHeader === undefined) return profile;
  return {
    ...profile,
    alertAuthHeader: sealer.open(Buffer.from(sealedAuthHeader, 'base64'), sealedAs.alertAuthHeader()),
  };
};

/** An empty `alertAuthHeader` means none. */
export const writeProfile = ({ sealer }: Sealing, tx: Tx, profile: Profile): Promise<void> => {
  const { alertAuthHeader, ...open } = profile;
  const stored: StoredProfile = alertAuthHeader
    ? {
        ...open,
        sealedAuthHeader: sealer.seal(alertAuthHeader, sealedAs.alertAuthHeader()).toString('base64'),
      }
    : open;
  return writeFact(tx, profileFact, stored);
};

/** When the client was cut over, ms UTC; null when it is not. */
const cutOverFact: Fact<number | null> = { name: 'cutOverAt', fallback: null };

export const readCutOver = (reader: Reader): Promise<number | null> => readFact(reader, cutOverFact);
export const writeCutOver = (tx: Tx, at: number | null): Promise<void> => writeFact(tx, cutOverFact, at);
