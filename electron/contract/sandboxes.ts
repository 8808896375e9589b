import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/**
 * The sandboxes of a data folder: one on the system's time, one on virtual time, which never share a store. The local
 * service works on one of them. Source: `docs/architecture.md#time`.
 */

export const clockModes = ['system', 'virtual'] as const;
export type ClockMode = (typeof clockModes)[number];

export const SandboxView = Closed(
  {
    clock: OneOf(clockModes),
    current: Type.Boolean({ description: 'Whether the local service works on it.' }),
    exists: Type.Boolean(),
    bytes: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Of its database, with its log. Omitted if a database server keeps it.',
      }),
    ),
    now: Type.Optional(
      Type.Unsafe<string>({
        ...UtcDate,
        description: 'Its virtual time, if that can be read.',
      }),
    ),
    companies: Type.Optional(Type.Integer({ minimum: 0 })),
    endpoints: Type.Optional(Type.Integer({ minimum: 0 })),
    waiting: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Deliveries that wait for an attempt. Omitted if it cannot be read.',
      }),
    ),
  },
  { title: 'SandboxView' },
);
export type SandboxView = Static<typeof SandboxView>;

export const SandboxList = Closed({ results: Type.Array(SandboxView) }, { title: 'SandboxList' });
export type SandboxList = Static<typeof SandboxList>;

export const contentChoices = ['kept', 'copy', 'empty'] as const;

export const OpenSandbox = Type.Object(
  {
    clock: OneOf(clockModes),
    content: Type.Optional(OneOf(contentChoices)),
  },
  {
    description:
      '`content`: `kept` opens the sandbox as it was left; `copy` fills it with the present state of the current one; `empty` starts it without data. What is replaced becomes a backup of that sandbox. Left out: `kept` where there is one, else `empty`. An empty one has the client, API keys and settings of the current one.',
  },
);
export type OpenSandbox = Static<typeof OpenSandbox>;

export const SandboxOpened = Closed(
  {
    clock: OneOf(clockModes),
    content: OneOf(contentChoices),
    keptAs: Type.Optional(Type.String({ description: 'The backup that holds what was replaced.' })),
    text: Type.String({ description: 'What happened and what it means, for a person.' }),
  },
  { title: 'SandboxOpened' },
);
export type SandboxOpened = Static<typeof SandboxOpened>;

/** Injected by the host, like `ServiceControl`. */
export interface Sandboxes {
  list(): SandboxView[];
  /**
   * Makes ready what is to be opened, while the local service goes on.
   * @throws CatalogueError `sandbox.current`, `service.damaged`, `store.full`
   */
  prepare(request: OpenSandbox): Promise<PreparedSandbox>;
  /** Deletes the one that is not current, with its backups. @throws CatalogueError `sandbox.current`, `sandbox.none` */
  remove(clock: ClockMode): void;
}

export interface PreparedSandbox {
  /**
   * Stops the service and starts it on the other sandbox: address and port stay.
   * @throws CatalogueError `sandbox.notOpened`: the one before is open again
   */
  open(): Promise<SandboxOpened>;
  /** Nothing of it is kept. */
  drop(): void;
}
