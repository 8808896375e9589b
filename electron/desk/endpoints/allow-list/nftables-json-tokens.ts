import { type Fields, field, isObject, textOf } from './json-lines.ts';
import type { Word } from './nftables-text.ts';

/** Expressions of nftables JSON as the words of a rule. What is not understood becomes a word that no rule knows. */

type Part = (content: unknown) => readonly Word[] | undefined;

/** The words of one statement of a rule. */
export const ruleWords = (statement: unknown): readonly Word[] => {
  const [[kind, content] = ['', undefined], ...more] = isObject(statement) ? Object.entries(statement) : [];
  if (more.length > 0 || !Object.hasOwn(statements, kind)) return [strange(statement)];
  return statements[kind]?.(content) ?? [strange(statement)];
};

const strange = (part: unknown): string => JSON.stringify(part ?? null).slice(0, 60);

const plain =
  (...words: readonly string[]): Part =>
  () =>
    words;
const toChain =
  (word: string): Part =>
  (content) => {
    const target = isObject(content) ? textOf(content, 'target') : undefined;
    return target === undefined ? undefined : [word, target];
  };

const matchWords: Part = (content) => {
  if (!isObject(content)) return undefined;
  const left = selectorWords(field(content, 'left'));
  const operator = textOf(content, 'op');
  const right = valueWord(field(content, 'right'), operator === 'in');
  if (left === undefined || right === undefined || operator === undefined) return undefined;
  if (operator === 'in') return [...left, right];
  return /^([=!<>]=|[<>])$/.test(operator) ? [...left, operator, right] : undefined;
};

const mapWords: Part = (content) => {
  if (!isObject(content)) return undefined;
  const key = selectorWords(field(content, 'key'));
  const data = field(content, 'data');
  if (key === undefined) return undefined;
  if (typeof data === 'string') return [...key, 'vmap', data];
  const elements = isObject(data) ? field(data, 'set') : undefined;
  return Array.isArray(elements) ? [...key, 'vmap', { set: elements.map(verdictElement) }] : undefined;
};

const translation =
  (word: 'dnat' | 'redirect'): Part =>
  (content) => {
    if (!isObject(content)) return [word];
    const [address, port] = [field(content, 'addr'), field(content, 'port')];
    const known = (value: unknown) => value === undefined || /^(string|number)$/.test(typeof value);
    const place =
      known(address) && known(port) ? `${address ?? ''}${port === undefined ? '' : `:${port}`}` : '?';
    return [word, 'to', place];
  };

/** A mark or the like, that later rules may ask for. */
const mangleWords: Part = (content) => {
  if (!isObject(content)) return undefined;
  const key = selectorWords(field(content, 'key'));
  const value = field(content, 'value');
  return key !== undefined && typeof value === 'number' ? [...key, 'set', String(value)] : undefined;
};

/** `add @set { ip saddr }`; with a statement of its own, such as a rate, it is a condition. */
const addWords: Part = (content) => {
  if (!isObject(content) || field(content, 'stmt') !== undefined) return undefined;
  const given = field(content, 'elem');
  const element = isObject(given) && isObject(field(given, 'elem')) ? field(given, 'elem') : given;
  const value = isObject(element) && field(element, 'val') !== undefined ? field(element, 'val') : element;
  const [set, words] = [textOf(content, 'set'), selectorWords(value)];
  return set === undefined || words === undefined ? undefined : ['add', set, { set: [words] }];
};

const statements: Readonly<Record<string, Part>> = {
  match: matchWords,
  vmap: mapWords,
  accept: plain('accept'),
  drop: plain('drop'),
  return: plain('return'),
  continue: plain('continue'),
  reject: plain('reject'),
  jump: toChain('jump'),
  goto: toChain('goto'),
  counter: plain('counter'),
  log: plain('log'),
  notrack: plain('notrack'),
  dnat: translation('dnat'),
  redirect: translation('redirect'),
  mangle: mangleWords,
  set: addWords,
  queue: plain('queue'),
  tproxy: plain('tproxy'),
  synproxy: plain('synproxy'),
  fwd: plain('fwd'),
  dup: plain('dup'),
};

/** `{"payload": {"protocol": "ip", "field": "saddr"}}` as `ip saddr`. */
const selectorWords = (selector: unknown): string[] | undefined => {
  const [[kind, content] = ['', undefined], ...more] = isObject(selector) ? Object.entries(selector) : [];
  if (!isObject(content) || more.length > 0) return undefined;
  const words: Readonly<Record<string, readonly unknown[]>> = {
    payload: [field(content, 'protocol'), field(content, 'field')],
    meta: ['meta', field(content, 'key')],
    ct: ['ct', field(content, 'key')],
    fib: ['fib', ...flagsOf(content), field(content, 'result')],
  };
  const found = Object.hasOwn(words, kind) ? words[kind] : undefined;
  // `ct original ip saddr` and the like have more to them.
  if (kind === 'ct' && field(content, 'dir') !== undefined) return undefined;
  return found?.every((word) => typeof word === 'string') === true ? (found as string[]) : undefined;
};

const flagsOf = (content: Fields): readonly unknown[] => {
  const flags = field(content, 'flags');
  return Array.isArray(flags) ? flags : [flags];
};

/** @param listed whether a bare list means any of its words */
const valueWord = (value: unknown, listed: boolean): Word | undefined => {
  if (Array.isArray(value)) return listed ? { set: value.map(setElement) } : undefined;
  const elements = isObject(value) ? field(value, 'set') : undefined;
  if (Array.isArray(elements)) return { set: elements.map(setElement) };
  return scalarText(value);
};

/** An address, a number, a prefix or a range. */
const scalarText = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!isObject(value)) return undefined;
  const [prefix, range] = [field(value, 'prefix'), field(value, 'range')];
  if (isObject(prefix)) return `${scalarText(field(prefix, 'addr'))}/${scalarText(field(prefix, 'len'))}`;
  if (Array.isArray(range)) return range.map(scalarText).join('-');
  return undefined;
};

/** These change nothing about what an element is; a time to live or a rate do. */
const passing = new Set(['val', 'comment', 'counter']);

/** One element of a set; `?` where it is more than a value. */
export const setElement = (element: unknown): string[] => {
  const elem = isObject(element) ? field(element, 'elem') : undefined;
  if (isObject(elem)) {
    return Object.keys(elem).every((key) => passing.has(key)) ? setElement(field(elem, 'val')) : ['?'];
  }
  const concat = isObject(element) ? field(element, 'concat') : undefined;
  if (Array.isArray(concat))
    return concat.flatMap((part, at) => [...(at === 0 ? [] : ['.']), scalarText(part) ?? '?']);
  return [scalarText(element) ?? '?'];
};

/** `[key, {"accept": null}]` as `key : accept`. */
export const verdictElement = (element: unknown): string[] => {
  const [key, verdict] = Array.isArray(element) ? element : [undefined, undefined];
  const words = ruleWords(verdict);
  return [...setElement(key), ':', ...words.map((word) => (typeof word === 'string' ? word : '?'))];
};
