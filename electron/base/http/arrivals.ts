import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';

/**
 * How long a request may take to come in, on both servers. Its head has a fixed time. Its body has a grace, and after it
 * must have come with so many bytes a second on average: a large file may take hours, a byte now and then holds nothing
 * for longer than the grace. Time in which we ourselves do not read is not counted.
 */
export interface ArrivalLimits {
  readonly headMs: number;
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  /** How often it is checked. */
  readonly lookMs: number;
  /** Each holds some ten kilobytes, and at most one body that a route takes. */
  readonly connections: number;
}

export const arrivalLimits: ArrivalLimits = {
  headMs: 15_000,
  graceMs: 20_000,
  bytesPerSecond: 4096,
  lookMs: 1000,
  connections: 1000,
};

/** What was answered before the request was whole is kept open so long, so that the answer is read, not cut off. */
const lingerMs = 2000;

/** For the server that will be guarded. */
export const serverOptions = ({ headMs, lookMs }: ArrivalLimits) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: lookMs,
  // Bodies have a rule of their own.
  requestTimeout: 0,
  // What names no host is turned away in our own shape, not in Node's.
  requireHostHeader: false,
});

/** The request with a body that arrives on a connection, or arrived last. */
interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  /** Its body was read to its end. */
  isWhole: boolean;
  bytesBefore: number;
  /** Of the time that counts, ms. */
  elapsedMs: number;
}

/**
 * Holds the bodies of a server's requests to the limits. A request that is answered before it is whole, such as with a
 * 401, is read no further: the answer closes its connection.
 * @param refuse answers 408 to what came too slowly, and closes
 */
export const guardArrivals = (
  server: Server,
  limits: ArrivalLimits,
  refuse: (error: { readonly code: string }, socket: Socket) => void,
): Cancel => {
  server.maxConnections = limits.connections;
  const arrivals = new Map<Socket, Arrival>();

  /** One for each connection, used again: to watch each request by itself costs it a microsecond. */
  const begin = (request: IncomingMessage, response: ServerResponse): Arrival => {
    const { socket } = request;
    const begun = { request, response, isWhole: false, bytesBefore: socket.bytesRead, elapsedMs: 0 };
    const known = arrivals.get(socket);
    if (known !== undefined) return Object.assign(known, begun);
    arrivals.set(socket, begun);
    closeGentlyUnlessWhole(socket, begun);
    socket.once('close', () => arrivals.delete(socket));
    return begun;
  };

  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    const arrival = begin(request, response);
    const { shouldKeepAlive } = response;
    // An answer that comes before the whole request closes the connection.
    response.shouldKeepAlive = false;
    request.on('end', () => {
      // The next one may have begun to arrive before this one was read.
      if (arrival.request === request) arrival.isWhole = true;
      if (!response.headersSent) response.shouldKeepAlive = shouldKeepAlive;
    });
  });
  return systemTime.every(limits.lookMs, () => {
    for (const arrival of arrivals.values()) {
      const { request, response } = arrival;
      if (request.complete || response.writableEnded || !isLate(arrival, limits)) continue;
      arrivals.delete(request.socket);
      refuse({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket);
    }
  });
};

const closeGentlyUnlessWhole = (socket: Socket, arrival: Arrival): void => {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => (arrival.isWhole ? destroySoon() : closeGently(socket));
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const isLate = (arrival: Arrival, { graceMs, bytesPerSecond, lookMs }: ArrivalLimits): boolean => {
  const { request } = arrival;
  // Full: it is ours to read.
  if (request.readableLength >= request.readableHighWaterMark) return false;
  arrival.elapsedMs += lookMs;
  const bytes = request.socket.bytesRead - arrival.bytesBefore;
  return bytes < ((arrival.elapsedMs - graceMs) / 1000) * bytesPerSecond;
};

/** Ends our side, and the whole a little later: at once, and the system could take back an answer not yet read. */
export const closeGently = (socket: Socket, last?: string): void => {
  if (last === undefined) socket.end();
  else socket.end(last);
  systemTime.after(lingerMs, () => socket.destroy(), { unref: true });
};
