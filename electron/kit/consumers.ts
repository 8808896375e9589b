import { randomUUID } from 'node:crypto';
import { systemTime, toIso } from '#base/clock.ts';
import { allowedHostNames, checkAddressee } from '#base/host-guard.ts';
import { consumerLimits as bodyLimits } from '#base/http/held-bodies.ts';
import { type Arrived, type Listener, listen } from '#base/http/listen.ts';

import type { SignatureVerdict } from '#contract/attempt-check.ts';
import { type ConsumerRequest, type Consumers, consumerLimits } from '#contract/consumers.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createKeptRequests } from './kept-requests.ts';
import { createResponses, type Responses } from './responses.ts';

interface Open {
  readonly id: string;
  readonly url: string;
  readonly responses: Responses;
  readonly close: () => Promise<void>;
}

export interface KitConsumers extends Consumers {
  closeAll(): Promise<void>;
}

/**
 * Receivers on loopback, each on a port of its own. A request is in the list before its sender gets the response: who
 * sees the delivery as delivered finds it there.
 */
export const createConsumers = (verify: ServiceControl['endpoints']['verify']): KitConsumers => {
  const hosts = allowedHostNames('127.0.0.1', []);
  const all = new Map<string, Open>();
  const kept = createKeptRequests();
  const find = (id: string): Open => {
    const found = all.get(id);
    if (found === undefined) throw new CatalogueError('consumer.notFound', { consumerId: id });
    return found;
  };
  const viewOf = ({ id, url }: Open) => ({ id, url, ...kept.counts(id) });

  const receive = async (id: string, responses: Responses, arrived: Arrived) => {
    const read = await readRequest(arrived, verify);
    const response = arrived.tooLarge ? { statusCode: 413, delayMs: 0 } : responses.next();
    const statusCode = response.connection === undefined ? response.statusCode : 0;
    kept.add({ ...read, consumerId: id, statusCode });
    return response;
  };

  return {
    total: kept.total,
    async open() {
      if (all.size >= consumerLimits.open) {
        throw new CatalogueError('consumer.tooMany', { most: consumerLimits.open });
      }
      const id = randomUUID();
      const responses = createResponses();
      const listener: Listener = await listen(0, {
        admit: (request) => checkAddressee({ url: request.url ?? '/', raw: request }, hosts),
        arrived: (arrived) => receive(id, responses, arrived),
      });
      const opened = { id, url: `http://127.0.0.1:${listener.port}`, responses, close: listener.close };
      all.set(id, opened);
      return viewOf(opened);
    },
    list: () => [...all.values()].map(viewOf),
    show: (id) => viewOf(find(id)),
    respond: (id, response) => find(id).responses.add(response),
    requests(query, id) {
      if (id !== undefined) find(id);
      return kept.list(query, id);
    },
    clear: (id) => kept.clear(find(id).id),
    async close(id) {
      const { close } = find(id);
      all.delete(id);
      kept.clear(id);
      await close();
    },
    subscribe: kept.subscribe,
    async closeAll() {
      const open = [...all.values()];
      all.clear();
      await Promise.all(open.map(({ close }) => close()));
    },
  };
};

type ReadRequest = Omit<ConsumerRequest, 'number' | 'consumerId' | 'statusCode'>;

const readRequest = async (
  { request, body, tooLarge }: Arrived,
  verify: ServiceControl['endpoints']['verify'],
): Promise<ReadRequest> => {
  const { method = '', url: path = '/' } = request;
  const at = toIso(systemTime.now());
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  const verdict: SignatureVerdict = tooLarge
    ? { state: 'wrong', reason: `Body over ${formatBytes(bodyLimits.eachBytes)}: not read.` }
    : await verify({
        id: headers['webhook-id'],
        timestamp: headers['webhook-timestamp'],
        signature: headers['webhook-signature'],
        body,
      });
  const { state, reason } = verdict;
  return {
    at,
    method,
    path,
    headers,
    body: body.toString('utf8'),
    signature: state,
    reason,
    ...(state === 'unsigned' ? {} : { verified: state === 'valid' }),
  };
};
