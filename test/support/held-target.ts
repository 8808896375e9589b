import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A target that takes its time: each request waits until it is let go, and is then answered by a real one. */
export const heldTarget = async (answeredBy: () => string) => {
  let gate = Promise.withResolvers<void>();
  let waiting = 0;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    waiting += 1;
    await gate.promise;
    waiting -= 1;
    try {
      const { authorization = '' } = headers;
      const answer = await fetch(answeredBy() + url, { method, headers: { authorization } });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    gate.resolve();
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting,
    letGo: () => gate.resolve(),
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
  };
};
export type HeldTarget = Awaited<ReturnType<typeof heldTarget>>;
