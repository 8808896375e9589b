import ipaddr from 'ipaddr.js';

/**
 * Where deliveries may go, decided on the resolved address at connect time, so that DNS can't be changed in between.
 * Loopback and public addresses: yes (consumers under test live on localhost). Private ranges: only if allowed.
 * Link-local, cloud metadata and everything without a host behind it: never.
 * Source: issue "the local service", part 4.
 */
export interface AddressPolicy {
  readonly allowPrivate: boolean;
}

/** Metadata services that sit in ranges which could otherwise be allowed. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '100.100.100.200', // Alibaba Cloud, in the carrier-grade NAT range
  '168.63.129.16', // Azure's wire server, a public address
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS, in the unique-local range
]);

const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** Answers undefined if a delivery may go to the address, or the reason why not. */
export const refusal = (address: string, policy: AddressPolicy): string | undefined => {
  if (!ipaddr.isValid(address)) return `${address} is not an IP address`;
  const parsed = embedded(ipaddr.process(withoutZone(address)));
  const text = parsed.toString();
  if (metadataAddresses.has(text)) return `${text} is a cloud metadata address`;
  const range = parsed.range();
  if (range === 'loopback' || range === 'unicast') return undefined;
  if (privateRanges.has(range)) {
    return policy.allowPrivate ? undefined : `${text} is in a private range (start with --allow-private)`;
  }
  return `${text} is in the range "${range}"`;
};

const withoutZone = (address: string): string => address.split('%', 1)[0] as string;

/** An IPv6 address that only wraps an IPv4 one (NAT64, 6to4) is judged by what it reaches. */
const embedded = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 => {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  if (address.range() === 'rfc6052') return ipaddr.fromByteArray(bytes.slice(12));
  if (address.range() === '6to4') return ipaddr.fromByteArray(bytes.slice(2, 6));
  return address;
};
