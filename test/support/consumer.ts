import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `'never'`: the request is read and never answered. */
export type Answer =
  | number
  | 'never'
  | {
      status: number;
      headers?: Record<string, string>;
      body?: string;
      /** The answer waits for this. */
      after?: Promise<unknown>;
    };

export interface Consumer {
  readonly url: string;
  readonly received: Received[];
  /** Resolves once `count` requests came. */
  receivedAtLeast(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

const send = (response: ServerResponse, answer: Exclude<Answer, 'never'>): void => {
  const { status, headers, body, after } = typeof answer === 'number' ? { status: answer } : answer;
  const end = () => response.writeHead(status, headers).end(body ?? '');
  if (after === undefined) end();
  else void after.then(end);
};

/** A real HTTP consumer on a free port of its own. `answer` sees each request and how many came before it. */
export const startConsumer = async (
  answer: (request: Received, before: number) => Answer = () => 200,
): Promise<Consumer> => {
  const received: Received[] = [];
  const waiters: { count: number; resolve: (all: Received[]) => void }[] = [];
  const record = (one: Received): void => {
    received.push(one);
    for (const waiter of waiters.splice(0)) {
      if (received.length >= waiter.count) waiter.resolve(received);
      else waiters.push(waiter);
    }
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      const chosen = answer(one, received.length);
      record(one);
      if (chosen !== 'never') send(response, chosen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    receivedAtLeast: (count) =>
      received.length >= count
        ? Promise.resolve(received)
        : new Promise((resolve) => waiters.push({ count, resolve })),
    close,
  };
};
