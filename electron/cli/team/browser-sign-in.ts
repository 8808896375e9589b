import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { systemTime } from '#base/clock.ts';
import { CommandError } from '#cli/command-error.ts';
import { createHttpClient } from '#cli/http-client.ts';
import type { IssuedToken } from '#contract/people.ts';
import { plainPage, plainPageHeaders } from '#contract/plain-page.ts';
import { appSignInPath, type SignInWays } from '#contract/session.ts';
import { teamPeer } from './peer.ts';

/** How long a person has to agree. */
export const signInMs = 300_000;

/**
 * Signs the command line in by the page of a desk (RFC 8252): the person agrees there, and the browser brings a code to a
 * port of this machine, which only this process can exchange.
 * @param show brings the address of the page before the person
 * @throws CommandError if nobody agreed in time
 */
export const signInByBrowser = async (
  desk: string,
  show: (address: string) => Promise<void>,
  { after }: Pick<typeof systemTime, 'after'> = systemTime,
): Promise<IssuedToken> => {
  const client = createHttpClient(teamPeer(desk, undefined));
  // Before a browser is sent there: the certificate is verified, and there is somebody to sign in.
  if (!(await client.get<SignInWays>('/api/session/ways')).people)
    throw new CommandError(`The desk at ${desk} has no people, so nobody signs in there.`);
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const door = await openDoor(state);
  const cancel = after(signInMs, () =>
    door.refuse(new CommandError('Nobody agreed in the browser within 5 minutes. Nobody was signed in.')),
  );
  try {
    const address = new URL(appSignInPath, desk);
    const challenge = hash('sha256', verifier, 'base64url');
    const asked = { port: String(door.port), challenge, state, name: `command line on ${hostname()}` };
    address.search = String(new URLSearchParams(asked));
    await show(address.href);
    return await client.post<IssuedToken>('/api/session/app-token', { code: await door.code, verifier });
  } finally {
    cancel();
    door.close();
  }
};

/** A port of this machine that takes one response: the one that has the state. */
const openDoor = async (state: string) => {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>();
  // It may be refused before anybody waits for it.
  code.catch(() => {});
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const answer = answerIn(request, port, state);
    if (answer === undefined)
      return send(response, 400, 'Not this sign-in', 'Sign in again from the command line.');
    const isCode = 'code' in answer;
    const title = isCode ? 'You can close this window' : 'Cancelled';
    send(response, 200, title, isCode ? 'The command line completes the sign-in.' : 'Nobody was signed in.');
    response.on('close', () =>
      isCode
        ? resolve(answer.code)
        : reject(new CommandError('Cancelled in the browser. Nobody was signed in.')),
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
