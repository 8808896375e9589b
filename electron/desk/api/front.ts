import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import type { Hello } from '#base/hello/answer.ts';
import { type ArrivalLimits, arrivalLimits, guardArrivals, serverOptions } from '#base/http/arrivals.ts';
import { answerBrokenRequest } from '#base/http/broken-requests.ts';
import type { ApiApp } from '#control/app.ts';
import { deskName } from './desk-name.ts';
import { alivePath } from './operations.ts';

/**
 * The one server that listens for the desk. What answers behind it can be exchanged: requests that come meanwhile wait,
 * and none is cut off.
 */
export interface Front {
  /** Passes requests on to `app` from now on. */
  serve(app: ApiApp): void;
  /** @returns the port. @throws the listen error of the system */
  listen(port: number, host: string): Promise<number>;
  port(): number;
  /**
   * Requests that come wait until `work` has ended, which begins once those that are under way, but for `own`, have been
   * answered.
   * @param patienceMs how long that may take
   * @returns what `work` answers; undefined if some took longer, and nothing was begun
   */
  holding<T>(own: ServerResponse, patienceMs: number, work: () => Promise<T>): Promise<T | undefined>;
  /** Takes no more connections; what is not answered after `drainMs` is cut off. */
  close(drainMs: number): Promise<void>;
}

/** As fastify has it: longer than the pauses of an open page. */
const keepAliveMs = 72_000;
/** What of a request is still to come is waited for so long before work that nothing may disturb. */
const arrivalMs = 1000;

/** @param hello answers who asks for the host's proof, also while requests wait */
export const createFront = (hello: Pick<Hello, 'answer'>, limits: ArrivalLimits = arrivalLimits): Front => {
  let app: ApiApp | undefined;
  let waiting: (() => void)[] | undefined;
  const underWay = new Set<ServerResponse>();

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    app?.routing(request, response);
  };
  const server = createServer(serverOptions(limits), (request, response) => {
    if (hello.answer(request, response)) return;
    // Whoever asks whether the host is alive would take it for dead, and end it in the middle of the work.
    if (waiting === undefined || request.url === alivePath) pass(request, response);
    else waiting.push(() => pass(request, response));
  });
  server.keepAliveTimeout = keepAliveMs;
  const nextCorrelationId = () => randomBytes(16).toString('hex');
  const answerBroken = answerBrokenRequest({ service: deskName, nextCorrelationId, headers: () => ({}) });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBroken({ code: error.code ?? '' }, socket as Socket),
  );
  const stopGuard = guardArrivals(server, limits, answerBroken);

  const quiet = async (own: ServerResponse, patienceMs: number): Promise<boolean> => {
    const others = [...underWay].filter((response) => response !== own);
    const ends = others.map((response) => new Promise<void>((end) => void response.once('close', end)));
    const late = Promise.withResolvers<false>();
    const cancels = [
      // An incomplete request has started nothing, and anybody may delay it: the guards have not seen it yet.
      systemTime.after(arrivalMs, () => {
        for (const { req } of others) if (!req.complete) req.destroy();
      }),
      systemTime.after(patienceMs, () => late.resolve(false)),
    ];
    const isQuiet = await Promise.race([Promise.all(ends).then(() => true), late.promise]);
    for (const cancel of cancels) cancel();
    return isQuiet;
  };
  const port = (): number => (server.address() as AddressInfo).port;

  return {
    serve(next) {
      app = next;
    },
    port,
    listen: (wanted, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(wanted, host, () => {
          server.off('error', reject);
          resolve(port());
        });
      }),
    async holding(own, patienceMs, work) {
      waiting = [];
      try {
        return (await quiet(own, patienceMs)) ? await work() : undefined;
      } finally {
        const held = waiting;
        waiting = undefined;
        for (const go of held) go();
      }
    },
    async close(drainMs) {
      const cancel = systemTime.after(drainMs, () => server.closeAllConnections());
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      cancel();
      stopGuard();
    },
  };
};
