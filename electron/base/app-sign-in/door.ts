import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { capitalized } from '#contract/format.ts';
import { plainPage, plainPageHeaders } from '#contract/plain-page.ts';
import { SignInRefused } from './refused.ts';

/** A port of this machine that takes one response: the one that has the state. */
export interface Door {
  readonly port: number;
  /** Rejects if the person cancelled, or with what it is refused by. */
  readonly code: Promise<string>;
  refuse(reason: unknown): void;
  close(): void;
}

/** @param called the program, in a sentence for the person in the browser */
export const openDoor = async (state: string, called: string): Promise<Door> => {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>();
  // It may be refused before anybody waits for it.
  code.catch(() => {});
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const answer = answerIn(request, port, state);
    if (answer === undefined) return send(response, 400, 'Not this sign-in', `Sign in again from ${called}.`);
    const isCode = 'code' in answer;
    const title = isCode ? 'You can close this window' : 'Cancelled';
    send(
      response,
      200,
      title,
      isCode ? `${capitalized(called)} completes the sign-in.` : 'Nobody was signed in.',
    );
    response.on('close', () =>
      isCode
        ? resolve(answer.code)
        : reject(new SignInRefused('Cancelled in the browser. Nobody was signed in.')),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    code,
    refuse: reject,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** @returns undefined for what is no response to the sign-in with that state */
const answerIn = (
  { method, url = '', headers }: IncomingMessage,
  port: number,
  state: string,
): { readonly code: string } | { readonly error: string } | undefined => {
  const here = `127.0.0.1:${port}`;
  const address = URL.parse(url, `http://${here}`);
  if (method !== 'GET' || headers.host !== here || address?.pathname !== '/') return undefined;
  const { searchParams } = address;
  if (!isSame(searchParams.get('state') ?? '', state)) return undefined;
  const [code, error] = [searchParams.get('code'), searchParams.get('error')];
  if (code) return { code };
  return error ? { error } : undefined;
};

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

const send = (response: ServerResponse, status: number, title: string, text: string): void => {
  response
    .writeHead(status, { ...plainPageHeaders, connection: 'close' })
    .end(plainPage(title, `<p>${text}</p>`));
};
