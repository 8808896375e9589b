import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type buildConnector, Client, errors, Pool } from 'undici';
import type { OwnFault } from '#base/own-fault.ts';
import { attemptDeadlineMs } from '#contract/schedule.ts';
import type { AddressPolicy } from './address-policy.ts';
import { createConnector } from './connector.ts';
import { Exchange } from './exchange.ts';
import { createNames, type NameSources } from './names.ts';
import type { Outbound, OutboundRequest } from './outbound.ts';
import { createPace } from './pace.ts';
import { createPlaces } from './places.ts';
import { createShortage, type Shortage } from './shortage.ts';
import { createSockets, type Sockets } from './sockets.ts';

/** Origins whose connections are kept. */
const keptOrigins = 200;

interface Origin {
  readonly pool: Pool;
  localAddress: string | undefined;
  inFlight: number;
}

export interface OutboundOptions {
  readonly names?: NameSources;
  /** Places in flight at most; without a limit if left out. */
  readonly places?: number;
  /** Called when this machine begins to lack something that requests need, and without a fault when that is over. */
  readonly onShortage?: (fault: OwnFault | undefined) => void;
}

/**
 * Requests out over undici, one Pool for each origin. A Pool opens as many connections as there are requests in
 * flight: whoever calls bounds those (a slot count for each endpoint, and \`places\` for all together), so that a dead
 * endpoint can't hold up another one on the same origin.
 */
export const createOutbound = (policy: AddressPolicy, options: OutboundOptions = {}): Outbound => {
  const origins = new Map<string, Origin>();
  const names = createNames(options.names);
  const places = createPlaces(options.places ?? Number.POSITIVE_INFINITY);
  const sockets = createSockets(places.total);
  const shortage = createShortage((fault) => {
    // A kept connection that nobody uses may be the very thing that is missing.
    if (fault !== undefined) sockets.closeIdle();
    options.onShortage?.(fault);
  });
  const connect = createConnector(policy, names, attemptDeadlineMs);
  const parse = cachedUrls();
  const pace = createPace();
  let isClosed = false;

  const originOf = (url: URL): Origin => {
    let origin = origins.get(url.origin);
    if (origin === undefined) {
      if (origins.size >= keptOrigins) dropIdle(origins);
      origin = openOrigin(url.origin, sockets.counted(connect), sockets, shortage);
      origins.set(url.origin, origin);
    }
    return origin;
  };

  const dispatch = ({ pool }: Origin, url: URL, request: OutboundRequest, exchange: Exchange): void => {
    const method = request.method ?? 'POST';
    try {
      if (isClosed) throw new errors.ClientDestroyedError();
      pool.dispatch(
        {
          path: url.pathname + url.search,
          method,
          headers: request.headers as string[],
          body: method === 'GET' ? null : request.body,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        exchange,
      );
    } catch (error) {
      exchange.fail(error);
    }
  };

  return {
    places,
    ownFault: shortage.fault,
    post(request, ended) {
      const url = parse(request.url);
      const origin = originOf(url);
      origin.inFlight++;
      const send = (exchange: Exchange) => dispatch(origin, url, request, exchange);
      pace.add(
        new Exchange({ pace, shortage, origin, send }, request.deadlineMs ?? attemptDeadlineMs, ended),
      );
    },
    async close() {
      isClosed = true;
      shortage.close();
      const pools = [...origins.values()].map(({ pool }) => pool.destroy());
      origins.clear();
      names.close();
      await Promise.all(pools);
    },
  };
};

const openOrigin = (
  name: string,
  connect: buildConnector.connector,
  sockets: Sockets,
  shortage: Shortage,
): Origin => {
  const origin: Origin = {
    localAddress: undefined,
    inFlight: 0,
    pool: new Pool(name, {
      pipelining: 1,
      allowH2: false,
      factory: (url, given) => {
        const client: Client = new Client(url, {
          ...given,
          connect: (options, callback) =>
            connect(options, (...[error, socket]: Parameters<typeof callback>) => {
              if (error) return callback(error, null);
              origin.localAddress = (socket as Socket).localAddress;
              sockets.keep(socket as Socket, client);
              shortage.gotThrough();
              callback(null, socket as Socket);
            }),
        });
        return client;
      },
    }),
  };
  return origin;
};

const dropIdle = (origins: Map<string, Origin>): void => {
  for (const [name, { pool, inFlight }] of origins) {
    if (inFlight > 0) continue;
    origins.delete(name);
    void pool.close();
    return;
  }
};

/** Parsing a URL costs more than sending to it, and there are few different ones. */
const cachedUrls = (): ((text: string) => URL) => {
  const urls = new LRUCache<string, URL>({ max: 1000, memoMethod: (text) => new URL(text) });
  return (text) => urls.memo(text);
};
