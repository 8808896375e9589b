import ipaddr from 'ipaddr.js';
import { embeddedIPv4, isIPv6, isMetadataAddress, withoutZone } from '#base/metadata-addresses.ts';

/**
 * Where deliveries may go, decided on the resolved address at connect time, so that DNS can't be changed in between.
 * Loopback and public addresses: yes (consumers under test live on localhost). Private ranges: only if allowed.
 * Link-local, cloud metadata and everything without a host behind it: never. An IPv6 address that leads to an IPv4 one
 * is judged by both.
 * Source: `docs/reference/rules/delivery.md#address-policy`.
 */
export interface AddressPolicy {
  readonly allowPrivate: boolean;
}

const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);
/** IPv6 in which an IPv4 address is written: that one counts. */
const wrappingRanges: ReadonlySet<string> = new Set(['rfc6052', 'rfc6145', '6to4', 'teredo']);
/** All public IPv6 addresses (RFC 4291, 2.4; IANA, "IPv6 Global Unicast Address Assignments"). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64 within one network (RFC 8215): what stands behind it is that network's matter. */
const localNat64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

/** Answers undefined if a delivery may go to the address, or the reason why not. */
export const refusal = (address: string, policy: AddressPolicy): string | undefined => {
  const bare = withoutZone(address);
  if (!ipaddr.isValid(bare)) return `${address} is not an IP address`;
  if (isMetadataAddress(bare)) return `${ipaddr.process(bare)} is a cloud metadata address`;
  const parsed = ipaddr.process(bare);
  const inner = isIPv6(parsed) ? embeddedIPv4(parsed) : undefined;
  const ofInner = inner === undefined ? undefined : refusal(inner.toString(), policy);
  if (ofInner !== undefined) return `${parsed} leads to ${ofInner}`;
  const range = rangeOf(parsed, inner !== undefined);
  if (range === 'loopback' || range === 'unicast') return undefined;
  if (privateRanges.has(range)) {
    return policy.allowPrivate ? undefined : `${parsed} is in a private range (start with --allow-private)`;
  }
  return `${parsed} is in the range "${range}"`;
};

const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6, isWrapped: boolean): string => {
  const range = address.range();
  if (!isIPv6(address)) return range;
  if (isWrapped && wrappingRanges.has(range)) return 'unicast';
  if (range !== 'unicast' || address.match(globalUnicast)) return range;
  return address.match(localNat64) ? 'private' : 'reserved';
};
