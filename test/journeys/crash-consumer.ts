import { createServer, type ServerResponse } from 'node:http';

/**
 * A consumer in a process of its own, so that it lives on when the host is killed, and can itself be frozen. It counts
 * what it received by `webhook-id` and path, and holds its answers back while it is told to.
 */
const received = new Map<string, number>();
let holding = false;
let held: ServerResponse[] = [];

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const key = `${request.headers['webhook-id']} ${request.url}`;
    received.set(key, (received.get(key) ?? 0) + 1);
    if (holding) held.push(response);
    else response.end('ok');
  });
});
/** Where connections are accepted; a backlog of 1 is full at once when the process is frozen. */
const listen = (port: number, backlog: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen({ port, host: '127.0.0.1', backlog }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
const listenAnew = async (backlog: number): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await listen(port, backlog);
};

const answers = {
  hold: () => {
    holding = true;
  },
  release: () => {
    holding = false;
    for (const response of held) response.end('ok');
    held = [];
  },
  narrow: () => listenAnew(1),
  widen: () => listenAnew(511),
  count: () => held.filter((response) => !response.destroyed).length,
  dump: () => [...received],
};
export type Command = keyof typeof answers;

process.on('message', async ({ id, command }: { id: number; command: Command }) => {
  process.send?.({ id, answer: await answers[command]() });
});
process.on('disconnect', () => process.exit(0));

const port = await listen(0, 511);
process.send?.({ port });
