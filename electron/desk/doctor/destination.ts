import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { embeddedIPv4, isIPv6, isMetadataAddress, withoutZone } from '#base/metadata-addresses.ts';
import { hostOf } from '#base/outgoing/base-url.ts';
import { CatalogueError } from '#contract/errors.ts';

/** Every address of a host name. Rejects with the system's error. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Where requests go: the addresses that were judged, and no others. Source: `docs/reference/rules/doctor.md#consent`. */
export interface Destination {
  readonly url: URL;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
  readonly addresses: readonly string[];
  /** Every address that the name has is loopback. */
  readonly loopback: boolean;
  /** Why there is no address; `temporary`: the name servers did not say that there is none. */
  readonly problem?: { readonly text: string; readonly temporary: boolean };
  readonly durationMs: number;
}

export const bySystem: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * Looks the host up once and judges its addresses. A name without an address is a finding, not an error.
 * @param timeoutMs for the lookup
 * @throws CatalogueError `doctor.addressRefused` for cloud metadata, link-local and other addresses without a consumer
 */
export const resolveDestination = async (
  url: URL,
  resolve: Resolve,
  timeoutMs: number,
): Promise<Destination> => {
  const host = hostOf(url.hostname);
  const isLiteral = isIP(host) !== 0;
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const startedAt = systemTime.monotonic();
  const found = isLiteral ? { addresses: [host] } : await addressesOf(host, resolve, timeoutMs);
  const about = { url, host, port, isLiteral, durationMs: systemTime.monotonic() - startedAt };
  if ('problem' in found) return { ...about, addresses: [], loopback: false, problem: found.problem };
  const addresses = found.addresses.filter((address) => refusal(address) === undefined);
  const [refused] = found.addresses;
  if (addresses.length === 0 && refused !== undefined) {
    throw new CatalogueError('doctor.addressRefused', {
      host,
      problem: refusal(refused) ?? 'not a host address',
    });
  }
  return { ...about, addresses, loopback: found.addresses.every(isLoopbackAddress) };
};

type Found =
  | { readonly addresses: readonly string[] }
  | { readonly problem: NonNullable<Destination['problem']> };

const addressesOf = async (host: string, resolve: Resolve, timeoutMs: number): Promise<Found> => {
  const late = Promise.withResolvers<Found>();
  const cancel = systemTime.after(timeoutMs, () =>
    late.resolve({ problem: { text: 'no name server responded in time', temporary: true } }),
  );
  const asked = resolve(host).then(
    (addresses): Found =>
      addresses.length > 0 ? { addresses } : { problem: { text: 'it has no address', temporary: false } },
    (error: unknown): Found => ({ problem: problemOf(host, error) }),
  );
  return Promise.race([asked, late.promise]).finally(cancel);
};

const problemOf = (host: string, error: unknown): NonNullable<Destination['problem']> => {
  const code = (error as NodeJS.ErrnoException).code ?? errorText(error);
  // Names below .invalid are none, whatever can be asked (RFC 6761, 6.4).
  if (code === 'ENOTFOUND' || code === 'ENODATA' || /\.invalid$/i.test(host))
    return { text: 'the name is not known', temporary: false };
  return { text: `the name could not be looked up (${code})`, temporary: true };
};

const consumers: ReadonlySet<string> = new Set([
  'loopback',
  'unicast',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
]);
const wrapping: ReadonlySet<string> = new Set(['rfc6052', 'rfc6145', '6to4', 'teredo']);

/** Why nothing is sent to an address; undefined if it may be sent to. */
export const refusal = (address: string): string | undefined => {
  const bare = withoutZone(address);
  if (!ipaddr.isValid(bare)) return `${address} is not an IP address`;
  if (isMetadataAddress(bare)) return `${address} is a cloud metadata address, which returns credentials`;
  const parsed = ipaddr.process(bare);
  const inner = isIPv6(parsed) ? embeddedIPv4(parsed) : undefined;
  const ofInner = inner === undefined ? undefined : refusal(inner.toString());
  if (ofInner !== undefined) return ofInner;
  const range = parsed.range();
  if (consumers.has(range) || (inner !== undefined && wrapping.has(range))) return undefined;
  return `${address} is in the range "${range}", which has no consumers`;
};

const isLoopbackAddress = (address: string): boolean => {
  const bare = withoutZone(address);
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
};

/** Answers with the judged addresses, whatever the name leads to meanwhile. */
export const pinned = ({ addresses }: Destination): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIP(withoutZone(address)) }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (first === undefined) callback(new Error('The host has no address.'), '');
    else if (options.all) callback(null, all);
    else callback(null, first.address, first.family);
  };
};
