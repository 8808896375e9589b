import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import type { HeaderView } from './endpoint.ts';

/** Whether a request is signed as it should be, and how to repeat it by hand. Source: `docs/reference/rules/delivery.md#signature`. */

/** How far a consumer lets `webhook-timestamp` be off its own clock (Standard Webhooks). */
export const toleranceSeconds = 300;

export const AttemptSignature = Closed(
  {
    valid: Type.Boolean(),
    reason: Type.String({ description: 'In words.' }),
    signed: Type.Optional(
      Type.String({ description: 'What is signed: id.timestamp.body, as far as its first characters.' }),
    ),
    timestamp: Type.Optional(UtcDate),
    toleranceSeconds: Type.Integer(),
    secretsTried: Type.Integer({ description: 'How many secrets of the endpoint are live.' }),
  },
  { title: 'AttemptSignature' },
);
export type AttemptSignature = Static<typeof AttemptSignature>;

/** What a consumer received; what is absent was not sent. */
export interface ReceivedSignature {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly body: Uint8Array;
}

export const signatureStates = ['valid', 'wrong', 'stale', 'unsigned'] as const;
export const SignatureVerdict = Closed({
  state: OneOf(signatureStates),
  reason: Type.String({ description: 'In words.' }),
  webhookId: Type.Optional(Uuid),
});
export type SignatureVerdict = Static<typeof SignatureVerdict>;

export interface AttemptRequestOptions {
  /** Values of custom headers in full. */
  readonly reveal: boolean;
  /** Re-signed with the current time, as consumers refuse a signature that is older than five minutes. */
  readonly signAnew: boolean;
}

/** The request of an attempt. */
export interface AttemptRequest {
  readonly url: string;
  readonly headers: readonly HeaderView[];
  readonly body: string;
  /** What is not as it was sent, in sentences. */
  readonly remarks: readonly string[];
}

export const CurlQuery = Type.Object({
  reveal: Type.Optional(Type.Boolean({ default: false, description: 'true: header values in full.' })),
  signAnew: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: signed with the current time, so that the consumer accepts it for 5 minutes.',
    }),
  ),
});
export const CurlText = Closed({
  curl: Type.String({ description: 'For a POSIX shell.' }),
  remarks: Type.Array(Type.String(), { description: 'What differs from what was sent.' }),
});
