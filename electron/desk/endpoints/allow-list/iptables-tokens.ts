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

interface Reader {
  readonly words: readonly ShellWord[];
  at: number;
  /** A "!" stands before the next option. */
  negated: boolean;
  parts: Part[];
  /** Options of those that may be given once. */
  readonly given: Set<string>;
  target: string | undefined;
  isGoto: boolean;
  readonly targetOptions: Map<string, string>;
  strange: string | undefined;
}

/** @param shell whether a shell puts values in place of some words first */
export const readRuleWords = (all: readonly ShellWord[], shell: boolean): RuleWords => {
  const words = plainWords(all);
  const reader: Reader = {
    words,
    at: 0,
    negated: false,
    parts: [],
    given: new Set(),
    target: undefined,
    isGoto: false,
    targetOptions: new Map(),
    strange: shell ? words.find(({ expands }) => expands)?.text : undefined,
  };
  while (reader.at < words.length) readOption(reader, next(reader) as string);
  const { parts, target, isGoto, targetOptions } = reader;
  if (reader.negated) reader.strange ??= '!';
  if (parts.some(({ condition }) => condition.ofTcp) && !parts.some(isOfTcp)) {
    reader.strange ??= 'without -p tcp';
  }
  return { parts, target, isGoto, targetOptions, strange: reader.strange };
};

const next = (reader: Reader): string | undefined => {
  reader.at += 1;
  return reader.words[reader.at - 1]?.text;
};

const jumps = new Set(['-j', '--jump', '-g', '--goto']);

const readOption = (reader: Reader, word: string): void => {
  if (word === '!') {
    if (reader.negated) reader.strange ??= word;
    reader.negated = true;
    return;
  }
  const condition = conditions.get(word);
  if (word === '-m' || word === '--match') useModule(reader, word);
  else if (jumps.has(word)) setTarget(reader, word);
  else if (condition === undefined) useTargetOption(reader, word);
  else useCondition(reader, word, condition);
  reader.negated = false;
};

const setTarget = (reader: Reader, word: string): void => {
  if (reader.target !== undefined || reader.negated) reader.strange ??= word;
  reader.target = next(reader);
  reader.isGoto = word === '-g' || word === '--goto';
  if (reader.target === undefined) reader.strange ??= word;
};

const useModule = (reader: Reader, word: string): void => {
  const name = next(reader) ?? '';
  if (rateModules.has(name)) reader.parts.push({ condition: rate, negated: false, values: [] });
  else if (!plainModules.has(name) || reader.negated) reader.strange ??= `${word} ${name}`;
};

const useTargetOption = (reader: Reader, word: string): void => {
  const { target, targetOptions, words, at } = reader;
  const value = words[at]?.text;
  const hasValue = value !== undefined && !value.startsWith('-') && value !== '!';
  if (target === undefined || !ownsOption(target, word)) reader.strange ??= word;
  else targetOptions.set(word, hasValue ? value : '');
  if (hasValue) reader.at += 1;
};

const useCondition = (reader: Reader, word: string, condition: Condition): void => {
  // Old rule sets put the negation behind the option.
  if (condition.words > 0 && reader.words[reader.at]?.text === '!') {
    if (reader.negated) reader.strange ??= '!';
    reader.negated = true;
    reader.at += 1;
  }
  const values = reader.words.slice(reader.at, reader.at + condition.words).map(({ text }) => text);
  reader.at += condition.words;
  if (isGivenTwice(reader, word, condition)) {
    // Which of them would hold is not known, so none does for certain.
    reader.strange ??= word;
    reader.parts = reader.parts.filter((part) => part.condition !== condition);
  } else if (values.length < condition.words) reader.strange ??= word;
  else reader.parts.push({ condition, negated: reader.negated, values });
};

/** Notes an option that may be given once. */
const isGivenTwice = ({ given }: Reader, word: string, condition: Condition): boolean => {
  const short = word.startsWith('--') ? word.slice(1, 3) : word;
  const isSingle = single.has(short) && !word.endsWith('-range') && conditions.get(short) === condition;
  if (!isSingle) return false;
  const before = given.has(short);
  given.add(short);
  return before;
};

const protocol = conditions.get('-p');
/** With another protocol it never matches; what is negated names none, and the program refuses the rule. */
const isOfTcp = ({ condition, negated, values: [name = ''] }: Part): boolean =>
  condition === protocol && !negated && (/^(tcp|6)$/i.test(name) || matchProtocol(name) === 'no');

const ownsOption = (target: string, option: string): boolean =>
  passingTargets.has(target) || (targetOptionNames[target]?.includes(option) ?? false);
