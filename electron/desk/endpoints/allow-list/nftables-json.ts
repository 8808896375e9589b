import { type Fields, field, isObject, type LinedJson, parseLined, textOf } from './json-lines.ts';
import { ruleWords, setElement, verdictElement } from './nftables-json-tokens.ts';
import { type Statement, shownWords } from './nftables-text.ts';
import { unreadable } from './unreadable.ts';

/** `nft -j list ruleset` as the statements that `nft list ruleset` writes. Source: libnftables-json(5). */

const form = 'nftables JSON';

/** They say nothing about who gets in, unless a rule asks for them by name. */
const passedOver = new Set([
  'metainfo',
  'counter',
  'quota',
  'limit',
  'flowtable',
  'ct helper',
  'ct timeout',
  'ct expectation',
  'secmark',
  'synproxy',
]);

/** @throws CatalogueError `allowList.unreadable` with the line of what is wrong */
export const nftJsonStatements = (text: string): Statement[] => {
  const json = parseLined(text, form);
  const list = isObject(json.value) ? field(json.value, 'nftables') : undefined;
  if (!Array.isArray(list)) throw unreadable(form, 'it has no list "nftables"');
  const read: RuleSet = { json, statements: [], tables: new Map(), chains: new Map() };
  for (const item of list) readItem(item, read);
  return read.statements;
};

interface RuleSet {
  readonly json: LinedJson;
  readonly statements: Statement[];
  /** By family and name. */
  readonly tables: Map<string, Statement[]>;
  /** By the table's key and the chain's name. */
  readonly chains: Map<string, Statement[]>;
}

const readItem = (item: unknown, read: RuleSet): void => {
  const entries = isObject(item) ? Object.entries(item) : [];
  const [kind, content] = entries.length === 1 ? (entries[0] as [string, unknown]) : ['?', undefined];
  if (kind === 'add') {
    readItem(content, read);
    return;
  }
  if (passedOver.has(kind)) return;
  const line = lineOf(isObject(content) ? content : item, read);
  const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  const isRead = isObject(content) && reader?.(content, line, read);
  // What is not understood is left to the reader of statements, which says that it could decide.
  if (isRead !== true) read.statements.push({ line, words: [kind] });
};

const lineOf = (item: unknown, { json }: RuleSet): number => (isObject(item) && json.lineOf(item)) || 1;

/** Answers whether it was understood. */
type ItemReader = (content: Fields, line: number, read: RuleSet) => boolean;

const readTable: ItemReader = (content, line, { statements, tables }) => {
  const [family, name] = [textOf(content, 'family'), textOf(content, 'name')];
  if (family === undefined || name === undefined) return false;
  const flags = textsOf(field(content, 'flags'));
  const block: Statement[] = [{ line, words: ['flags', ...flags] }];
  statements.push({ line, words: ['table', family, name], block });
  tables.set(`${family} ${name}`, block);
  return true;
};

const readChain: ItemReader = (content, line, read) => {
  const table = tableOf(content, read);
  const name = textOf(content, 'name');
  if (table === undefined || name === undefined) return false;
  const block: Statement[] = [];
  const [type, policy, device] = ['type', 'policy', 'dev'].map((key) => field(content, key));
  if (type !== undefined) {
    const devices = textsOf(device);
    block.push({
      line,
      words: [
        'type',
        String(type),
        'hook',
        String(field(content, 'hook')),
        ...(devices.length === 0 ? [] : ['devices', '=', { set: devices.map((one) => [one]) }]),
        'priority',
        String(field(content, 'prio')),
      ],
    });
  }
  if (policy !== undefined) block.push({ line, words: ['policy', String(policy)] });
  table.push({ line, words: ['chain', name], block });
  read.chains.set(keyOf(content, name), block);
  return true;
};

const readRule: ItemReader = (content, line, read) => {
  const chain = read.chains.get(keyOf(content, textOf(content, 'chain') ?? ''));
  const expressions = field(content, 'expr');
  // Where a rule is put by a command, instead of behind the others, is not followed.
  const isPlaced = field(content, 'index') !== undefined || field(content, 'position') !== undefined;
  if (chain === undefined || !Array.isArray(expressions) || isPlaced) return false;
  const words = expressions.flatMap(ruleWords);
  if (words.length > 0) chain.push({ line, words, text: shownWords(words) });
  return true;
};

const readSet =
  (kind: 'set' | 'map', element: (given: unknown) => string[]): ItemReader =>
  (content, line, read) => {
    const table = tableOf(content, read);
    const name = textOf(content, 'name');
    if (table === undefined || name === undefined) return false;
    const elements = field(content, 'elem');
    const block: Statement[] = [{ line, words: ['flags', ...textsOf(field(content, 'flags'))] }];
    if (field(content, 'timeout') !== undefined) block.push({ line, words: ['timeout'] });
    if (Array.isArray(elements))
      block.push({ line, words: ['elements', '=', { set: elements.map(element) }] });
    table.push({ line, words: [kind, name], block });
    return true;
  };

const readers: Readonly<Record<string, ItemReader>> = {
  table: readTable,
  chain: readChain,
  rule: readRule,
  set: readSet('set', setElement),
  map: readSet('map', verdictElement),
};

const tableKey = (content: Fields): string => `${textOf(content, 'family')} ${textOf(content, 'table')}`;
const tableOf = (content: Fields, { tables }: RuleSet): Statement[] | undefined =>
  tables.get(tableKey(content));
const keyOf = (content: Fields, chain: string): string => `${tableKey(content)} ${chain}`;

/** A list of words, or one alone. */
const textsOf = (value: unknown): string[] => {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
};
