import {
  type Condition,
  conditions,
  matchProtocol,
  plainModules,
  rate,
  rateModules,
} from './iptables-match.ts';
import { plainWords, type ShellWord } from './shell-tokens.ts';

/** The words of one iptables rule, from behind the name of its chain, put in order. */

export interface Part {
  readonly condition: Condition;
  readonly negated: boolean;
  readonly values: readonly string[];
}

export interface RuleWords {
  readonly parts: readonly Part[];
  readonly target: string | undefined;
  readonly isGoto: boolean;
  readonly targetOptions: ReadonlyMap<string, string>;
  /** A word that is not understood: the rule may match or not, or may be refused. */
  readonly strange: string | undefined;
}

/** What targets of iptables do with a packet; other names are chains. Those here only mark, count or log it. */
export const passingTargets = new Set(
  'LOG NFLOG ULOG MARK CONNMARK TCPMSS TOS DSCP NOTRACK CT CHECKSUM CLASSIFY TRACE AUDIT TTL RATEEST SECMARK CONNSECMARK SET TCPOPTSTRIP IDLETIMER LED'.split(
    ' ',
  ),
);
/** Options of targets that decide; what stands behind any other target is a condition. */
const targetOptionNames: Readonly<Record<string, readonly string[]>> = {
  REJECT: ['--reject-with'],
  DNAT: ['--to-destination', '--random', '--persistent'],
  REDIRECT: ['--to-ports', '--to-port', '--random'],
};
/** May be given once in a rule. */
const single = new Set(['-s', '-d', '-p', '-i', '-o']);

/** @param shell whether a shell puts values in place of some words first */
export const readRuleWords = (all: readonly ShellWord[], shell: boolean): RuleWords => {
  const words = plainWords(all);
  let parts: Part[] = [];
  const given: string[] = [];
  const targetOptions = new Map<string, string>();
  let target: string | undefined;
  let isGoto = false;
  let strange = shell ? words.find(({ expands }) => expands)?.text : undefined;
  let negated = false;
  let at = 0;
  const textAt = (place: number): string | undefined => words[place]?.text;
  const next = (): string | undefined => {
    at += 1;
    return textAt(at - 1);
  };
  const setTarget = (word: string): void => {
    if (target !== undefined || negated) strange ??= word;
    target = next();
    isGoto = word === '-g' || word === '--goto';
    if (target === undefined) strange ??= word;
  };
  const useModule = (word: string): void => {
    const name = next() ?? '';
    if (rateModules.has(name)) parts.push({ condition: rate, negated: false, values: [] });
    else if (!plainModules.has(name) || negated) strange ??= `${word} ${name}`;
  };
  const unknown = (word: string): void => {
    const value = textAt(at);
    const hasValue = value !== undefined && !value.startsWith('-') && value !== '!';
    if (target === undefined || !ownsOption(target, word)) strange ??= word;
    else targetOptions.set(word, hasValue ? value : '');
    if (hasValue) at += 1;
  };
  const useCondition = (word: string, condition: Condition): void => {
    // Old rule sets put the negation behind the option.
    if (condition.words > 0 && textAt(at) === '!') {
      if (negated) strange ??= '!';
      negated = true;
      at += 1;
    }
    const values = words.slice(at, at + condition.words).map(({ text }) => text);
    at += condition.words;
    const short = word.startsWith('--') ? word.slice(1, 3) : word;
    if (single.has(short) && !word.endsWith('-range') && conditions.get(short) === condition) {
      if (given.includes(short)) {
        // Which of them would hold is not known, so none does for certain.
        strange ??= word;
        parts = parts.filter((part) => part.condition !== condition);
        return;
      }
      given.push(short);
    }
    if (values.length < condition.words) strange ??= word;
    else parts.push({ condition, negated, values });
  };
  while (at < words.length) {
    const word = next() as string;
    if (word === '!') {
      if (negated) strange ??= word;
      negated = true;
      continue;
    }
    const condition = conditions.get(word);
    if (word === '-m' || word === '--match') useModule(word);
    else if (['-j', '--jump', '-g', '--goto'].includes(word)) setTarget(word);
    else if (condition === undefined) unknown(word);
    else useCondition(word, condition);
    negated = false;
  }
  if (negated) strange ??= '!';
  if (parts.some(({ condition }) => condition.ofTcp) && !parts.some(isOfTcp)) strange ??= 'without -p tcp';
  return { parts, target, isGoto, targetOptions, strange };
};

const protocol = conditions.get('-p');
/** With another protocol it never matches; what is negated names none, and the program refuses the rule. */
const isOfTcp = ({ condition, negated, values: [name = ''] }: Part): boolean =>
  condition === protocol && !negated && (/^(tcp|6)$/i.test(name) || matchProtocol(name) === 'no');

const ownsOption = (target: string, option: string): boolean =>
  passingTargets.has(target) || (targetOptionNames[target]?.includes(option) ?? false);
