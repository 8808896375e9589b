import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import {
  chainOf,
  childrenOf,
  type Definition,
  lastName,
  type Model,
  type Node,
  type NodeOf,
} from '#desk/eligibility/source/syntax/model.ts';
import type { HeaderName } from './vocabulary.ts';

/** An expression that gives the name of a header, by a setting or a constant of another file. */
export interface NamedHeader {
  readonly node: Node;
  /** As it is called there. */
  readonly name: string;
}

const settings =
  /env|config|setting|propert|option|viper|dotenv|^get(?:string|value|or\w*)?$|^fetch$|^dig$|^lookup$|^param/i;
/** `${webhook.client-header}`, `#{settings.name}`, `%hook.header%` in an annotation or a text. */
const filled = /^(?:[$#]\{{1,2}|%|\{\{)\s{0,4}([\w.:-]{3,120}?)(?::[^}]*)?\s{0,4}(?:\}{1,2}|%)$/;
const environment = /^(?:ENV|environ|env|os|process|System|Environment|dotenv)$/;
/** A text or a symbol. */
const keyIn = (node: Node): string =>
  node.kind === 'text' || lastName(node).startsWith(':') ? lastName(node).replace(/^:/, '') : '';
const conversions = /^(?:get|as|to|lower|downcase|unwrap|or|value|clone|property)/i;
const wrappers = /lower|upper|case|string|str$|from|parse|name/i;
/** Nodes that are read: a file is read in a bounded time. */
const mostNodes = 500_000;
const mostFound = 200;
const deepest = 6;

/** `./names.js` and `app.names` name a file by its last part. */
const moduleName = (module: string): string =>
  module
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|php)$/, '')
    .split(/[/.:\\]+/)
    .at(-1) ?? '';

/** The names of one header in one file. */
interface Search {
  readonly isRequest: (holders: readonly string[]) => boolean;
  /** Whether names stand for the header. */
  readonly isOf: (names: readonly string[]) => boolean;
  readonly imported: ReadonlyMap<string, readonly string[]>;
  /** Variables that hold its name, with what the name is called elsewhere. */
  readonly locals: Map<string, string>;
}

/**
 * Where a header's name stands that another file gives to a setting or a constant.
 * @param isRequest whether a call on these names returns the value of a header, rather than its name
 */
export const namedHeaders = (
  model: Model,
  header: HeaderName,
  codeBase: CodeBase,
  isRequest: (holders: readonly string[]) => boolean,
): NamedHeader[] => {
  const imported = new Map<string, readonly string[]>();
  for (const { module, names } of model.all('import'))
    for (const one of names) imported.set(one.local, [moduleName(module), one.imported]);
  const isOf = (names: readonly string[]): boolean => codeBase.headerOf?.(names, model.path) === header;
  const search: Search = { isRequest, isOf, imported, locals: new Map() };
  // Twice, for what is passed on: `this.header = header`.
  for (let round = 0; round < 2; round++)
    for (const definition of model.all('definition')) addLocal(search, definition);
  return usesIn(search, model.root);
};

const addLocal = (search: Search, { name, value, annotations }: Definition): void => {
  if (name === '') return;
  const given =
    nameIn(search, value) ??
    firstIn(
      search,
      annotations.flatMap((one) => one.arguments),
    );
  if (given === undefined) return;
  const local = name.split('.').at(-1) as string;
  search.locals.set(local.replace(/^[$@]+/, ''), given);
};

/** The outermost expressions that stand for the name. */
const usesIn = (search: Search, root: Node): NamedHeader[] => {
  const found: NamedHeader[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(), step = 0; node !== undefined && step < mostNodes; node = open.pop(), step++) {
    const isTarget = node.parent?.kind === 'definition' && node.parent.target === node;
    const name = node.kind === 'group' || isTarget ? undefined : nameIn(search, node);
    if (name === undefined) open.push(...childrenOf(node));
    else if (found.length < mostFound) found.push({ node, name });
  }
  return found;
};

const firstIn = (search: Search, nodes: readonly Node[], depth = 0): string | undefined => {
  for (const node of nodes) {
    const name = nameIn(search, node, depth);
    if (name !== undefined) return name;
  }
  return undefined;
};

/** The name that an expression stands for; undefined if it is none of a header. */
const nameIn = (search: Search, node: Node | undefined, depth = 0): string | undefined => {
  if (node === undefined || depth > deepest) return undefined;
  switch (node.kind) {
    case 'name':
      return inName(search, node.text.replace(/^[$@:&]+/, ''));
    case 'member':
      return inMember(search, node, depth);
    case 'index': {
      const key = node.key?.kind === 'text' ? node.key.value : undefined;
      return key !== undefined && search.isOf([...chainOf(node.object).slice(-1), key]) ? key : undefined;
    }
    case 'text':
      return inText(search, node, depth);
    case 'choice':
      return firstIn(search, node.options, depth + 1);
    case 'call':
      return inCall(search, node, depth);
    case 'group':
      return node.children.length === 1 ? nameIn(search, node.children[0], depth + 1) : undefined;
    case 'operation':
      return node.operands.length === 1 ? nameIn(search, node.operands[0], depth + 1) : undefined;
    default:
      return undefined;
  }
};
const inName = ({ locals, imported, isOf }: Search, name: string): string | undefined =>
  locals.get(name) ?? (isOf(imported.get(name) ?? [name]) ? name : undefined);
const inMember = (search: Search, node: NodeOf<'member'>, depth: number): string | undefined => {
  const local = search.locals.get(node.name);
  if (local !== undefined && /^(?:this|self|@)?$/.test(lastName(node.object))) return local;
  return search.isOf(chainOf(node).slice(-2)) ? node.name : nameIn(search, node.object, depth + 1);
};
const inText = (search: Search, { value, parts }: NodeOf<'text'>, depth: number): string | undefined => {
  const key = filled.exec(value)?.[1];
  if (key !== undefined) return search.isOf([key]) ? key : undefined;
  const [only] = parts;
  return parts.length === 1 && typeof only === 'object' ? nameIn(search, only, depth + 1) : undefined;
};
const inCall = (search: Search, node: NodeOf<'call'>, depth: number): string | undefined => {
  const { isOf, isRequest } = search;
  const chain = chainOf(node.callee);
  const method = chain.at(-1) ?? '';
  const holders = chain.slice(0, -1);
  const key = inSetting(search, node, chain);
  if (key !== undefined) return key;
  const object = node.callee?.kind === 'member' ? node.callee.object : undefined;
  if (node.arguments.length === 0) return isOf(chain.slice(-2)) ? method : nameIn(search, object, depth + 1);
  // `req.get(NAME)` returns the value of the header.
  if (isRequest(holders)) return undefined;
  const inner = conversions.test(method) ? nameIn(search, object, depth + 1) : undefined;
  if (inner !== undefined) return inner;
  return node.arguments.length === 1 && wrappers.test(method)
    ? nameIn(search, node.arguments[0], depth + 1)
    : undefined;
};
/** `config.get("webhook.header")`. */
const inSetting = (
  { isOf, isRequest }: Search,
  node: NodeOf<'call'>,
  chain: readonly string[],
): string | undefined => {
  const holders = chain.slice(0, -1);
  return chain.some((one) => settings.test(one)) &&
    (!isRequest(holders) || environment.test(holders.at(-1) ?? ''))
    ? node.arguments.map(keyIn).find((one) => one !== '' && isOf([one]))
    : undefined;
};
