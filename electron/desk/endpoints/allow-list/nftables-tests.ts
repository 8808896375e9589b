import { matchInterface, matchStates, type Packet } from './packet.ts';
import { isForMany, isVersion6, matchPorts, rangeTest } from './ranges.ts';
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
const destinations: Test = (texts) => {
  const test = rangeTest(texts);
  const before: Match = texts.includes('0.0.0.0/0') ? 'yes' : texts.every(isForMany) ? 'no' : 'maybe';
  return ({ destination }) => (destination === undefined ? before : test(destination));
};
const ports: Test =
  (texts) =>
  ({ port }) =>
    matchPorts(texts, port, '-');
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

/** By the words that name it. The longest fits first. */
export const selectors: readonly (readonly [string, Test])[] = [
  ['fib daddr type', destinationTypes],
  ['ip saddr', addresses],
  ['ip daddr', destinations],
  ['ip protocol', protocols],
  ['meta l4proto', protocols],
  ['meta nfproto', families],
  ['meta protocol', etherTypes],
  ['meta iifname', interfaces],
  ['meta iif', interfaces],
  ['meta oifname', open],
  ['meta oif', open],
  ['tcp dport', ports],
  ['th dport', ports],
  ['tcp sport', open],
  ['th sport', open],
  ['ct state', connection],
  ['iifname', interfaces],
  ['iif', interfaces],
  ['oifname', open],
  ['oif', open],
  ['ip6', never],
  ['udp', never],
  ['icmp', never],
  ['icmpv6', never],
  ['sctp', never],
  ['igmp', never],
];
