import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';
import { clockModes } from './sandboxes.ts';

/**
 * Saved states of the sandbox: everything in it at one moment, in one file, to go back to or to begin another one with.
 * Source: `docs/reference/rules/states.md`.
 */

/** What the files of states end with. */
export const stateExtension = '.carryover-state';

/** As file systems take it everywhere; without a dot, so that a path is never taken for a name. */
export const stateNamePattern = '^[A-Za-z0-9](?:[A-Za-z0-9 _-]{0,61}[A-Za-z0-9_-])?$';

/**
 * A file passes through the states by a name of the moment, which nobody knows: in a text, the file's own takes its place.
 * @param file as a person named it
 */
export const withFileNamed = (text: string, name: string, file: string): string =>
  text.replaceAll(name + stateExtension, () => file).replaceAll(name, () => file);

/** Whether a text names a file, by its path. */
export const isStatePath = (text: string): boolean => /[./\\]/.test(text);

export const StateName = Type.String({
  minLength: 1,
  maxLength: 63,
  pattern: stateNamePattern,
  description: 'Letters, digits, blanks, hyphens and underscores; begins with a letter or a digit.',
});

export const Passphrase = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'Opens the secrets in any data folder.',
});

export const secretChoices = ['sealed', 'none'] as const;

export const SaveState = Type.Object(
  {
    name: Type.Optional(StateName),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    secrets: Type.Optional(OneOf(secretChoices)),
    passphrase: Type.Optional(Passphrase),
    replace: Type.Optional(Type.Boolean({ description: 'Overwrite a state with the same name.' })),
  },
  {
    description:
      '`name`: the time of the saving if left out. `secrets`: `sealed` (the default) keeps API keys, signing secrets, headers and credentials, for this data folder alone or, with a passphrase, for any; `none` leaves them out.',
  },
);
export type SaveState = Static<typeof SaveState>;

/** Left out of the file, or not to be opened. */
export const missingSecrets = [
  'apiKeys',
  'signingSecrets',
  'headers',
  'credentials',
  'alertAuthHeader',
] as const;

export const MissingSecrets = Closed(
  {
    what: OneOf(missingSecrets),
    count: Type.Integer({ minimum: 1 }),
    of: Type.Array(Type.String(), { description: 'Ids of what they belong to; at most 100.' }),
    remedy: Type.String({ description: 'What there is instead, and what to do about it.' }),
  },
  { title: 'MissingSecrets' },
);
export type MissingSecrets = Static<typeof MissingSecrets>;

const StateProperties = {
  name: Type.String(),
  note: Type.Optional(Type.String()),
  saved: UtcDate,
  version: Type.String({ description: 'The version of Carryover that saved it.' }),
  bytes: Type.Integer({ minimum: 0, description: 'Of the file.' }),
  clock: OneOf(clockModes),
  now: Type.Unsafe<string>({ ...UtcDate, description: 'The time of the sandbox when it was saved.' }),
  companies: Type.Integer({ minimum: 0 }),
  endpoints: Type.Integer({ minimum: 0 }),
  messages: Type.Integer({ minimum: 0 }),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt.' }),
  secrets: OneOf(secretChoices),
  opensHere: Type.Boolean({ description: 'Its secrets were sealed in this data folder, or it holds none.' }),
  passphrase: Type.Boolean({ description: 'A passphrase opens its secrets.' }),
};

export const StateView = Closed(StateProperties, { title: 'StateView' });
export type StateView = Static<typeof StateView>;

export const StateList = Closed(
  {
    results: Type.Array(StateView, { description: 'Newest first.' }),
    unreadable: Type.Array(
      Closed({ name: Type.String(), problem: Type.String({ description: 'What is wrong with the file.' }) }),
    ),
  },
  { title: 'StateList' },
);
export type StateList = Static<typeof StateList>;

export const RestoreState = Type.Object({
  passphrase: Type.Optional(Passphrase),
  withoutSecrets: Type.Optional(
    Type.Boolean({ description: 'Restore without secrets that do not open; the response lists them.' }),
  ),
});
export type RestoreState = Static<typeof RestoreState>;

export const ForkState = Type.Object({
  ...RestoreState.properties,
  into: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description:
        'Absolute: the data folder to create, missing or empty; left out: one in `forks` of the data folder, called like the state.',
    }),
  ),
  number: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The same number gives the same ids; left out: a random one.',
    }),
  ),
});
export type ForkState = Static<typeof ForkState>;

export const StateForked = Closed(
  {
    dataDir: Type.String({ description: 'The data folder that was created.' }),
    state: StateView,
    missing: Type.Array(MissingSecrets),
  },
  { title: 'StateForked' },
);
export type StateForked = Static<typeof StateForked>;

export const StateRestored = Closed(
  {
    state: StateView,
    missing: Type.Array(MissingSecrets),
    keysDropped: Type.Integer({
      minimum: 0,
      description: 'API keys of the state that were left out, as the running ones already make ten.',
    }),
    keptAs: Type.Optional(Type.String({ description: 'The backup that holds what was replaced.' })),
    text: Type.String({ description: 'What happened and what it means, for a person.' }),
  },
  { title: 'StateRestored' },
);
export type StateRestored = Static<typeof StateRestored>;

/** Injected by the host, like `ServiceControl`. States may be gigabytes: nothing holds one in memory. */
export interface States {
  list(): StateList;
  /** While the service goes on. @throws CatalogueError `state.exists`, `state.noSpace`, `service.damaged` */
  save(request: SaveState): Promise<StateView>;
  /**
   * Reads and checks the whole state, while the service goes on.
   * @throws CatalogueError `state.notFound`, `state.damaged`, `state.foreign`, `state.newer`, `state.sealed`,
   * `state.wrongPassphrase`, `state.otherClock`, `state.noSpace`
   */
  prepare(name: string, request: RestoreState): Promise<PreparedState>;
  /** @throws CatalogueError `state.notFound` */
  read(name: string): StateFile;
  /** Takes a file in, whole or not at all. @throws CatalogueError `state.exists`, `state.damaged`, `state.foreign`, … */
  receive(
    name: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly replace: boolean },
  ): Promise<StateView>;
  /** @throws CatalogueError `state.notFound` */
  remove(name: string): void;
}

/** Data folders that begin with a state of this one. */
export interface StateForks {
  /**
   * Creates one, whole or not at all, while the service goes on.
   * @throws CatalogueError `state.notFound`, `state.damaged`, `state.sealed`, `state.noSpace`, `fork.…`, …
   */
  fork(name: string, request: ForkState): Promise<StateForked>;
}

/** The file of a state, as it is sent. */
export interface StateFile {
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface PreparedState {
  /**
   * Stops the service and starts it on the state: address and API keys stay.
   * @throws CatalogueError `state.notRestored`: what there was before runs again
   */
  restore(): Promise<StateRestored>;
  /** Nothing of it is kept. */
  drop(): void;
}
