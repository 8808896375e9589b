import { type Static, Type } from 'typebox';
import { Closed, OneOf } from './common.ts';

/** A signature that a party made outside of Carryover. Source: `docs/reference/rules/managed-migration.md#signatures-made-outside`. */

export const unverifiedReasons = [
  /** A signature of minisign, without the public key of the party. */
  'no-key',
  /** A signed PDF, a mail, a photo. */
  'other-format',
] as const;

/** What is on record of it, from when it was attached. */
export const OutsideSignature = Type.Union([
  Closed({
    state: Type.Literal('verified'),
    keyId: Type.String({ pattern: '^[0-9A-F]{16}$', description: 'As minisign shows it.' }),
    fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the public key, hex.' }),
  }),
  Closed({ state: Type.Literal('not-verified'), why: OneOf(unverifiedReasons) }),
]);
export type OutsideSignature = Static<typeof OutsideSignature>;

/** A file with a name, and for a signature of minisign the public key that verifies it. */
export const SignatureFile = Closed({
  name: Type.String({ minLength: 1, maxLength: 300 }),
  content: Type.String({ minLength: 1, contentEncoding: 'base64', description: 'Base64.' }),
  key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'Text of `minisign.pub`, or the key in it. Only for a signature of minisign.',
    }),
  ),
});
export type SignatureFile = Static<typeof SignatureFile>;
