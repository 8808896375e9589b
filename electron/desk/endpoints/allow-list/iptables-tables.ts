import type { Chain, Rule } from './walk.ts';

/** The tables of an iptables rule set while it is read, command by command. */

export const tableNames = new Set(['filter', 'nat', 'mangle', 'raw', 'security']);
const builtIn = new Set(['INPUT', 'FORWARD', 'OUTPUT', 'PREROUTING', 'POSTROUTING']);

/** Rules that were put first are kept backwards, so that many of them take no longer than many behind. */
interface Growing extends Chain {
  readonly ahead: Rule[];
  readonly rules: Rule[];
  declared: boolean;
}

export interface Table {
  readonly chains: Map<string, Growing>;
  readonly policies: Map<string, { policy: 'accept' | 'drop'; line: number }>;
}

export const newTable = (): Table => ({ chains: new Map(), policies: new Map() });

const chainOf = ({ chains }: Table, name: string): Growing => {
  const known = chains.get(name) ?? { ahead: [], rules: [], declared: builtIn.has(name) };
  chains.set(name, known);
  return known;
};

export const declareChain = (table: Table, chain: string): void => {
  chainOf(table, chain).declared = true;
};

/** @param policy as written. @returns whether it is one */
export const setPolicy = (table: Table, chain: string, policy: string, line: number): boolean => {
  if (policy !== 'ACCEPT' && policy !== 'DROP') return false;
  chainOf(table, chain);
  table.policies.set(chain, { policy: policy === 'ACCEPT' ? 'accept' : 'drop', line });
  return true;
};

export const append = (table: Table, chain: string, rule: Rule): void => {
  chainOf(table, chain).rules.push(rule);
};

/** @param number from 1. @returns whether there is such a place */
export const insert = (table: Table, chain: string, rule: Rule, number: number): boolean => {
  const { ahead, rules } = chainOf(table, chain);
  const at = number - 1;
  if (number < 1 || at > ahead.length + rules.length) return false;
  if (at <= ahead.length) ahead.splice(ahead.length - at, 0, rule);
  else rules.splice(at - ahead.length, 0, rule);
  return true;
};

/** @param chain of which the rules go; all of the table if left out */
export const flush = (table: Table, chain: string | undefined): void => {
  for (const [name, { ahead, rules }] of table.chains) {
    if (chain !== undefined && chain !== name) continue;
    ahead.length = 0;
    rules.length = 0;
  }
};

/** As they are walked. @returns also the name of a chain that has rules and was never made */
export const finish = ({ chains }: Table): { chains: Map<string, Chain>; missing: string | undefined } => {
  const done = new Map<string, Chain>();
  for (const [name, { ahead, rules }] of chains) done.set(name, { rules: [...ahead.toReversed(), ...rules] });
  return { chains: done, missing: [...chains].find(([, { declared }]) => !declared)?.[0] };
};
