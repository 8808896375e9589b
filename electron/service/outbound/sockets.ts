import type { Socket } from 'node:net';
import type { buildConnector, Client } from 'undici';

/**
 * The open connections of all origins, so that kept ones that nobody uses don't take the descriptors of others: the
 * oldest of them is closed where a new one would be more than there are places.
 */
export interface Sockets {
  /** Counts connections that are being made, and closes an idle one for each that there is no place for. */
  counted(connect: buildConnector.connector): buildConnector.connector;
  /** Notes an open connection, until it closes. */
  keep(socket: Socket, client: Client): void;
  closeIdle(): void;
}

/** @param most infinity: none is ever closed for another */
export const createSockets = (most: number): Sockets => {
  const open = new Map<Socket, Client>();
  let connecting = 0;
  const closeIdle = (count: number): void => {
    let left = count;
    for (const [socket, client] of open) {
      if (left === 0) return;
      if (client.stats.size > 0) continue;
      open.delete(socket);
      socket.destroy();
      left--;
    }
  };
  return {
    counted: (connect) => (options, callback) => {
      connecting++;
      if (open.size + connecting > most) closeIdle(open.size + connecting - most);
      connect(options, (...[error, socket]: Parameters<typeof callback>) => {
        connecting--;
        if (error) callback(error, null);
        else callback(null, socket as Socket);
      });
    },
    keep(socket, client) {
      open.set(socket, client);
      socket.once('close', () => open.delete(socket));
    },
    closeIdle: () => closeIdle(open.size),
  };
};
