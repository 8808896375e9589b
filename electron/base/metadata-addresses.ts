import ipaddr from 'ipaddr.js';

/**
 * Addresses at which clouds tell a machine who it is, with the credentials that it acts by. Nothing of ours calls them,
 * whatever it was allowed. Sources: AWS "Use IMDS" and "Link-local addresses" (EC2 User Guide), "EKS Pod Identity" and
 * "Task IAM role" (169.254.170.2); Google Cloud "About VM metadata" (fd20:ce::254); Azure "What is IP address
 * 168.63.129.16"; Oracle "Instance metadata" (also fd00:c1::a9fe:a9fe); Alibaba "ECS instance metadata"; Scaleway
 * "Instance metadata"; OpenStack Nova "Metadata service" (fe80::a9fe:a9fe).
 */
const addresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2', // AWS, containers
  '169.254.170.23', // AWS, pods
  '169.254.0.23', // Tencent
  '169.254.42.42', // Scaleway
  '100.100.100.200', // Alibaba, in the carrier-grade NAT range
  '168.63.129.16', // Azure, a public address
  '192.0.0.192', // Oracle
  'fd00:42::42', // Scaleway
]);

/** Prefixes that hold nothing but such services. */
const prefixes = ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32'].map((text) => ipaddr.IPv6.parseCIDR(text));

/** @param address IPv4 or IPv6, with a zone or not */
export const isMetadataAddress = (address: string): boolean => {
  const bare = withoutZone(address);
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (addresses.has(parsed.toString())) return true;
  if (!isIPv6(parsed)) return false;
  return (
    prefixes.some((prefix) => parsed.match(prefix)) ||
    possibleIPv4s(parsed).some((inner) => addresses.has(inner.toString()))
  );
};

export const withoutZone = (address: string): string => address.split('%', 1)[0] as string;

export const isIPv6 = (address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 =>
  address.kind() === 'ipv6';

/**
 * Where an IPv6 address can hold an IPv4 one: at its end (mapped, compatible, translated, ISATAP, NAT64 with a prefix of
 * 96 bits), behind shorter NAT64 prefixes, which nobody can tell from outside, in 6to4, and in Teredo. Sources: RFC 4291
 * 2.5.5, RFC 5214, RFC 6052 2.2, RFC 3056, RFC 4380 4.
 */
const places: readonly (readonly number[])[] = [
  [12, 13, 14, 15],
  [4, 5, 6, 7],
  [5, 6, 7, 9],
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [2, 3, 4, 5],
];

const possibleIPv4s = (address: ipaddr.IPv6): ipaddr.IPv4[] => {
  const bytes = address.toByteArray();
  return [...places.map((place) => ipv4At(bytes, place)), teredoClient(bytes)];
};

const ipv4At = (bytes: readonly number[], place: readonly number[]): ipaddr.IPv4 =>
  new ipaddr.IPv4(place.map((at) => bytes[at] as number));

/** Written with every bit turned over. */
const teredoClient = (bytes: readonly number[]): ipaddr.IPv4 =>
  new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));

/** The IPv4 address that a packet to this one ends at; undefined if it is not known to end at one. */
export const embeddedIPv4 = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === '6to4') return ipv4At(bytes, places[6] as number[]);
  if (range === 'teredo') return teredoClient(bytes);
  if (range === 'rfc6052' || range === 'rfc6145' || isCompatible(bytes) || isIsatap(bytes)) {
    return ipv4At(bytes, places[0] as number[]);
  }
  return undefined;
};

const isCompatible = (bytes: readonly number[]): boolean =>
  bytes.slice(0, 12).every((byte) => byte === 0) &&
  bytes.slice(12).some((byte, at) => byte > (at === 3 ? 1 : 0));

/** `…:0:5efe:a.b.c.d`, with or without the bits that say whether the address is unique. */
const isIsatap = (bytes: readonly number[]): boolean =>
  ((bytes[8] as number) & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
