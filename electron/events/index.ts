/**
 * `carryover/events`: the messages of the webhook service for consumers in TypeScript. Reading, checking and verifying
 * them needs no service, no network and no file.
 */

export type * from './event-types.ts';
export { EventError, eventTypes, isEvent, isEventType, parseEvent } from './parse.ts';
export {
  type SignatureHeaders,
  type SignatureOptions,
  type SignatureProblem,
  type SignatureResult,
  verifySignature,
} from './verify.ts';
