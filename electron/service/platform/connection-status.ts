import type { ConnectionStatus } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ConnectionEvent } from '#service/core/domain-events.ts';

/** The status machine of a connection. Source: `docs/reference/rules/companies.md#connection-status`. */

export interface Transition {
  readonly to: ConnectionStatus;
  readonly event: ConnectionEvent['type'];
}

const reconnect = { to: 'Linked', event: 'connection.reconnected' } as const;

const transitions = {
  PendingAuth: {
    link: { to: 'Linked', event: 'connection.connected' },
    fail: { to: 'PendingAuth', event: 'connection.failed' },
  },
  Linked: {
    unlink: { to: 'Unlinked', event: 'connection.disconnected' },
    deauthorize: { to: 'Deauthorized', event: 'connection.disconnected' },
  },
  Unlinked: { link: reconnect, fail: { to: 'Unlinked', event: 'connection.failed' } },
  Deauthorized: { link: reconnect, fail: { to: 'Deauthorized', event: 'connection.failed' } },
} as const satisfies Record<ConnectionStatus, Partial<Record<string, Transition>>>;

type Machine = typeof transitions;
/** What can happen to a connection: its person links or unlinks it, linking fails, or its token proves dead. */
export type ConnectionAction = { [S in keyof Machine]: keyof Machine[S] }[keyof Machine];

/** What the action makes of a connection in that status; undefined if it is impossible there. */
export const transition = (status: ConnectionStatus, action: ConnectionAction): Transition | undefined => {
  const possible: Partial<Record<ConnectionAction, Transition>> = transitions[status];
  return possible[action];
};

const wanted: Record<ConnectionAction, string> = {
  link: 'Linked',
  unlink: 'Unlinked',
  deauthorize: 'Deauthorized',
  fail: 'a failed link',
};

/** @throws CatalogueError `connection.transition` */
export const requireTransition = (
  connection: { readonly id: string; readonly status: ConnectionStatus },
  action: ConnectionAction,
): Transition => {
  const found = transition(connection.status, action);
  if (found !== undefined) return found;
  throw new CatalogueError('connection.transition', {
    connectionId: connection.id,
    status: connection.status,
    wanted: wanted[action],
  });
};
