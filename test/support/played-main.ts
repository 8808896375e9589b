import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest, type Server } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Bridge, Desks, Opening } from '#contract/bridge.ts';
import { privateCa } from './private-ca.ts';

/** What main does when the page asks; what a test leaves out does nothing. */
type Answers = { [Name in keyof Bridge]?: (...args: never[]) => unknown };

/** Electron's main process, played for a page in Chromium. */
export interface PlayedMain {
  /** What the page has asked for, oldest first. */
  readonly asked: { readonly name: keyof Bridge; readonly args: readonly unknown[] }[];
  answers: Answers;
  /** Into a page, before it is loaded. */
  install(page: Page): Promise<void>;
  tellDesks(page: Page, desks: Desks): Promise<void>;
  tellOpening(page: Page, opening: Opening): Promise<void>;
}

const inPage = `
  const listeners = { desks: [], opening: [], hostState: [] };
  const on = (event) => (listener) => {
    listeners[event].push(listener);
    return () => listeners[event].splice(listeners[event].indexOf(listener), 1);
  };
  window.told = (event, content) => { for (const one of [...listeners[event]]) one(content); };
  const own = {
    platform: 'linux',
    pathOf: ({ name }) => '/home/jo/' + name,
    onDesks: on('desks'),
    onOpening: on('opening'),
    onHostState: on('hostState'),
  };
  window.carryover = new Proxy(own, {
    get: (target, name) => target[name] ?? (async (...args) => {
      const { value, problem } = await window.askMain(name, args);
      if (problem !== undefined) throw new Error(problem);
      return value ?? undefined;
    }),
  });
`;

export const playedMain = (answers: Answers): PlayedMain => {
  const main: PlayedMain = {
    asked: [],
    answers,
    async install(page) {
      await page.exposeFunction('askMain', async (name: keyof Bridge, args: never[]) => {
        main.asked.push({ name, args });
        try {
          return { value: await main.answers[name]?.(...args) };
        } catch (error) {
          return { problem: (error as Error).message };
        }
      });
      await page.addInitScript(inPage);
    },
    tellDesks: (page, desks) => page.evaluate(`told('desks', ${JSON.stringify(desks)})`),
    tellOpening: (page, opening) => page.evaluate(`told('opening', ${JSON.stringify(opening)})`),
  };
  return main;
};

/** The origin of a team's desk in the app, as main serves and forwards it. */
export interface PlayedOrigin {
  readonly url: string;
  /** For the page: it finds the origin nowhere else, and takes its certificate, which no machine trusts. */
  readonly context: BrowserContextOptions;
  /** What `/api/*` goes to. */
  desk: string;
  /** Of the person; undefined: signed out. */
  token: string | undefined;
  /** In the place of the desk's response, such as that its certificate was refused. */
  problem: object | undefined;
  /** Breaks off what is under way. */
  cut(): void;
}

/** Headers by which a page would be let in by itself. */
const ofPage = /^(host|origin|referer|cookie|authorization|x-carryover-session|sec-fetch-.*)$/;

/** By HTTPS, so that the page is a secure one, as in the app. */
export const playedOrigin = async (host: string): Promise<PlayedOrigin> => {
  const { cert, key } = privateCa(`DNS:${host}`);
  const server = createServer({ cert, key }, (request, response) => {
    const { method, url = '', headers } = request;
    if (origin.problem !== undefined && url.startsWith('/api/')) {
      const error = {
        statusCode: 502,
        correlationId: 'a'.repeat(32),
        canBeRetried: 'Yes',
        ...origin.problem,
      };
      response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify(error));
      return;
    }
    const { hostname, port } = new URL(origin.desk);
    const kept = Object.entries(headers).filter(([name]) => !ofPage.test(name));
    const access = origin.token === undefined ? {} : { authorization: `Bearer ${origin.token}` };
    const passed = httpRequest(
      { hostname, port, method, path: url, headers: { ...Object.fromEntries(kept), ...access } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        response.flushHeaders();
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  const port = await listen(server);
  const proxy = createHttpServer().on('connect', (_, socket) => {
    const there = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    there.on('error', () => socket.destroy()).pipe(socket);
    socket.on('error', () => there.destroy()).pipe(there);
  });
  const origin: PlayedOrigin = {
    url: `https://${host}`,
    context: {
      proxy: { server: `http://127.0.0.1:${await listen(proxy)}` },
      ignoreHTTPSErrors: true,
    },
    desk: '',
    token: undefined,
    problem: undefined,
    cut: () => server.closeAllConnections(),
  };
  return origin;
};

const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
