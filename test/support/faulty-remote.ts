import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { problem } from './scripted-server.ts';

/**
 * What happens to one request on its way: nothing; an answer without it being passed on; an answer, or none, although it
 * was. `late` is passed on at once, and never answered; `latest` is passed on only after the client has given up.
 */
export const mishaps = [
  'none',
  '429',
  '500',
  'reset',
  'notJson',
  '500 after',
  'reset after',
  'notJson after',
  'late',
  'latest',
] as const;
export type Mishap = (typeof mishaps)[number];

/** An answer of its own, in place of the service's. */
export interface Scripted {
  readonly statusCode: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PassedRequest {
  readonly method: string;
  /** With the query string. */
  readonly url: string;
  readonly body: string;
  mishap: Mishap | 'scripted';
  /** The service's answer; undefined while, or as, it never got there. */
  answer: { readonly statusCode: number; readonly body: string } | undefined;
}

type Plan = (
  request: Pick<PassedRequest, 'method' | 'url' | 'body'>,
  count: number,
) => Mishap | Scripted | Promise<Mishap | Scripted>;

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A real server in front of the one at `to`, which does to each request what `plan` says; `count` begins at 1. */
export const faultyRemote = async (to: string, firstPlan: Plan = () => 'none') => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const passed: PassedRequest[] = [];
  const state = { plan: firstPlan, now: 0, most: 0, underWay: 0 };
  /** Requests that are passed on after their client has gone. */
  const held = new Set<() => Promise<unknown>>();
  const waiting = new Set<() => void>();

  const pass = (one: PassedRequest, headers: IncomingHttpHeaders): Promise<Answer> =>
    new Promise((resolve, reject) => {
      state.underWay += 1;
      const onward = request(to + one.url, { method: one.method, headers, agent }, async (response) => {
        const body = await buffer(response);
        const { statusCode = 0 } = response;
        one.answer = { statusCode, body: body.toString() };
        state.underWay -= 1;
        for (const wake of waiting) wake();
        resolve({ statusCode, headers: response.headers, body });
      });
      onward.on('error', reject);
      onward.end(one.body);
    });

  const answer = (response: ServerResponse, { statusCode, headers, body }: Answer): void => {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    response.writeHead(statusCode, kept).end(body);
  };
  const say = (response: ServerResponse, statusCode: number, body: unknown, headers = {}): void => {
    response.writeHead(statusCode, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const notJson = '<html>Sign in</html>';

  const carryOut = async (
    one: PassedRequest,
    headers: IncomingHttpHeaders,
    response: ServerResponse,
  ): Promise<void> => {
    switch (one.mishap) {
      case '429':
        return say(response, 429, problem(429, 'Too many requests.'), { 'retry-after': '0' });
      case '500':
        return say(response, 500, problem(500, 'Something broke.'));
      case 'notJson':
        return say(response, 200, notJson);
      case 'reset':
        return void response.socket?.resetAndDestroy();
      case '500 after':
        await pass(one, headers);
        return say(response, 500, problem(500, 'Something broke.'));
      case 'notJson after':
        await pass(one, headers);
        return say(response, 200, notJson);
      case 'reset after':
        await pass(one, headers);
        return void response.socket?.resetAndDestroy();
      case 'late':
        return void (await pass(one, headers));
      case 'latest': {
        const onward = (): Promise<unknown> => {
          held.delete(onward);
          return pass(one, headers);
        };
        held.add(onward);
        return;
      }
      default:
        return answer(response, await pass(one, headers));
    }
  };

  const server = createServer(async (incoming, response) => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    response.once('close', () => {
      state.now -= 1;
    });
    response.on('error', () => {});
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const one: PassedRequest = { method, url, body: body.toString(), mishap: 'none', answer: undefined };
    passed.push(one);
    const wanted = await state.plan(one, passed.length);
    if (typeof wanted === 'object') {
      one.mishap = 'scripted';
      return say(response, wanted.statusCode, wanted.body, wanted.headers);
    }
    one.mishap = wanted;
    await carryOut(one, headers, response).catch(() => response.socket?.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    agent.destroy();
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    /** The most requests that were answered at the same time. */
    most: () => state.most,
    setPlan(plan: Plan = () => 'none') {
      state.plan = plan;
    },
    /** Passes on what is held back, and waits until the service has answered everything. */
    async settle(): Promise<void> {
      await Promise.all([...held].map((onward) => onward()));
      while (state.underWay > 0) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    heldBack: () => held.size,
  };
};

/** Calls that write, as the service answered them, by method and path with ids taken out. */
export const writesOf = (passed: readonly PassedRequest[]): { call: string; path: string; ok: boolean }[] =>
  passed
    .filter(({ method, answer }) => method !== 'GET' && answer !== undefined)
    .map(({ method, url, answer }) => ({
      call: `${method} ${url.replace(uuid, '{id}')}`,
      path: `${method} ${url}`,
      ok: (answer?.statusCode ?? 0) < 300,
    }));

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
