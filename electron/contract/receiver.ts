import { type Static, Type } from 'typebox';
import { SignatureVerdict } from './attempt-check.ts';
import { Closed, UtcDate } from './common.ts';
import { HeaderView } from './endpoint.ts';
import type { Announcement } from './stream.ts';

/** The built-in receiver of webhooks: a consumer on loopback to point endpoints and legacy rules at. */

export const receiverLimits = { kept: 200, shownBytes: 16_384 } as const;

export const ReceiverAnswer = Closed(
  {
    statusCode: Type.Integer({ minimum: 200, maximum: 599 }),
    delayMs: Type.Integer({ minimum: 0, maximum: 120_000 }),
  },
  { title: 'ReceiverAnswer' },
);
export type ReceiverAnswer = Static<typeof ReceiverAnswer>;

export const ReceiverStart = Closed({
  newPort: Type.Optional(
    Type.Boolean({
      description: 'true: not the port that it had before; endpoints that point there have to be changed.',
    }),
  ),
});
export type ReceiverStart = Static<typeof ReceiverStart>;

export const ReceiverView = Closed(
  {
    on: Type.Boolean(),
    url: Type.Optional(
      Type.String({ description: 'While it is on: its URL; every path below it receives.' }),
    ),
    port: Type.Optional(Type.Integer({ description: 'Stays the same once chosen.' })),
    problem: Type.Optional(
      Type.String({ description: 'Why it is off although it was on before, in words.' }),
    ),
    answer: ReceiverAnswer,
    received: Type.Integer({ description: 'Requests since the host was started.' }),
  },
  { title: 'Receiver' },
);
export type ReceiverView = Static<typeof ReceiverView>;

export const ReceivedRequest = Closed(
  {
    id: Type.Integer({ description: 'Rises, also across restarts.' }),
    at: UtcDate,
    method: Type.String(),
    path: Type.String(),
    headers: Type.Array(HeaderView, { description: 'Custom values masked, unless revealed.' }),
    body: Type.String({ description: 'The first 16 KiB.' }),
    bodyBytes: Type.Integer(),
    signature: SignatureVerdict,
    answered: Type.Object({ statusCode: Type.Integer(), delayMs: Type.Integer() }),
  },
  { title: 'ReceivedRequest' },
);
export type ReceivedRequest = Static<typeof ReceivedRequest>;
export const ReceivedList = Closed({
  results: Type.Array(ReceivedRequest, { description: 'Newest first; of all, the last 200 are kept.' }),
});

export const ReceivedQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only those with a higher id.' })),
  reveal: Type.Optional(Type.Boolean({ default: false, description: 'true: header values in full.' })),
});
export type ReceivedQuery = Static<typeof ReceivedQuery>;

/** Injected into the desk by the host. Every method throws `CatalogueError`. */
export interface Receiver {
  show(): Promise<ReceiverView>;
  /** Does nothing while it is on. @throws CatalogueError `receiver.portInUse` */
  start(request: ReceiverStart): Promise<ReceiverView>;
  stop(): Promise<ReceiverView>;
  setAnswer(answer: ReceiverAnswer): Promise<ReceiverView>;
  received(query: ReceivedQuery): Promise<ReceivedRequest[]>;
  /** Calls `listener` on every announcement until the returned function is called. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}
