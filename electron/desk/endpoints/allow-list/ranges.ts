import { isIP, isIPv4 } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { either, type Match } from './reading.ts';

/** Addresses from `first` to `last`, both included, or those under one prefix. */
export type AddressRange =
  | { readonly kind: 'prefix'; readonly network: IPv4 | IPv6; readonly bits: number }
  | { readonly kind: 'span'; readonly first: IPv4 | IPv6; readonly last: IPv4 | IPv6 };

const mappedBits = 96;

/**
 * Reads an address, `address/bits`, `address/mask` or `first-last`. IPv4-mapped IPv6 stays IPv6: firewalls compare it with
 * IPv6 packets alone. Octets with leading zeros are refused, as programs disagree about them.
 * @returns undefined for anything else
 */
export const parseRange = (text: string): AddressRange | undefined => {
  const dash = text.indexOf('-');
  if (dash > 0) return parseSpan(text.slice(0, dash).trim(), text.slice(dash + 1).trim());
  const [address = '', suffix, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return undefined;
  const network = addressOf(address);
  const width = network.kind() === 'ipv4' ? 32 : 128;
  const bits = suffix === undefined ? width : prefixLength(suffix, width);
  return bits === undefined ? undefined : { kind: 'prefix', network, bits };
};

/** Of a text that is an address. The package's own reading tries every spelling that there is. */
const addressOf = (text: string): IPv4 | IPv6 =>
  isIPv4(text) ? new ipaddr.IPv4(text.split('.').map(Number)) : ipaddr.parse(text);

/** The IPv4 addresses that a range of IPv4-mapped IPv6 addresses is written with; undefined for any other range. */
export const unmapped = (range: AddressRange): AddressRange | undefined => {
  const isMapped = (one: IPv4 | IPv6): one is IPv6 =>
    one.kind() === 'ipv6' && (one as IPv6).isIPv4MappedAddress();
  if (range.kind === 'prefix') {
    const { network, bits } = range;
    if (!isMapped(network) || bits < mappedBits) return undefined;
    return { kind: 'prefix', network: network.toIPv4Address(), bits: bits - mappedBits };
  }
  const { first, last } = range;
  if (!isMapped(first) || !isMapped(last)) return undefined;
  return { kind: 'span', first: first.toIPv4Address(), last: last.toIPv4Address() };
};

/** Whether a text is a range of IPv6 addresses, IPv4-mapped ones among them. */
export const isVersion6 = (text: string): boolean => {
  const range = parseRange(text);
  return range !== undefined && (range.kind === 'prefix' ? range.network : range.first).kind() === 'ipv6';
};

const parseSpan = (from: string, to: string): AddressRange | undefined => {
  if (isIP(from) === 0 || isIP(to) === 0) return undefined;
  const first = addressOf(from);
  const last = addressOf(to);
  if (first.kind() !== last.kind() || compare(first, last) > 0) return undefined;
  return { kind: 'span', first, last };
};

const prefixLength = (suffix: string, width: number): number | undefined => {
  if (/^\d{1,3}$/.test(suffix)) return Number(suffix) <= width ? Number(suffix) : undefined;
  if (width !== 32 || !isIPv4(suffix)) return undefined;
  return ipaddr.IPv4.parse(suffix).prefixLengthFromSubnetMask() ?? undefined;
};

export const contains = (range: AddressRange, address: IPv4): boolean => {
  if (range.kind === 'prefix') {
    return range.network.kind() === 'ipv4' && address.match(range.network as IPv4, range.bits);
  }
  if (range.first.kind() !== 'ipv4') return false;
  return compare(range.first, address) <= 0 && compare(address, range.last) <= 0;
};

const compare = (one: IPv4 | IPv6, other: IPv4 | IPv6): number =>
  Buffer.compare(Buffer.from(one.toByteArray()), Buffer.from(other.toByteArray()));

/** Whether one of the texts holds an address, each read once; a text that can't be read leaves it open. */
export const rangeTest = (texts: readonly string[]): ((address: IPv4) => Match) => {
  const ranges = texts.map(parseRange);
  return (address) => {
    let match: Match = 'no';
    for (const range of ranges) {
      if (range === undefined) match = 'maybe';
      else if (contains(range, address)) return 'yes';
    }
    return match;
  };
};

export const matchRanges = (texts: readonly string[], address: IPv4): Match => rangeTest(texts)(address);

const multicast = { network: ipaddr.IPv4.parse('224.0.0.0'), bits: 4 };
const broadcast = '255.255.255.255';

/** Whether only packets to many receivers have a destination in this range: a TCP connection never does. */
const isForMany = (text: string): boolean => {
  const range = parseRange(text);
  if (range?.kind !== 'prefix' || range.network.kind() !== 'ipv4') return false;
  const network = range.network as IPv4;
  if (range.bits === 32 && network.toString() === broadcast) return true;
  return range.bits >= multicast.bits && network.match(multicast.network, multicast.bits);
};

/** As `rangeTest` for where a packet goes: before the firewall itself sets that, only ranges for many receivers are out. */
export const destinationTest = (
  texts: readonly string[],
): ((packet: { readonly destination?: IPv4 }) => Match) => {
  const test = rangeTest(texts);
  const before: Match = texts.includes('0.0.0.0/0') ? 'yes' : texts.every(isForMany) ? 'no' : 'maybe';
  return ({ destination }) => (destination === undefined ? before : test(destination));
};

/** @param separator between the ends of a range, such as `-` or `:` */
export const matchPorts = (texts: readonly string[], port: number, separator: string): Match =>
  either(
    texts.map((text) => {
      const [from = '', to = from, ...more] = text.split(separator).map((end) => end.trim());
      const open =
        separator === ':'
          ? { first: from === '' ? '0' : from, last: to === '' ? '65535' : to }
          : { first: from, last: to };
      const first = portNumber(open.first);
      const last = portNumber(open.last);
      if (first === undefined || last === undefined || first > last || more.length > 0) return 'maybe';
      return first <= port && port <= last ? 'yes' : 'no';
    }),
  );

/** Services that rule sets name instead of a number. Source: IANA. */
const services: Readonly<Record<string, number>> = {
  ftp: 21,
  ssh: 22,
  smtp: 25,
  domain: 53,
  http: 80,
  'www-http': 80,
  www: 80,
  ntp: 123,
  https: 443,
  'http-alt': 8080,
  webcache: 8080,
  mysql: 3306,
  postgresql: 5432,
};

/** A leading zero makes a number octal for some programs. */
const portNumber = (text: string): number | undefined => {
  if (/^(0|[1-9]\d{0,4})$/.test(text)) return Number(text);
  return Object.hasOwn(services, text) ? services[text] : undefined;
};
