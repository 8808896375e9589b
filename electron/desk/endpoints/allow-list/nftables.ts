import ipaddr from 'ipaddr.js';
import { nftJsonStatements } from './nftables-json.ts';
import { elementText, type NftContext, nftRule } from './nftables-rule.ts';
import { nftStatements, type Statement, type Word } from './nftables-text.ts';
import { decide, type Stage } from './pipeline.ts';
import { type Decision, excerpt, type Reading, type Remark } from './reading.ts';
import type { Chain } from './walk.ts';

/** `nft list ruleset`, with or without `-j`, and files of the same form. */

const hooks = ['ingress', 'prerouting', 'input', 'forward'] as const;
type Hook = (typeof hooks)[number];
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

interface Reader {
  readonly lines: readonly string[];
  /** The rule set takes packets out of connection tracking somewhere. */
  readonly untracked: boolean;
  readonly tables: Set<string>;
  readonly stages: (Stage & { readonly hook: Hook; readonly priority: number; readonly table: string })[];
  readonly remarks: Remark[];
  /** Lines that can't be read and could decide anything. */
  readonly broken: (Remark & { line: number })[];
}

export const readNftables = (text: string, port: number): Reading => {
  const reader: Reader = {
    lines: text.split(/\r?\n/),
    untracked: text.includes('notrack'),
    tables: new Set(),
    stages: [],
    remarks: [],
    broken: [],
  };
  const isJson = /^\uFEFF?\s*[{/#]/.test(text) && text.includes('"nftables"');
  for (const statement of isJson ? nftJsonStatements(text) : nftStatements(text)) readTop(reader, statement);
  const stages = reader.stages.toSorted(
    (one, other) => hooks.indexOf(one.hook) - hooks.indexOf(other.hook) || one.priority - other.priority,
  );
  const input = stages.find(({ hook }) => hook === 'input');
  const undecided = undecidedBy(reader, input);
  return {
    remarks: [...reader.remarks, ...reader.broken],
    answer: (address) => undecided ?? decide(stages, { address, port }),
    advise: (addresses) => {
      const denies = (stage: Stage): boolean =>
        addresses.some(
          (address) => decide([stage], { address: ipaddr.IPv4.parse(address), port }).result !== 'allowed',
        );
      const closed = stages.filter((stage) => stage.way !== 'onward' && !stage.translates && denies(stage));
      const where = closed.length > 0 ? closed : [input ?? { table: 'inet filter', chain: 'input' }];
      return where.map(
        ({ table, chain }) =>
          `Run: nft insert rule ${table} ${chain} ip saddr { ${addresses.join(', ')} } tcp dport ${port} accept`,
      );
    },
  };
};

const undecidedBy = ({ broken, lines }: Reader, input: Stage | undefined): Decision | undefined => {
  const [first] = broken;
  if (first !== undefined) {
    const { line, text: because } = first;
    return { result: 'unknown', line, text: excerpt(lines[line - 1] ?? ''), because };
  }
  return input === undefined
    ? { result: 'unknown', because: 'The text has no chain for incoming IPv4 packets (hook input).' }
    : undefined;
};

const readTop = (reader: Reader, { line, words, block }: Statement): void => {
  const { tables, remarks, broken } = reader;
  const text = words.map(String).join(' ');
  if (words.length === 0) return;
  // Before any table they change nothing.
  if (/^(flush|destroy|delete) (ruleset|table)/.test(text) && tables.size === 0) return;
  if (words[0] !== 'table' || block === undefined) {
    if (/^(add )?table \S+( \S+)?$/.test(text) && block === undefined) return;
    broken.push({
      line,
      text: "This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
    });
    return;
  }
  const [family, name] = words.length === 2 ? ['ip', String(words[1])] : [String(words[1]), String(words[2])];
  const table = `${family} ${name}`;
  if (!families.has(family)) {
    remarks.push({ line, text: `The table ${table} is not for IPv4 and was ignored.` });
    return;
  }
  if (tables.has(table)) {
    broken.push({ line, text: `The table ${table} occurs twice; how they combine is unknown.` });
  }
  tables.add(table);
  readTable(reader, table, block);
};

interface Table {
  readonly name: string;
  readonly sets: Map<string, readonly string[]>;
  readonly maps: Map<string, readonly (readonly string[])[]>;
  readonly chains: Map<string, Chain>;
  readonly context: NftContext;
}

const readTable = (reader: Reader, name: string, block: readonly Statement[]): void => {
  const { remarks, broken, untracked } = reader;
  const flags = block.find(({ words }) => words[0] === 'flags');
  if (flags?.words.includes('dormant')) {
    const text = `The table ${name} is dormant, so it has no effect and was ignored.`;
    remarks.push({ line: flags.line, text });
    return;
  }
  const sets: Table['sets'] = new Map();
  const maps: Table['maps'] = new Map();
  const table: Table = { name, sets, maps, chains: new Map(), context: { sets, maps, untracked } };
  for (const { line, words, block: inner } of block) {
    if (inner !== undefined) readPart(reader, table, { line, words, block: inner });
    else if (words.length > 0 && !/^(comment|flags)$/.test(String(words[0]))) {
      broken.push({ line, text: cannotRead });
    }
  }
};

type Block = Statement & Required<Pick<Statement, 'block'>>;

/** A set, map or chain of a table; others decide nothing. */
const readPart = (reader: Reader, table: Table, statement: Block): void => {
  const { line, words, block } = statement;
  const [kind, ...names] = words;
  const name = String(names[0]);
  if (kind === 'set') {
    const elements = setElements(block);
    if (elements !== undefined) table.sets.set(name, elements);
    else {
      reader.remarks.push({
        line,
        text: `The elements of the set ${name} are not in the text, change at run time, or are not single values.`,
      });
    }
  } else if (kind === 'map') {
    const elements = elementsOf(block);
    if (elements !== undefined) table.maps.set(name, elements);
  } else if (kind === 'chain') {
    if (table.chains.has(name) || names.length !== 1) reader.broken.push({ line, text: cannotRead });
    else readChain(reader, table, name, statement);
  }
};

const cannotRead = "This line can't be read, and could decide the result.";

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
  reader: Reader,
  { name: table, chains, context }: Table,
  name: string,
  of: Block,
): void => {
  const chain: Chain = { rules: [] };
  chains.set(name, chain);
  const read: ChainRead = { base: undefined, policy: 'accept', policyLine: of.line };
  for (const statement of of.block) {
    const { line, words, text } = statement;
    const problem = readHead(read, statement);
    if (problem !== undefined) reader.broken.push({ line, text: problem });
    if (isRule(words)) {
      const shown = excerpt(text ?? reader.lines[line - 1] ?? '');
      chain.rules.push(nftRule(words, { line, text: shown }, context));
    }
  }
  const { base, policy, policyLine } = read;
  const hook = hooks.find((one) => one === base?.hook);
  if (base === undefined || hook === undefined) return;
  reader.stages.push({
    name: `chain ${name} of table ${table}`,
    chains,
    chain: name,
    policy,
    policyLine,
    way: ways[hook] ?? 'both',
    filters: hook === 'input' || hook === 'forward',
    translates: base.type === 'nat',
    // Each chain of this hook names its devices; by which one a packet comes in, the text does not say.
    ...(hook === 'ingress' ? { doubt: 'It applies only to packets from its devices' } : {}),
    hook,
    priority: base.priority,
    table,
  });
};

const ways: Readonly<Partial<Record<Hook, Stage['way']>>> = { input: 'here', forward: 'onward' };

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
  return bringsIn.has(first)
    ? 'The content that this line includes is not in the text, and could decide the result.'
    : undefined;
};

const policies = ['accept', 'drop'] as const;

/** It may contain nothing unknown, such as a hook by a name that the text does not explain. */
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
