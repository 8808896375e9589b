import { type Static, Type } from 'typebox';
import { CaseFile } from './case-file.ts';
import { Closed, OneOf, UtcDate, VisibleName } from './common.ts';
import { EntrySigner, signatureStates } from './signature-states.ts';

/** The keys of a data folder for signing and for sealing, and the keys that it knows. */

const PublicKey = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: 'Ed25519, base64.' });
const Fingerprint = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the public key, hex.',
});

export const FormerKey = Closed({
  publicKey: PublicKey,
  fingerprint: Fingerprint,
  /** `moved`: the key of another data folder took its place; `lost`: its private key is gone. */
  how: OneOf('rotated', 'moved', 'lost'),
  until: UtcDate,
});
export type FormerKey = Static<typeof FormerKey>;

export const Colleague = Closed({
  publicKey: PublicKey,
  fingerprint: Fingerprint,
  name: VisibleName,
  standing: OneOf('trusted', 'revoked'),
  /** Since when it stands so. */
  at: UtcDate,
  /** Why it was revoked. */
  reason: Type.Optional(Type.String()),
});
export type Colleague = Static<typeof Colleague>;

const Recipient = Type.String({
  pattern: '^age1[02-9ac-hj-np-z]{58}$',
  description: 'X25519, as the age tool takes it.',
});
const RecipientFingerprint = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the recipient as text, hex.',
});

export const FormerRecipient = Closed({
  recipient: Recipient,
  fingerprint: RecipientFingerprint,
  /** Files sealed to a `lost` one can't be opened any more; those sealed to others can. */
  how: OneOf('rotated', 'moved', 'lost'),
  until: UtcDate,
});
export type FormerRecipient = Static<typeof FormerRecipient>;

export const IdentityView = Closed(
  {
    signing: Closed({
      publicKey: PublicKey,
      fingerprint: Fingerprint,
      minisign: Type.String({ description: 'The public key as `minisign -P` takes it.' }),
      since: UtcDate,
    }),
    former: Type.Array(FormerKey),
    /** To whom others seal files for this folder. */
    sealing: Closed({
      recipient: Recipient,
      fingerprint: RecipientFingerprint,
      since: UtcDate,
      former: Type.Array(FormerRecipient),
    }),
    colleagues: Type.Array(Colleague),
  },
  { title: 'Identity' },
);
export type IdentityView = Static<typeof IdentityView>;

/** A public key in any of its forms, or a file with one. */
const KeyText = Type.String({ minLength: 1, maxLength: 4000 });

export const KeyQuestion = Closed({ key: KeyText });
/** What a text holds: the key whose fingerprint is to be compared, and what is known of it. */
export const KeyAnswer = Closed({
  publicKey: PublicKey,
  fingerprint: Fingerprint,
  standing: OneOf('here', 'trusted', 'revoked', 'unknown'),
  name: Type.Optional(VisibleName),
});
export type KeyAnswer = Static<typeof KeyAnswer>;

export const TrustRequest = Closed({ key: KeyText, name: VisibleName });
export const RevokeRequest = Closed({
  key: Type.String({
    minLength: 1,
    maxLength: 4000,
    description: "A public key, its fingerprint, or a colleague's name.",
  }),
  reason: VisibleName,
});

const Passphrase = Type.String({ minLength: 1, maxLength: 1000 });
export const KeyExportRequest = Closed({
  passphrase: Type.String({
    minLength: 12,
    maxLength: 1000,
    description: 'The private key is sealed with it.',
  }),
});
export const KeyImportRequest = Closed({
  file: Type.String({ minLength: 1, maxLength: 100_000, description: 'The text of a key file.' }),
  passphrase: Passphrase,
});

export const keyFileFormat = 'carryover-signing-key';
/** A private key that moves to another data folder. */
export const KeyFile = Closed({
  format: Type.Literal(keyFileFormat),
  /** Before 2, the sealing keys did not move along. */
  version: Type.Union([Type.Literal(1), Type.Literal(2)]),
  publicKey: PublicKey,
  /** A PrivateKey as JSON, sealed under a key that is made of the passphrase. */
  sealed: CaseFile.properties.sealed,
});
export type KeyFile = Static<typeof KeyFile>;

export const PrivateKey = Closed({
  /** 32 bytes, base64. */
  privateKey: PublicKey,
  /** Keys that the folder signed with before, newest first. */
  earlier: Type.Array(PublicKey),
  /** Keys that open what was sealed to the folder, the present one first. From version 2 on. */
  sealing: Type.Optional(Type.Array(Closed({ secret: PublicKey, since: UtcDate }), { maxItems: 1000 })),
});

/** BLAKE2b-512 of a file, which stays where it is. */
const FileDigest = Type.String({ pattern: '^[0-9a-f]{128}$', description: 'BLAKE2b-512, hex.' });
export const SignFileRequest = Closed({
  digest: FileDigest,
  name: Type.String({
    minLength: 1,
    maxLength: 300,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
    description: "The file's name, for the trusted comment.",
  }),
});
export const SignedFile = Closed({ minisig: Type.String({ description: 'The text of a .minisig file.' }) });
export type SignedFile = Static<typeof SignedFile>;

export const VerifyFileRequest = Closed({
  digest: FileDigest,
  minisig: Type.String({ minLength: 1, maxLength: 10_000 }),
});
export const FileVerification = Closed({
  state: OneOf(signatureStates.filter((state) => state !== 'adopted' && state !== 'unsigned')),
  /** Absent where no known key made the signature. */
  signer: Type.Optional(EntrySigner),
  /** The trusted comment; absent where it can't be trusted. */
  comment: Type.Optional(Type.String()),
});
export type FileVerification = Static<typeof FileVerification>;
