import type { IPv4 } from 'ipaddr.js';
import { type Line, readLine, speaksOfBlocking } from './cidr-line.ts';
import { firstMatch, type OrderedRule } from './first-match.ts';
import type { Decision, Reading, Remark } from './reading.ts';

/**
 * A list of addresses and ranges, one a line, with an optional word before it that says what becomes of them. With such
 * words the first line that matches decides; a list without any is one of what is allowed, unless a comment speaks of
 * what is kept out.
 */

const listed = 'Listed; the list is read as an allow-list.';
const mapped =
  'It is an IPv4-mapped IPv6 address: some programs compare it with IPv4 senders, firewalls do not. Write it as IPv4';
const bullet = 'The "-" before it may be a bullet, or mean deny.';

export const readCidr = (text: string): Reading => {
  const whole = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const lines = whole.flatMap((one, at) => readLine(one, at + 1));
  const heading = whole.findIndex(speaksOfBlocking) + 1;
  const signs = lines.some(({ sign }) => sign === '+');
  const remarks: Remark[] = lines
    .filter(({ matches }) => matches === undefined)
    .map(({ line, text: shown }) => ({
      line,
      text: `"${shown}" is not an address or range, so the effect of this line is unknown.`,
    }));
  if (heading > 0) remarks.push({ line: heading, text: `${formatHeading(heading)}.` });
  const allows = lines.some(({ word, matches }) => word === 'allowed' || (word === undefined && matches));
  const certain = allows && heading === 0;
  const fallback: Decision = certain
    ? { result: 'denied', because: 'Not in the list.' }
    : { result: 'unknown', because: 'The list does not state what happens to other addresses.' };
  return {
    remarks,
    answer: (address) => firstMatch(rulesFor(lines, address, heading, signs), fallback),
    advise: (addresses) => {
      const word = lines.find((line) => line.word === 'allowed') ? 'allow ' : '';
      const denied = lines.some((line) => line.word === 'denied');
      const where = denied ? 'Add at the top of the list' : 'Add to the list';
      return addresses.map((address) => `${where}: ${denied ? 'allow ' : word}${address}/32`);
    },
  };
};

const formatHeading = (line: number): string =>
  `Line ${line} mentions blocked addresses, so this may be a deny-list`;

/** @param heading the line that speaks of blocking; 0 if none does. @param signs whether "+" stands before some lines */
function* rulesFor(
  lines: readonly Line[],
  address: IPv4,
  heading: number,
  signs: boolean,
): Generator<OrderedRule> {
  for (const { line, text, word, sign, matches, meant } of lines) {
    const match = matches?.(address) ?? 'maybe';
    const result = word ?? 'allowed';
    const place = { line, text, match };
    if (matches === undefined) yield { ...place, result: meant, doubt: "This line can't be read" };
    else if (match === 'maybe') yield { ...place, result, doubt: mapped };
    else if (sign === '-' && !signs) yield { ...place, result: 'unknown', because: bullet };
    else if (word !== undefined) yield { ...place, result };
    else if (heading === 0) yield { ...place, result, because: listed };
    else yield { ...place, result: 'unknown', because: `${formatHeading(heading)}.` };
  }
}
