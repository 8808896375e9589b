import {
  type Definition,
  lastName,
  type Model,
  type Node,
  type Scope,
} from '#desk/eligibility/source/syntax/model.ts';

/** A name without its case and marks: `RULES_PATH`, `rulesPath` and `rules-path` are one. */
export const bare = (name: string): string =>
  (ofLettersAlone.test(name) ? name : name.replace(/[^\p{L}\p{N}]/gu, '')).toLowerCase();
/** Of most names, with nothing to take out. */
const ofLettersAlone = /^[A-Za-z0-9]+$/;

/** A name without the signs that some languages begin it with: `$path`, `@path`. */
const unsigned = (name: string): string => name.replace(/^[$@%&]+/, '');

/** What names stand for in one file. */
export interface Names {
  /** Values that a name is given, in the order of the text; those of the same function first. */
  readonly valuesOf: (name: string, use: Node) => readonly Given[];
  /** Functions of a name, in whatever case. */
  readonly functionsOf: (name: string) => readonly Scope[];
  /** From where a name was imported, as written. */
  readonly moduleOf: (name: string) => string | undefined;
  /** What an imported name is called where it comes from. */
  readonly importedOf: (name: string) => string;
}
export interface Given {
  /** Put behind a slash. */
  readonly slashed?: boolean;
  readonly value: Node;
  readonly appends: boolean;
  readonly at: Node;
}

export const namesOf = (model: Model): Names => {
  const given = new Map<string, Given[]>();
  const functions = new Map<string, Scope[]>();
  for (const definition of model.all('definition')) addDefinition(given, functions, definition);
  for (const pair of model.all('pair')) {
    const { key, value } = pair;
    if (value === undefined) continue;
    put(given, unsigned(lastName(key)), { value, appends: false, at: pair });
    if (value.kind === 'scope') put(functions, bare(lastName(key)), value);
  }
  for (const call of model.all('call')) {
    const name = appendedTo(call);
    if (name === undefined) continue;
    const slashed = /path|segment/i.test(lastName(call.callee));
    for (const value of call.arguments.slice(0, 4))
      put(given, unsigned(name), { value, appends: true, at: call, slashed });
  }
  for (const scope of model.all('scope'))
    if (scope.role === 'function') put(functions, bare(scope.name.split(/[.:#]+/).at(-1) ?? ''), scope);
  const { modules, imported } = importsOf(model);
  return {
    valuesOf: (name, use) => {
      const all = given.get(unsigned(name)) ?? [];
      const near = all.filter(({ at }) => shareFunction(at, use));
      return near.length > 0 ? near : all;
    },
    functionsOf: (name) => functions.get(bare(name)) ?? [],
    moduleOf: (name) => modules.get(unsigned(name)),
    importedOf: (name) => imported.get(unsigned(name)) ?? name,
  };
};

const put = <T>(map: Map<string, T[]>, name: string, value: T): void => {
  if (name === '') return;
  const known = map.get(name);
  if (known === undefined) map.set(name, [value]);
  else if (known.length < mostValues) known.push(value);
};
const addDefinition = (
  given: Map<string, Given[]>,
  functions: Map<string, Scope[]>,
  definition: Definition,
): void => {
  const { name, value, appends, target } = definition;
  if (value === undefined) return;
  put(given, unsigned(name), { value: oneOf(value), appends, at: definition });
  if (target.kind === 'list' && value.kind === 'list')
    target.items.forEach((item, index) => {
      const part = value.items[index];
      if (part !== undefined) put(given, unsigned(lastName(item)), { value: part, appends, at: definition });
    });
  if (value.kind === 'scope') put(functions, bare(name.split('.').at(-1) ?? name), value);
};
const importsOf = (model: Model) => {
  const modules = new Map<string, string>();
  const imported = new Map<string, string>();
  for (const { module, names } of model.all('import')) {
    for (const one of names) {
      modules.set(unsigned(one.local), module);
      if (/^(?!default$)\w/.test(one.imported)) imported.set(unsigned(one.local), one.imported);
    }
  }
  return { modules, imported };
};
const mostValues = 50;

const appending =
  /^(?:append|push|concat|write|writestring|add(?:encoded)?path(?:segments?)?|appendpath(?:segment|component)?|addsegment|segment|pathsegment|path)$/i;
/** The name that a statement puts something behind what it holds: `builder.append(x)`. */
export const appendedTo = (node: Node): string | undefined => {
  if (node.kind !== 'call' || node.callee?.kind !== 'member' || node.callee.object?.kind !== 'name')
    return undefined;
  const stands = node.parent?.kind === 'scope' || node.parent?.kind === 'group';
  return stands && appending.test(node.callee.name.replace(/_/g, '')) ? node.callee.object.text : undefined;
};

/** Go's `a := (b)` and Lua's `local a = b` give lists of one. */
const oneOf = (value: Node): Node =>
  value.kind === 'group' && value.children.length === 1 ? (value.children[0] as Node) : value;

const functionAround = (node: Node): Node | undefined => {
  let at = node.parent;
  while (at !== undefined && !(at.kind === 'scope' && at.role === 'function')) at = at.parent;
  return at;
};
const shareFunction = (a: Node, b: Node): boolean => {
  const own = functionAround(a);
  return own !== undefined && own.from <= b.from && b.to <= own.to;
};
