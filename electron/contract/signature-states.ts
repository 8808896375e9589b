import { type Static, Type } from 'typebox';
import { Closed, OneOf } from './common.ts';

/**
 * Who vouches for entries of a chain. The same states and labels in the interface, the command line, the API and the
 * documentation.
 */
export const signatureStates = ['here', 'trusted', 'adopted', 'unknown', 'unsigned', 'broken'] as const;
export type SignatureState = (typeof signatureStates)[number];

/** The data folder whose key signed; not the person who acted. */
export const EntrySigner = Closed({
  publicKey: Type.String({ description: 'Ed25519, base64.' }),
  fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the public key, hex.' }),
  name: Type.Optional(Type.String({ description: 'As it was called when it was trusted.' })),
  revoked: Type.Optional(Type.Boolean({ description: 'It was trusted once, and is not any more.' })),
});
export type EntrySigner = Static<typeof EntrySigner>;

// Each by a name: what is read or spread of a schema keeps all schemas, and so typebox, in the page.
const state = OneOf(signatureStates);
/** Of `adopted`: who adopted them. Absent where nothing is signed. */
const signer = Type.Optional(EntrySigner);

export const EntrySignature = Closed({ state, signer });
export type EntrySignature = Static<typeof EntrySignature>;

/** Entries `from` to `upTo` of a chain, all with the same signature state. */
export const Stretch = Closed({
  from: Type.Integer({ minimum: 1 }),
  upTo: Type.Integer({ minimum: 1 }),
  state,
  signer,
});
export type Stretch = Static<typeof Stretch>;

/** A key that nothing was decided about. `revoked`: trusted once, and not any more. */
export type UnknownSigner = Pick<EntrySigner, 'publicKey' | 'fingerprint' | 'revoked'>;

const labels: Readonly<Record<SignatureState, string>> = {
  here: 'Signed here',
  trusted: 'Signed by a trusted colleague',
  adopted: 'Adopted',
  unknown: 'Signed by an unknown key',
  unsigned: 'Unsigned',
  broken: 'Broken',
};

/** Such as `Signed by a trusted colleague (Ada)`. */
export const signatureLabel = ({ state, signer }: EntrySignature): string => {
  if (state === 'unknown' && signer?.revoked) return `Signed by a revoked key${named(signer.name)}`;
  return `${labels[state]}${state === 'trusted' ? named(signer?.name) : ''}`;
};

const named = (name: string | undefined): string => (name === undefined ? '' : ` (${name})`);

const meanings: Readonly<Record<SignatureState, string>> = {
  here: 'Signed by the key of this data folder.',
  trusted: 'Signed by a key that was trusted here.',
  adopted: 'Made before there were signatures, checked under the old key, and adopted by a signed entry.',
  unknown: 'Signed, but nobody here has said whose key it is.',
  unsigned: 'Made before there were signatures, and adopted by nobody who is known here.',
  broken: 'Changed, or not signed by the key that it names.',
};

/** What the state says, as a sentence. */
export const signatureMeaning = ({ state, signer }: EntrySignature): string =>
  state === 'unknown' && signer?.revoked
    ? 'Signed by a key that was revoked here; nothing shows that this was signed before.'
    : meanings[state];

/** Whether a state is one to rely on. */
export const isVouchedFor = (state: SignatureState): boolean =>
  state === 'here' || state === 'trusted' || state === 'adopted';

/** Exit codes of `carryover verify`, beside 0: whole, and all of it vouched for. */
export const verifyExitCodes = { broken: 3, notVouchedFor: 4 } as const;

export const verifyExitCode = ({
  whole,
  stretches,
}: {
  readonly whole: boolean;
  readonly stretches: readonly Pick<Stretch, 'state'>[];
}): number => {
  if (!whole || stretches.some(({ state }) => state === 'broken')) return verifyExitCodes.broken;
  return stretches.every(({ state }) => isVouchedFor(state)) ? 0 : verifyExitCodes.notVouchedFor;
};

/** A fingerprint as people compare it: groups of four digits. */
export const groupedFingerprint = (fingerprint: string): string =>
  fingerprint.match(/.{1,4}/g)?.join(' ') ?? '';
