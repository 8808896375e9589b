import { type Static, Type } from 'typebox';
import { Closed, ErrorBody, UtcDate } from './common.ts';
import { Unconfirmed } from './target.ts';

/** What only the desk's own HTTP API answers, and how a host is found by commands. Source: `architecture.md`. */

/** As every error, and with what some carry besides. */
export const DeskErrorBody = Closed(
  {
    ...ErrorBody.properties,
    conflict: Type.Optional(
      Closed({
        yours: Type.Unknown(),
        theirs: Type.Array(
          Closed({
            seq: Type.Integer(),
            at: UtcDate,
            actor: Type.String(),
            kind: Type.String(),
            content: Type.Unknown(),
          }),
        ),
      }),
    ),
    unconfirmed: Type.Optional(Unconfirmed),
  },
  { title: 'Error' },
);

/** Every live API key in clear text, for the person at the machine. */
export const RevealedKeys = Closed({
  results: Type.Array(Closed({ id: Type.String(), name: Type.String(), apiKey: Type.String() })),
});
export type RevealedKeys = Static<typeof RevealedKeys>;

export const RevealQuery = Type.Object({
  reveal: Type.Optional(Type.Boolean({ default: false, description: 'true: values in full.' })),
});

export const UpcomingQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
});

/** The discovery file in the data folder, readable by its owner alone: how commands find the host that runs. */
export interface HostRecord {
  readonly pid: number;
  readonly apiUrl: string;
  readonly deskUrl: string;
  readonly deskToken: string;
  readonly version: string;
}

/** The one line of `carryover serve --json`. */
export interface ReadyLine {
  readonly event: 'ready';
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly deskUrl: string;
  readonly deskToken: string;
  readonly dataDir: string;
  readonly pid: number;
}
