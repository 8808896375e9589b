import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** Whether a consumer's firewall lets the service's messages in. Source: `docs/reference/rules/delivery.md#source-addresses`. */

/** Where the real service sends from. */
export const sourceAddresses = ['4.159.114.108', '20.117.190.191'] as const;

export const allowListFormats = ['cidr', 'iptables', 'nftables', 'aws', 'azure', 'nginx'] as const;
export type AllowListFormat = (typeof allowListFormats)[number];

export const AllowListRequest = Closed(
  {
    text: Type.String({ minLength: 1, maxLength: 5_000_000 }),
    /** Recognized by its form if left out. */
    format: Type.Optional(OneOf(allowListFormats)),
    /** The port that the consumer listens on. */
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 443 })),
    /** The name of the file, for the record. */
    name: Type.Optional(Type.String({ maxLength: 300 })),
    /** Puts the answer on record. */
    caseId: Type.Optional(Uuid),
    webhookId: Type.Optional(Uuid),
  },
  { title: 'AllowListRequest' },
);
export type AllowListRequest = Static<typeof AllowListRequest>;

export const AddressAnswer = Closed({
  address: Type.String(),
  result: OneOf('allowed', 'denied', 'unknown'),
  /** The line that decides, from 1; absent for a default that no line states. */
  line: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String({ description: 'That line, or the rule in words.' })),
  because: Type.String(),
});
export type AddressAnswer = Static<typeof AddressAnswer>;

export const AllowListResult = Closed(
  {
    at: UtcDate,
    name: Type.Optional(Type.String()),
    digest: Type.String({ description: 'SHA-256 of the text, hex.' }),
    format: OneOf(allowListFormats),
    port: Type.Integer(),
    answers: Type.Array(AddressAnswer),
    /** What could not be read or does not bear on the answer. */
    remarks: Type.Array(Closed({ line: Type.Optional(Type.Integer()), text: Type.String() })),
    advice: Type.Array(Type.String()),
  },
  { title: 'AllowListResult' },
);
export type AllowListResult = Static<typeof AllowListResult>;
