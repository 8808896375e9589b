import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import { isLoopback } from '#base/outgoing/base-url.ts';
import { StartError } from '#local/start-error.ts';
import type { Role } from './roles.ts';

/**
 * Where a process listens, and whether what crosses a network on the way to it is encrypted. The servers speak plain HTTP:
 * beyond loopback, a proxy in front of them ends TLS, and whoever starts the process states its address.
 * Source: `docs/decisions/2026-11-29-https-is-stated.md`.
 */
export interface Reach {
  /** An IP address: what was judged is what is bound, whatever a name resolves to later. */
  readonly bind: string;
  /** Names that are answered for besides loopback and that address. */
  readonly allowHosts: readonly string[];
  /** The origin at which a proxy that ends TLS passes requests on: to the desk, or to the API of a process without it. */
  readonly httpsUrl: string | undefined;
  /** Whether it listens beyond loopback. */
  readonly isOpen: boolean;
}

export interface AskedReach {
  /** An address, or the name of one. */
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** Left out: CARRYOVER_HTTPS_URL, else there is no such proxy. */
  readonly httpsUrl?: string;
}

const variable = 'CARRYOVER_HTTPS_URL';

/**
 * @param find the address of a name
 * @throws StartError beyond loopback, unless HTTPS in front of it is stated
 * @throws the error of the system if a name has no address
 */
export const chooseReach = async (
  asked: AskedReach,
  roles: ReadonlySet<Role>,
  find: (name: string) => Promise<{ readonly address: string }> = lookup,
): Promise<Reach> => {
  const { bind, allowHosts } = asked;
  const httpsUrl = chooseHttpsUrl(asked.httpsUrl);
  if (!roles.has('api') && !roles.has('desk')) return { bind, allowHosts, httpsUrl, isOpen: false };
  // For the system, none stands for all.
  if (bind === '')
    throw new StartError(`--bind names no address. Nothing was started. Name one. ${stayHere}`);
  const isName = isIP(bind) === 0;
  const address = isName ? (await find(bind)).address : shortest(bind);
  const isOpen = !isLoopback(address);
  if (isOpen && httpsUrl === undefined) throw unencrypted(isName ? `${bind} (${address})` : bind);
  return { bind: address, allowHosts: isName ? [...allowHosts, bind] : allowHosts, httpsUrl, isOpen };
};

const unencrypted = (bind: string): StartError =>
  new StartError(
    `Other machines reach --bind ${bind}, and no HTTPS in front of it is stated: tokens, API keys and what the desk shows would cross the network in the clear. Nothing was started. Have a proxy end TLS, and state its address with --https-url, such as https://desk.example (or ${variable}). ${stayHere}`,
  );

const stayHere = 'Or leave --bind out: then only this machine reaches it, at 127.0.0.1.';

const chooseHttpsUrl = (asked: string | undefined): string | undefined => {
  const text = asked ?? (process.env[variable] || undefined);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const problem = url === null ? 'It is no URL' : problemOf(url, text);
  if (url === null || problem !== undefined)
    throw refused(asked === undefined ? variable : '--https-url', problem);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.origin;
};

const problemOf = (url: URL, text: string): string | undefined => {
  if (url.protocol !== 'https:') return 'It does not begin with https://';
  if (url.username !== '' || url.password !== '') return 'It holds a user or password';
  if (url.pathname !== '/' || /[?#]/.test(text)) return 'It holds a path, query or fragment';
  return ['0.0.0.0', '[::]'].includes(url.hostname) ? 'Nobody calls a wildcard address' : undefined;
};

/** Without the text, which may hold a password. */
const refused = (given: string, problem = ''): StartError =>
  new StartError(
    `${given} states no address of a proxy that ends TLS. ${problem}. Nothing was started. Give scheme and host, and the port if it is not 443: https://desk.example.`,
  );

/** As wildcards and loopback are known elsewhere. A zone would be lost. */
const shortest = (address: string): string =>
  isIPv6(address) && !address.includes('%')
    ? new SocketAddress({ address, family: 'ipv6' }).address
    : address;
