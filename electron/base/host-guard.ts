import { isIPv6 } from 'node:net';
import { CatalogueError } from '#contract/errors.ts';

/**
 * Which `Host` headers a server answers for. A page in a browser can make any name resolve to this machine (DNS
 * rebinding), but it can't hide that name from this header.
 */

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The names that a server answers for besides loopback: what the user allowed and the address it is bound to.
 * A wildcard address is no name that anyone calls.
 */
export const allowedHostNames = (bind: string, allowHosts: readonly string[]): ReadonlySet<string> => {
  const names = new Set([...loopbackNames, ...allowHosts.map(hostName)]);
  if (bind !== '0.0.0.0' && bind !== '::') names.add(hostName(bind));
  return names;
};

/**
 * Refuses a request that is meant for another host: by its `Host` header, which must be there once and well formed, and
 * whose port does not matter; or by a target that is a whole URL (RFC 9112, 3.2.2), which would outweigh that header.
 * @param allowed from `allowedHostNames`
 * @throws CatalogueError `host.foreign`, `target.notAPath`
 */
export const checkAddressee = (request: Addressed, allowed: ReadonlySet<string>): void => {
  const hosts = hostsOf(request.raw.rawHeaders);
  const [host = ''] = hosts;
  const name = namedBy(host);
  // Node tells of the first of several, and whoever reads the last would be asked for something else.
  if (hosts.length !== 1 || name === undefined || !allowed.has(name)) {
    throw new CatalogueError('host.foreign', { host });
  }
  if (!request.url.startsWith('/') || request.url.includes('#')) throw new CatalogueError('target.notAPath');
};

interface Addressed {
  /** The request's target as it came. */
  readonly url: string;
  /** Names and values in turn, as they came. */
  readonly raw: { readonly rawHeaders: readonly string[] };
}

const hostsOf = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_value, at) => at % 2 === 1 && isHost(rawHeaders[at - 1] as string));

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

/** RFC 9110, 7.2: a name, an IPv4 address, or an IPv6 address in brackets; then perhaps a port, which may be empty. */
const hostHeader = /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(?::(\d{0,5}))?$/;
const highestPort = 65_535;

/** The name in a `Host` header, without its port; undefined if the header is not well formed. */
export const namedBy = (header: string): string | undefined => {
  const [, name, port] = hostHeader.exec(header.toLowerCase()) ?? [];
  return Number(port ?? 0) > highestPort ? undefined : name;
};

/** What a person allows, or binds to: lower case, without port and trailing dot; an IPv6 address in brackets. */
const hostName = (host: string): string => {
  const text = host.trim().toLowerCase();
  if (isIPv6(text)) return `[${text}]`;
  return text.replace(/:\d*$/, '').replace(/\.$/, '');
};
