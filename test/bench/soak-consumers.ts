import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The consumers of a soak: one server, and a path for each kind. */
export const kinds = ['fast', 'slow', 'failing', 'gone', 'dead', 'flapping', 'limited'] as const;
export type Kind = (typeof kinds)[number];

const slowMs = 3000;
const flapMs = 20_000;
/** One body in so many is read for its time. */
const readEach = 10;

export interface Consumers {
  readonly origin: string;
  /** From the making of events to their arrival at the fast consumer, ms: those since the last call. */
  latencies(): number[];
  readonly received: Readonly<Record<Kind, number>>;
}

export const startConsumers = async (): Promise<Consumers> => {
  const received = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  let latencies: number[] = [];
  const answer: Record<Kind, (response: ServerResponse) => void> = {
    fast: (response) => response.end('ok'),
    slow: (response) => void setTimeout(() => response.end('ok'), slowMs),
    failing: (response) => response.writeHead(500).end('no'),
    gone: (response) => response.writeHead(410).end(),
    // It takes the request and never answers.
    dead: () => {},
    flapping: (response) => response.writeHead(Math.floor(Date.now() / flapMs) % 2 === 0 ? 200 : 503).end(),
    limited: (response) => response.end('ok'),
  };
  const read = (request: IncomingMessage): void => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { generatedDate } = JSON.parse(body) as { generatedDate: string };
      latencies.push(Date.now() - Date.parse(generatedDate));
    });
  };
  const server = createServer((request, response) => {
    const kind = (request.url ?? '').slice(1) as Kind;
    received[kind]++;
    if (kind === 'fast' && received.fast % readEach === 0) read(request);
    else request.resume();
    request.once('end', () => answer[kind](response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    latencies() {
      const since = latencies;
      latencies = [];
      return since;
    },
  };
};
