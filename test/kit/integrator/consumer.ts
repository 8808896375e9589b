import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Event, parseEvent, verifySignature } from 'carryover/events';

/** An integrator's webhook consumer: it verifies, drops duplicates, and works. */
export interface AppConsumer {
  readonly url: string;
  /** Events that it worked on, each once. */
  readonly handled: readonly Event[];
  readonly refused: readonly string[];
  /** The next so many requests fail on the way to the database. */
  failNext(times: number): void;
  trust(secret: string): void;
  close(): Promise<void>;
}

export const startAppConsumer = async (): Promise<AppConsumer> => {
  const [handled, refused]: [Event[], string[]] = [[], []];
  const seen = new Set<string>();
  const secrets: string[] = [];
  let failing = 0;
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const result = verifySignature({ body, headers: request.headers, secrets });
      if (!result.valid) {
        refused.push(result.code);
        return response.writeHead(401).end();
      }
      if (failing > 0) {
        failing -= 1;
        return response.writeHead(500).end();
      }
      const id = String(request.headers['webhook-id']);
      if (!seen.has(id)) handled.push(parseEvent(body));
      seen.add(id);
      return response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    handled,
    refused,
    failNext(times) {
      failing = times;
    },
    trust: (secret) => void secrets.push(secret),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
