import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * How a client and the host prove to each other that both know the secret of the discovery file, before any other byte
 * of a connection. A port says nothing: once a host is gone, any user of the machine can listen on it.
 *
 *   client → host   GET /api/hello    a fresh nonce
 *   host → client   204               its own nonce, its process id, its proof
 *   client → host   POST /api/hello   its proof
 *   host → client   204               from now on the connection is known to be the owner's
 *
 * A proof is a MAC over both nonces, the process, and the address and port of the connection as each side sees it: what
 * was recorded is of no use for another connection, and a relay that listens elsewhere passes on proofs for elsewhere.
 */

export const helloPath = '/api/hello';
/** On a connection with both proofs: it holds the host, until it is closed. */
export const holdPath = '/api/hold';
export const helloHeaders = {
  nonce: 'carryover-nonce',
  pid: 'carryover-pid',
  proof: 'carryover-proof',
} as const;

/** What both sides see of one connection. */
export interface Greeting {
  readonly clientNonce: string;
  readonly hostNonce: string;
  /** Where the host was reached: what the client dialled, and what the host accepted on. */
  readonly address: string | undefined;
  readonly port: number | undefined;
  /** Of the host. */
  readonly pid: number;
}

export type Side = 'client' | 'host';

export const newHelloSecret = (): string => randomBytes(32).toString('base64url');
export const newNonce = (): string => randomBytes(32).toString('base64url');
export const isNonce = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text);

/** What `side` shows to the other one. */
export const proofOf = (secret: string, side: Side, greeting: Greeting): string =>
  macOf(secret, side, greeting).toString('base64url');

/** In constant time. */
export const isProofOf = (proof: unknown, secret: string, side: Side, greeting: Greeting): boolean => {
  const given = Buffer.from(typeof proof === 'string' ? proof : '', 'base64url');
  const wanted = macOf(secret, side, greeting);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const macOf = (secret: string, side: Side, greeting: Greeting): Buffer => {
  const { clientNonce, hostNonce, address, port, pid } = greeting;
  const said = ['carryover hello 1', side, clientNonce, hostNonce, plain(address), port, pid];
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update(JSON.stringify(said)).digest();
};

/** An IPv4 address of a socket that takes both kinds is written as one of IPv6. */
const plain = (address = ''): string => address.replace(/^::ffff:/i, '').replace(/%.*$/, '');
