import { type Static, Type } from 'typebox';
import { AskedApproval } from './approvals.ts';
import { Closed, ErrorBody } from './common.ts';
import { EditConflict } from './edit-conflict.ts';
import { Unconfirmed } from './target.ts';

/** What only the desk's own HTTP API answers, and how a host is found by commands. Source: `docs/architecture.md#processes`. */

/** As every error, and with what some carry besides. */
export const DeskErrorBody = Closed(
  {
    ...ErrorBody.properties,
    conflict: Type.Optional(EditConflict),
    approval: Type.Optional(AskedApproval),
    unconfirmed: Type.Optional(Unconfirmed),
  },
  { title: 'Error' },
);

/** A live API key in clear text, for the person at the machine. */
export const RevealedKey = Closed({ id: Type.String(), name: Type.String(), apiKey: Type.String() });
export type RevealedKey = Static<typeof RevealedKey>;
export const RevealedKeys = Closed({ results: Type.Array(RevealedKey) });
export type RevealedKeys = Static<typeof RevealedKeys>;

/** The data key in a form to write down, and the fingerprint that tells which one it is. */
export const RecoveryCode = Closed(
  { code: Type.String(), fingerprint: Type.String({ description: 'SHA-256, hex.' }) },
  { title: 'RecoveryCode' },
);
export type RecoveryCode = Static<typeof RecoveryCode>;

/** For a list that is only read: clear text that is not asked for stays in the desk. */
export const KeysQuery = Type.Object({
  masked: Type.Optional(Type.Boolean({ default: false, description: 'true: of each key only its end.' })),
});

export const RevealQuery = Type.Object({
  reveal: Type.Optional(Type.Boolean({ default: false, description: 'true: values in full.' })),
});

/** The discovery file in the data folder, readable by its owner alone: how commands find the host that runs. */
export interface HostRecord {
  readonly pid: number;
  readonly apiUrl: string;
  readonly deskUrl: string;
  readonly deskToken: string;
  /** What commands and the host prove to each other to know; it is never sent. */
  readonly secret: string;
  readonly version: string;
}

/** The one line of `carryover serve --json`. */
export interface ReadyLine {
  readonly event: 'ready';
  /** Empty without the role: see `--roles`. So are address and token of the desk. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly deskUrl: string;
  readonly deskToken: string;
  readonly dataDir: string;
  readonly pid: number;
}
