import { matchInterface, matchStates, type Packet } from './packet.ts';
import { destinationTest, isVersion6, matchPorts, rangeTest } from './ranges.ts';
import { either, type Match } from './reading.ts';

/** What a rule of nftables compares, and with what outcome for the first packet of a TCP connection. Source: nft(8). */

export interface TestContext {
  readonly untracked: boolean;
}
/** Takes the values once, and answers for each packet. A value that is not known leaves it open. */
export type Test = (texts: readonly string[]) => (packet: Packet, context: TestContext) => Match;

const ofWords =
  (match: (text: string) => Match): Test =>
  (texts) => {
    const found = either(texts.map(match));
    return () => found;
  };
const known =
  (yes: readonly string[], no: RegExp) =>
  (text: string): Match =>
    yes.includes(text) ? 'yes' : no.test(text) ? 'no' : 'maybe';

const addresses: Test = (texts) => {
  // `ip` compares IPv4 alone; nft refuses anything else, and so nothing is known of what is in force.
  const test = rangeTest(texts.map((text) => (isVersion6(text) ? '?' : text)));
  return ({ address }) => test(address);
};
const ports: Test =
  (texts) =>
  ({ port }) =>
    matchPorts(texts, port, '-');
/** The service's own port is any above 1023. */
const senderPorts: Test = (texts) => {
  const all = texts.some((text) => /^(0|1|1024)-65535$/.test(text)) ? 'yes' : 'maybe';
  return () => all;
};
const interfaces = ofWords(matchInterface);
const connection: Test =
  (texts) =>
  (_packet, { untracked }) =>
    matchStates(texts, untracked);
const protocols = ofWords(
  known(
    ['tcp', '6'],
    /^(udp|udplite|icmp|icmpv6|ipv6-icmp|sctp|esp|ah|gre|igmp|dccp|comp|vrrp|ospf|([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))$/,
  ),
);
const families = ofWords(known(['ipv4'], /^ipv6$/));
const etherTypes = ofWords(known(['ip'], /^(ip6|arp|vlan|8021q|8021ad)$/));
/** What is sent to the machine itself is local; what a machine passes on is unicast. */
const destinationTypes = ofWords(
  known(['local'], /^(broadcast|anycast|multicast|blackhole|unreachable|prohibit|unspec)$/),
);
const open: Test = () => () => 'maybe';
/** The packet is of another protocol, whatever stands behind. */
export const never: Test = () => () => 'no';

/** What a condition compares. The longest `name` fits first. */
export interface Selector {
  /** The words that name it. */
  readonly name: string;
  readonly test: Test;
  /** Why it may be open. */
  readonly doubt: string;
  /** Its values are ports: they may be compared by size. */
  readonly ofPorts?: true;
}

const interfaceDoubt = 'It depends on the network interface';
const reached = 'It depends on the destination address';
const senderPort = 'It depends on the source port';
const named = (
  names: readonly string[],
  test: Test,
  doubt: string,
  ofPorts?: Pick<Selector, 'ofPorts'>,
): Selector[] => names.map((name) => ({ name, test, doubt, ...ofPorts }));

export const selectors: readonly Selector[] = [
  ...named(['fib daddr type'], destinationTypes, reached),
  ...named(['ip daddr'], destinationTest, reached),
  ...named(['ip saddr'], addresses, "Its addresses can't be read"),
  ...named(['ip protocol', 'meta l4proto'], protocols, "Its protocol can't be read"),
  ...named(['meta nfproto'], families, "Its protocol can't be read"),
  ...named(['meta protocol'], etherTypes, "Its protocol can't be read"),
  ...named(['meta iifname', 'meta iif', 'iifname', 'iif'], interfaces, interfaceDoubt),
  ...named(['meta oifname', 'meta oif', 'oifname', 'oif'], open, interfaceDoubt),
  ...named(['tcp dport', 'th dport'], ports, "Its ports can't be read", { ofPorts: true }),
  ...named(['tcp sport', 'th sport'], senderPorts, senderPort, { ofPorts: true }),
  ...named(['ct state'], connection, 'It depends on connection tracking'),
  ...named(['ip6', 'udp', 'icmp', 'icmpv6', 'sctp', 'igmp'], never, ''),
];
