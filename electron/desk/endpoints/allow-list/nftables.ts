import ipaddr from 'ipaddr.js';
import { nftJsonStatements } from './nftables-json.ts';
import { elementText, type NftContext, nftRule } from './nftables-rule.ts';
import { nftStatements, type Statement, type Word } from './nftables-text.ts';
import { decide, type Stage } from './pipeline.ts';
import { type Decision, excerpt, type Reading, type Remark } from './reading.ts';
import type { Chain } from './walk.ts';

/** `nft list ruleset`, with or without `-j`, and files of the same form. */

const hooks = ['ingress', 'prerouting', 'input', 'forward'] as const;
const families = new Set(['ip', 'inet', 'netdev']);

/** Names of priorities. Source: nft(8). */
const priorities: Readonly<Record<string, number>> = {
  raw: -300,
  mangle: -150,
  dstnat: -100,
  filter: 0,
  security: 50,
  srcnat: 100,
};

interface Parsed {
  readonly stages: (Stage & { readonly hook: string; readonly priority: number; readonly table: string })[];
  readonly remarks: Remark[];
  readonly broken: (Remark & { line: number })[];
}

export const readNftables = (text: string, port: number): Reading => {
  const lines = text.split(/\r?\n/);
  const parsed: Parsed = { stages: [], remarks: [], broken: [] };
  const tables = new Set<string>();
  const untracked = text.includes('notrack');
  const isJson = /^\uFEFF?\s*[{/#]/.test(text) && text.includes('"nftables"');
  for (const statement of isJson ? nftJsonStatements(text) : nftStatements(text))
    readTop(statement, parsed, tables, lines, untracked);
  const stages = parsed.stages.toSorted(
    (one, other) =>
      hooks.indexOf(one.hook as (typeof hooks)[number]) -
        hooks.indexOf(other.hook as (typeof hooks)[number]) || one.priority - other.priority,
  );
  for (const one of parsed.broken) parsed.remarks.push(one);
  const input = stages.find(({ hook }) => hook === 'input');
  const [first] = parsed.broken;
  const undecided: Decision | undefined =
    first !== undefined
      ? {
          result: 'unknown',
          line: first.line,
          text: excerpt(lines[first.line - 1] ?? ''),
          because: first.text,
        }
      : input === undefined
        ? { result: 'unknown', because: 'The text has no chain for incoming IPv4 packets (hook input).' }
        : undefined;
  return {
    remarks: parsed.remarks,
    answer: (address) => undecided ?? decide(stages, { address, port }),
    advise: (addresses) => {
      const keepsOut = (stage: Stage): boolean =>
        addresses.some(
          (address) => decide([stage], { address: ipaddr.IPv4.parse(address), port }).result !== 'allowed',
        );
      const closed = stages.filter((stage) => stage.way !== 'onward' && !stage.translates && keepsOut(stage));
      const where = closed.length > 0 ? closed : [input ?? { table: 'inet filter', chain: 'input' }];
      return where.map(
        ({ table, chain }) =>
          `Run: nft insert rule ${table} ${chain} ip saddr { ${addresses.join(', ')} } tcp dport ${port} accept`,
      );
    },
  };
};

const readTop = (
  { line, words, block }: Statement,
  parsed: Parsed,
  tables: Set<string>,
  lines: readonly string[],
  untracked: boolean,
): void => {
  const text = words.map(String).join(' ');
  if (words.length === 0) return;
  // Before any table they change nothing.
  if (/^(flush|destroy|delete) (ruleset|table)/.test(text) && tables.size === 0) return;
  const isTable = words[0] === 'table' && block !== undefined;
  if (!isTable) {
    if (/^(add )?table \S+( \S+)?$/.test(text) && block === undefined) return;
    parsed.broken.push({
      line,
      text: "This command can't be read here, and it could decide. Give the output of `nft list ruleset`.",
    });
    return;
  }
  const [family, name] = words.length === 2 ? ['ip', String(words[1])] : [String(words[1]), String(words[2])];
  if (!families.has(family)) {
    parsed.remarks.push({ line, text: `The table ${family} ${name} is not about IPv4 and was left aside.` });
    return;
  }
  if (tables.has(`${family} ${name}`)) {
    parsed.broken.push({
      line,
      text: `The table ${family} ${name} is there twice; how they go together can't be told.`,
    });
  }
  tables.add(`${family} ${name}`);
  readTable(block, `${family} ${name}`, parsed, lines, untracked);
};

interface TableReader {
  readonly table: string;
  readonly sets: Map<string, readonly string[]>;
  readonly maps: Map<string, readonly (readonly string[])[]>;
  readonly chains: Map<string, Chain>;
  readonly context: NftContext;
  readonly parsed: Parsed;
  readonly lines: readonly string[];
}

const readTable = (
  block: readonly Statement[],
  table: string,
  parsed: Parsed,
  lines: readonly string[],
  untracked: boolean,
): void => {
  const flags = block.find(({ words }) => words[0] === 'flags');
  if (flags?.words.includes('dormant')) {
    parsed.remarks.push({
      line: flags.line,
      text: `The table ${table} is dormant: it has no effect, and was left aside.`,
    });
    return;
  }
  const sets: TableReader['sets'] = new Map();
  const maps: TableReader['maps'] = new Map();
  const context: NftContext = { sets, maps, untracked };
  const reader: TableReader = { table, sets, maps, chains: new Map(), context, parsed, lines };
  for (const statement of block) {
    const { line, words, block: inner } = statement;
    if (inner !== undefined) readPart(reader, statement, inner);
    else if (words.length > 0 && !/^(comment|flags)$/.test(String(words[0]))) {
      parsed.broken.push({ line, text: cannotRead });
    }
  }
};

/** A set, map or chain of a table; others decide nothing. */
const readPart = (
  { table, sets, maps, chains, parsed, lines, context }: TableReader,
  { line, words }: Statement,
  block: readonly Statement[],
): void => {
  const [kind, ...names] = words;
  const name = String(names[0]);
  if (kind === 'set') {
    const elements = setElements(block);
    if (elements !== undefined) sets.set(name, elements);
    else {
      parsed.remarks.push({
        line,
        text: `The elements of the set ${name} are not in the text, change by themselves, or are not single values.`,
      });
    }
  } else if (kind === 'map') {
    const elements = elementsOf(block);
    if (elements !== undefined) maps.set(name, elements);
  } else if (kind === 'chain') {
    if (chains.has(name) || names.length !== 1) parsed.broken.push({ line, text: cannotRead });
    else readChain(name, block, { table, chains, parsed, lines, context, line });
  }
};

const cannotRead = "This line can't be read, and it could decide.";

/** @returns undefined if they are not there (`nft -t`), or come and go by themselves */
const elementsOf = (block: readonly Statement[]): readonly (readonly string[])[] | undefined => {
  if (block.some(({ words }) => /^(dynamic|timeout|gc-interval)$/.test(changing(words)))) return undefined;
  const elements = block.filter(({ words }) => words[0] === 'elements');
  const list = elements[0]?.words.at(-1);
  if (elements.length !== 1 || list === undefined || typeof list === 'string') return undefined;
  return list.set;
};

/** @returns undefined also if they are pairs of values */
const setElements = (block: readonly Statement[]): readonly string[] | undefined => {
  const elements = elementsOf(block);
  return elements?.some((element) => element[1] === '.') ? undefined : elements?.map(elementText);
};

const changing = ([kind, ...words]: readonly Word[]): string =>
  kind === 'flags' ? String(words.find((word) => word === 'dynamic' || word === 'timeout')) : String(kind);

const readChain = (
  name: string,
  block: readonly Statement[],
  place: {
    readonly table: string;
    readonly chains: Map<string, Chain>;
    readonly parsed: Parsed;
    readonly lines: readonly string[];
    readonly context: NftContext;
    readonly line: number;
  },
): void => {
  const { table, chains, parsed, lines, context } = place;
  const chain: Chain = { rules: [] };
  chains.set(name, chain);
  const read: ChainRead = { base: undefined, policy: 'accept', policyLine: place.line };
  for (const statement of block) {
    const { line, words, text } = statement;
    const problem = readHead(read, statement);
    if (problem !== undefined) parsed.broken.push({ line, text: problem });
    if (isRule(words)) {
      chain.rules.push(nftRule(words, { line, text: excerpt(text ?? lines[line - 1] ?? '') }, context));
    }
  }
  const { base, policy, policyLine } = read;
  if (base === undefined || !hooks.includes(base.hook as (typeof hooks)[number])) return;
  const { hook, priority } = base;
  parsed.stages.push({
    name: `chain ${name} of table ${table}`,
    chains,
    chain: name,
    policy,
    policyLine,
    way: ways[hook] ?? 'both',
    filters: hook === 'input' || hook === 'forward',
    translates: base.type === 'nat',
    // Each chain of this hook names its devices; by which one a packet comes in, the text does not say.
    ...(hook === 'ingress' ? { doubt: 'It holds for packets that come in by its devices alone' } : {}),
    hook,
    priority,
    table,
  });
};

const ways: Readonly<Partial<Record<string, Stage['way']>>> = { input: 'here', forward: 'onward' };

interface ChainRead {
  base: ReturnType<typeof baseOf> | undefined;
  /** undefined: it can't be read. */
  policy: 'accept' | 'drop' | undefined;
  policyLine: number;
}

const bringsIn = new Set<unknown>(['include', 'define', 'redefine']);
const headWords = new Set<unknown>(['type', 'policy', ...bringsIn]);

const isRule = ([first, ...more]: readonly Word[]): boolean =>
  first !== undefined && !headWords.has(first) && (first !== 'comment' || more.length > 1);

/** What a chain says of itself. @returns why it can't be read, if it can't */
const readHead = (read: ChainRead, { line, words }: Statement): string | undefined => {
  const [first, second] = words;
  if (first === 'type') {
    const isReadable = read.base === undefined && isBase(words);
    read.base = baseOf(words);
    return isReadable ? undefined : cannotRead;
  }
  if (first === 'policy') {
    read.policy = words.length > 2 ? undefined : policies.find((one) => one === second);
    read.policyLine = line;
  }
  return bringsIn.has(first) ? 'What this line includes is not in the text, and it could decide.' : undefined;
};

const policies = ['accept', 'drop'] as const;

/** Nothing may stand in it that is not known, such as a hook by a name that the text does not explain. */
const isBase = (words: readonly Word[]): boolean =>
  /^type (filter|nat|route) hook (ingress|egress|prerouting|input|forward|output|postrouting)( devices? (= )?\S+)? priority (\S+|\w+ [+-] \d+)$/.test(
    words.map((word) => (typeof word === 'string' ? word.replaceAll(' ', '') : 'devices')).join(' '),
  );

/** `type filter hook input priority filter + 10` */
const baseOf = (words: readonly Word[]) => {
  const after = (word: string) => String(words[words.indexOf(word) + 1] ?? '');
  const [name = '', sign, offset] = words.slice(words.indexOf('priority') + 1).map(String);
  const start = priorities[name] ?? Number(name);
  const shift = sign === '+' || sign === '-' ? Number(`${sign}${offset}`) : 0;
  return {
    type: after('type'),
    hook: after('hook'),
    priority: Number.isFinite(start + shift) ? start + shift : 0,
  };
};
