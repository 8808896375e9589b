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
 * Refuses a request that is meant for another host: by its `Host` header, whose port does not matter and which must
 * not be missing, or by a target that is a whole URL (RFC 9112, 3.2.2), which would outweigh that header.
 * @param allowed from `allowedHostNames`
 * @throws CatalogueError `host.foreign`, `target.notAPath`
 */
export const checkAddressee = ({ url, headers: { host } }: Addressed, allowed: ReadonlySet<string>): void => {
  if (host === undefined || !allowed.has(hostName(host))) {
    throw new CatalogueError('host.foreign', { host: host ?? '' });
  }
  if (!url.startsWith('/') || url.includes('#')) throw new CatalogueError('target.notAPath');
};

interface Addressed {
  /** The request's target as it came. */
  readonly url: string;
  readonly headers: { readonly host?: string | undefined };
}

/** Lower case, without port and trailing dot; an IPv6 address in brackets. */
const hostName = (host: string): string => {
  const text = host.trim().toLowerCase();
  if (isIPv6(text)) return `[${text}]`;
  return text.replace(/:\d*$/, '').replace(/\.$/, '');
};
