import type { IPv4 } from 'ipaddr.js';
import type { AddressAnswer, AllowListResult } from '#contract/allow-list.ts';

/** What a parser makes of a text. */
export interface Reading {
  readonly remarks: AllowListResult['remarks'];
  answer(address: IPv4): Omit<AddressAnswer, 'address'>;
  /** Exact lines to add, in the format of the text, so that these, at least one, get in. */
  advise(addresses: readonly string[]): string[];
}

export type Remark = AllowListResult['remarks'][number];
export type Decision = Omit<AddressAnswer, 'address'>;

/** `maybe`: a condition of the rule can't be read or can't be seen from here. */
export type Match = 'yes' | 'no' | 'maybe';

export const both = (one: Match, other: Match): Match => {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'yes' && other === 'yes' ? 'yes' : 'maybe';
};
export const either = (matches: readonly Match[]): Match => {
  if (matches.includes('yes')) return 'yes';
  return matches.includes('maybe') ? 'maybe' : 'no';
};
export const not = (match: Match): Match => {
  if (match === 'maybe') return 'maybe';
  return match === 'yes' ? 'no' : 'yes';
};

/** As many as a person reads; the rest is counted. */
const remarkLimit = 100;

export const limited = (remarks: readonly Remark[]): Remark[] =>
  remarks.length <= remarkLimit
    ? remarks.map(short)
    : [
        ...remarks.slice(0, remarkLimit).map(short),
        { text: `… and ${remarks.length - remarkLimit} more remarks.` },
      ];

const short = (remark: Remark): Remark => ({ ...remark, text: excerpt(remark.text, 400) });

/** A line as an answer shows it. */
export const excerpt = (line: string, limit = 200): string => {
  const text = line.trim();
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
};
