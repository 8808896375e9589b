import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from './iptables-match.ts';
import { passingTargets, type RuleWords, readRuleWords } from './iptables-tokens.ts';
import { both, type Match, not } from './reading.ts';
import type { ShellWord } from './shell-tokens.ts';
import type { Rule, Verdict } from './walk.ts';

/**
 * One rule of iptables. What has a word that is not understood may match or not, and without a certain target nothing is
 * known of it.
 * @param words of the rule, from behind the name of its chain
 * @param shell whether a shell puts values in place of some words first
 */
export const iptablesRule = (
  words: readonly ShellWord[],
  place: { readonly line: number; readonly text: string },
  context: Context,
  shell: boolean,
): Rule => {
  const parsed = readRuleWords(words, shell);
  const { strange, parts } = parsed;
  const verdict = verdictOf(parsed);
  const tests = parts.map(({ condition, negated, values }) => ({
    test: condition.read(values),
    negated,
    doubt: condition.doubt,
  }));
  return {
    ...place,
    doubt: (packet) =>
      strange === undefined
        ? tests.find(({ test }) => test(packet, context) === 'maybe')?.doubt
        : `Its condition ${strange.slice(0, 40)} can't be read`,
    match(packet) {
      const start = strange === undefined ? 'yes' : 'maybe';
      return tests.reduce<Match>((match, { test, negated }) => {
        const one = test(packet, context);
        return both(match, negated ? not(one) : one);
      }, start);
    },
    verdict: () => verdict,
  };
};

const verdictOf = ({ target, isGoto, targetOptions, strange }: RuleWords): Verdict => {
  if (target === undefined) return { kind: strange === undefined ? 'none' : 'unknown' };
  if (passingTargets.has(target)) return { kind: 'none' };
  if (target === 'ACCEPT') return { kind: 'accept' };
  if (target === 'DROP' || target === 'REJECT' || target === 'TARPIT') return { kind: 'drop' };
  if (target === 'RETURN') return { kind: 'return' };
  if (target === 'DNAT') return { kind: 'translate', to: placeOf(targetOptions.get('--to-destination')) };
  if (target === 'REDIRECT') {
    const ports = targetOptions.get('--to-ports') ?? targetOptions.get('--to-port') ?? '';
    return { kind: 'translate', to: /^\d+$/.test(ports) ? { port: Number(ports) } : {} };
  }
  return { kind: isGoto ? 'goto' : 'jump', chain: target };
};

/** `address`, `address:port`; anything else, such as a range, is not known. */
export const placeOf = (text: string | undefined): { destination?: ipaddr.IPv4; port?: number } => {
  const [address = '', port, ...more] = (text ?? '').split(':');
  if (!isIPv4(address) || more.length > 0 || (port !== undefined && !/^\d+$/.test(port))) return {};
  return {
    destination: ipaddr.IPv4.parse(address),
    ...(port === undefined ? {} : { port: Number(port) }),
  };
};
