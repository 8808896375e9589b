import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import {
  chainOf,
  childrenOf,
  lastName,
  type Model,
  type Node,
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
/** Nodes that are looked at: a file is read in a bounded time. */
const mostNodes = 500_000;

/** `./names.js` and `app.names` name a file by its last part. */
const moduleName = (module: string): string =>
  module
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|php)$/, '')
    .split(/[/.:\\]+/)
    .at(-1) ?? '';

/**
 * Where a header's name stands that another file gives to a setting or a constant.
 * @param isRequest whether a call on these names gives what a header holds, rather than its name
 */
export const namedHeaders = (
  model: Model,
  header: HeaderName,
  codeBase: CodeBase,
  isRequest: (holders: readonly string[]) => boolean,
): NamedHeader[] => {
  const locals = new Map<string, string>();
  const isOf = (names: readonly string[]): boolean => codeBase.headerOf?.(names, model.path) === header;
  const imported = new Map<string, readonly string[]>();
  for (const { module, names } of model.all('import'))
    for (const one of names) imported.set(one.local, [moduleName(module), one.imported]);

  /** The name that an expression stands for; undefined if it is none of a header. */
  const nameIn = (node: Node | undefined, depth = 0): string | undefined => {
    if (node === undefined || depth > 6) return undefined;
    switch (node.kind) {
      case 'name': {
        const name = node.text.replace(/^[$@:&]+/, '');
        const known = locals.get(name);
        if (known !== undefined) return known;
        return isOf(imported.get(name) ?? [name]) ? name : undefined;
      }
      case 'member':
        if (locals.has(node.name) && /^(?:this|self|@)?$/.test(lastName(node.object)))
          return locals.get(node.name);
        return isOf(chainOf(node).slice(-2)) ? node.name : nameIn(node.object, depth + 1);
      case 'index':
        return node.key?.kind === 'text' && isOf([...chainOf(node.object).slice(-1), node.key.value])
          ? node.key.value
          : undefined;
      case 'text': {
        const key = filled.exec(node.value)?.[1];
        if (key !== undefined) return isOf([key]) ? key : undefined;
        const [only] = node.parts;
        return node.parts.length === 1 && typeof only === 'object' ? nameIn(only, depth + 1) : undefined;
      }
      case 'choice':
        return node.options.map((one) => nameIn(one, depth + 1)).find((one) => one !== undefined);
      case 'call':
        return inCall(node, depth);
      case 'group':
        return node.children.length === 1 ? nameIn(node.children[0], depth + 1) : undefined;
      case 'operation':
        return node.operands.length === 1 ? nameIn(node.operands[0], depth + 1) : undefined;
      default:
        return undefined;
    }
  };
  const inCall = (node: Node & { kind: 'call' }, depth: number): string | undefined => {
    const chain = chainOf(node.callee);
    const method = chain.at(-1) ?? '';
    const holders = chain.slice(0, -1);
    if (
      chain.some((one) => settings.test(one)) &&
      (!isRequest(holders) || environment.test(holders.at(-1) ?? ''))
    ) {
      const key = node.arguments.map(keyIn).find((one) => one !== '' && isOf([one]));
      if (key !== undefined) return key;
    }
    const object = node.callee?.kind === 'member' ? node.callee.object : undefined;
    if (node.arguments.length === 0) return isOf(chain.slice(-2)) ? method : nameIn(object, depth + 1);
    // `req.get(NAME)` gives what the header holds.
    if (isRequest(holders)) return undefined;
    if (conversions.test(method)) {
      const inner = nameIn(object, depth + 1);
      if (inner !== undefined) return inner;
    }
    return node.arguments.length === 1 && wrappers.test(method)
      ? nameIn(node.arguments[0], depth + 1)
      : undefined;
  };

  // Twice, for what is handed on: `this.header = header`.
  for (let round = 0; round < 2; round++)
    for (const { name, value, annotations } of model.all('definition')) {
      const given =
        nameIn(value) ??
        annotations
          .flatMap((one) => one.arguments)
          .map((one) => nameIn(one))
          .find((one) => one !== undefined);
      if (given !== undefined && name !== '')
        locals.set(
          name
            .split('.')
            .at(-1)
            ?.replace(/^[$@]+/, '') ?? name,
          given,
        );
    }
  const found: NamedHeader[] = [];
  const open: Node[] = [model.root];
  for (let node = open.pop(), step = 0; node !== undefined && step < mostNodes; node = open.pop(), step++) {
    const isGiven = node.parent?.kind === 'definition' && node.parent.target === node;
    const name = node.kind === 'group' || isGiven ? undefined : nameIn(node);
    if (name === undefined) open.push(...childrenOf(node));
    else if (found.length < 200) found.push({ node, name });
  }
  return found;
};
