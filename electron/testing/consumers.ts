import type { ControlClient } from './control-client.ts';
import { allReceived } from './pages.ts';
import type { Consumer, ConsumerRequest, ConsumerResponse } from './types.ts';

/** The consumers of one service, and the stream that fills their lists. */
export interface ServiceConsumers {
  open(): Promise<Consumer>;
  received(): Promise<ConsumerRequest[]>;
  /** Ends the stream; the lists stay as they are. */
  stop(): Promise<void>;
}

interface Line {
  readonly number?: number;
  readonly consumerId?: string;
  readonly upTo?: number;
}

export const createConsumers = (client: ControlClient): ServiceConsumers => {
  const lists = new Map<string, ConsumerRequest[]>();
  const waiting = new Set<() => void>();
  let last = 0;
  let end: (() => Promise<void>) | undefined;

  const take = (line: unknown): void => {
    const { consumerId, number, upTo } = line as Line;
    if (consumerId !== undefined) lists.get(consumerId)?.push(withoutConsumer(line as ConsumerRequest));
    last = Math.max(last, number ?? upTo ?? 0);
    for (const wake of waiting) wake();
  };
  /** From the first consumer on, a call resolves only when its requests by then are in the lists. */
  const follow = (): void => {
    end ??= client.follow('/consumers/stream', take);
    client.onResponse(async (received) => {
      while (last < received && end !== undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await promise;
        waiting.delete(resolve);
      }
    });
  };

  return {
    async open() {
      follow();
      const { id, url } = await client.call<{ id: string; url: string }>('POST', '/consumers');
      const requests: ConsumerRequest[] = [];
      lists.set(id, requests);
      return consumerOf(client, { id, url, requests }, () => lists.delete(id));
    },
    received: async () => (await allReceived(client.call, '/consumers/requests')).map(withoutConsumer),
    async stop() {
      const ending = end;
      end = undefined;
      for (const wake of waiting) wake();
      await ending?.();
    },
  };
};

const withoutConsumer = ({ consumerId: _, ...request }: ConsumerRequest & { consumerId?: string }) => request;

const consumerOf = (
  client: ControlClient,
  { id, url, requests }: { id: string; url: string; requests: ConsumerRequest[] },
  forget: () => void,
): Consumer => {
  const put = (response: object): Promise<void> => {
    const sent = client.call<void>('PUT', `/consumers/${id}/response`, response);
    // Whoever does not wait for it means it to hold for what comes next all the same.
    client.after(sent);
    return sent;
  };
  const close = async (): Promise<void> => {
    forget();
    await client.call('DELETE', `/consumers/${id}`);
  };
  return {
    id,
    url,
    requests,
    respond: (statusCode, options = {}) => put({ statusCode, ...toWire(options) }),
    break: (connection, options = {}) => put({ connection, ...options }),
    async waitForRequest(filter = {}, options = {}) {
      const wait = { for: 'consumer', consumerId: id, ...filter, ...options };
      const { received } = await client.call<{ received: ConsumerRequest[] }>('POST', '/wait', wait);
      return withoutConsumer(received.at(-1) as ConsumerRequest);
    },
    async clear() {
      await client.call('DELETE', `/consumers/${id}/requests`);
      requests.length = 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

const toWire = ({ body, headers, ...others }: ConsumerResponse): object => {
  if (body === undefined || typeof body === 'string') {
    return {
      ...others,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    };
  }
  const json = { 'content-type': 'application/json', ...headers };
  return { ...others, headers: json, body: JSON.stringify(body) };
};
