import { matchInterface, matchStates, type Packet } from './packet.ts';
import { destinationTest, matchPorts, rangeTest } from './ranges.ts';
import type { Match } from './reading.ts';

/** Conditions of an iptables rule by their option, for the first packet of a TCP connection. Source: iptables-extensions(8). */

export interface Condition {
  /** How many words follow the option. */
  readonly words: number;
  /** Takes the words once, and answers for each packet. */
  read(values: readonly string[]): (packet: Packet, context: Context) => Match;
  /** Why it may be open. */
  readonly doubt?: string;
  /** It stands behind `-p tcp` only; without, the program refuses the rule. */
  readonly ofTcp?: true;
}
export interface Context {
  /** The rule set takes packets out of connection tracking somewhere. */
  readonly untracked: boolean;
}

const list = ([text = '']: readonly string[]): string[] => text.split(',').map((item) => item.trim());
const fixed = (words: number, match: Match, doubt?: string): Condition => ({
  words,
  read: () => () => match,
  ...(doubt === undefined ? {} : { doubt }),
});
/** Of one word that says the same of every packet. */
const ofWord = (matchOf: (word: string) => Match, doubt?: string): Condition => ({
  ...fixed(1, 'yes', doubt),
  read([word = '']) {
    const match = matchOf(word);
    return () => match;
  },
});

const source: Condition = {
  words: 1,
  read(values) {
    const test = rangeTest(list(values));
    return ({ address }) => test(address);
  },
};
const destination: Condition = {
  words: 1,
  read: (values) => destinationTest(list(values)),
  doubt: 'It depends on the destination address',
};

const otherProtocol =
  /^(udp|udplite|icmp|icmpv6|ipv6-icmp|sctp|esp|ah|gre|igmp|vrrp|ospf|ipip|dccp|[1-9]\d{0,2})$/;
/** Whether `-p` with this word takes TCP; it takes words in any case. */
export const matchProtocol = (word: string): Match => {
  const name = word.toLowerCase();
  if (['tcp', '6', 'all', '0'].includes(name)) return 'yes';
  return otherProtocol.test(name) ? 'no' : 'maybe';
};

const interfaceDoubt = 'It depends on the network interface';
/** The service's own port is any above 1023. */
const sourcePorts: Condition = {
  ...ofWord(
    (word) => (list([word]).some((text) => /^(0|1024)?:(65535)?$/.test(text)) ? 'yes' : 'maybe'),
    'It depends on the source port',
  ),
  ofTcp: true,
};
const ports: Condition = {
  words: 1,
  read(values) {
    const texts = list(values);
    return ({ port }) => matchPorts(texts, port, ':');
  },
  ofTcp: true,
};
export const rate = fixed(1, 'maybe', 'It depends on the number of earlier packets');
const noCondition = fixed(1, 'yes');

const destinationTypes =
  'UNSPEC UNICAST LOCAL BROADCAST ANYCAST MULTICAST BLACKHOLE UNREACHABLE PROHIBIT THROW NAT XRESOLVE'.split(
    ' ',
  );
/** What is sent to the machine itself is LOCAL; what a machine passes on is UNICAST. */
const destinationType: Condition = {
  words: 1,
  read(values) {
    const types = list(values).map((type) => type.toUpperCase());
    const known = types.every((type) => destinationTypes.includes(type) && type !== 'UNICAST');
    const before: Match = types.includes('LOCAL') ? 'yes' : known ? 'no' : 'maybe';
    return ({ destination: set }) => (set === undefined ? before : 'maybe');
  },
  doubt: 'It depends on the destination address',
};

const flagNames = ['SYN', 'ACK', 'FIN', 'RST', 'URG', 'PSH'];
/** A first packet has SYN and no other flag. */
const tcpFlags: Condition = {
  words: 2,
  read(values) {
    const [mask = [], wanted = []] = values.map((text) => {
      const names = text.toUpperCase().split(',');
      if (text.toUpperCase() === 'ALL') return flagNames;
      return text.toUpperCase() === 'NONE' ? [] : names;
    });
    const known = [...mask, ...wanted].every((flag) => flagNames.includes(flag));
    const seen = mask.includes('SYN') ? ['SYN'] : [];
    const same = wanted.length === seen.length && wanted.every((flag) => seen.includes(flag));
    return () => (known ? (same ? 'yes' : 'no') : 'maybe');
  },
  ofTcp: true,
};

const named = (names: readonly string[], condition: Condition): [string, Condition][] =>
  names.map((name) => [name, condition]);

export const conditions: ReadonlyMap<string, Condition> = new Map([
  ...named(['-s', '--source', '--src', '--src-range'], source),
  ...named(['-d', '--destination', '--dst', '--dst-range'], destination),
  ...named(['-p', '--protocol', '--proto'], ofWord(matchProtocol)),
  ...named(['-i', '--in-interface'], ofWord(matchInterface, interfaceDoubt)),
  ...named(['-o', '--out-interface'], fixed(1, 'maybe', interfaceDoubt)),
  ...named(['--dport', '--destination-port', '--dports', '--destination-ports', '--ports'], ports),
  ...named(['--sport', '--source-port', '--sports', '--source-ports'], sourcePorts),
  ...named(['--ctstate', '--state'], {
    words: 1,
    read: (values) => {
      const states = list(values);
      return (_packet, { untracked }) => matchStates(states, untracked);
    },
  }),
  ...named(['--match-set'], fixed(2, 'maybe', 'The addresses of an ipset are not in the text')),
  ...named(
    ['--limit', '--hashlimit-upto', '--hashlimit-above', '--connlimit-above', '--connlimit-upto'],
    rate,
  ),
  // How fast and by what key a rate is counted changes nothing of what is open already.
  ...named(
    [
      '--comment',
      '--limit-burst',
      '--hashlimit-burst',
      '--hashlimit-mode',
      '--hashlimit-name',
      '--connlimit-mask',
    ],
    noCondition,
  ),
  ...named(['-c', '--set-counters'], fixed(2, 'yes')),
  ...named(['--syn'], { ...fixed(0, 'yes'), ofTcp: true }),
  ...named(['-f', '--fragment'], fixed(0, 'no')),
  ...named(['--tcp-flags'], tcpFlags),
  ...named(['--dst-type'], destinationType),
]);

/** Modules that match nothing by themselves; their options do. */
export const plainModules = new Set('tcp comment conntrack state multiport iprange addrtype set'.split(' '));
/** Modules that count, even without any option. */
export const rateModules = new Set(['limit', 'hashlimit', 'connlimit']);
