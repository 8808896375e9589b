import { countBelow } from '#desk/eligibility/source/count-below.ts';

/**
 * The language-neutral model of a file: one tree of few concepts, whatever the language. Syntax trees and the generic
 * tokenizer both give it, so that a recognizer is written once, for all languages.
 */

/** What every node has. Offsets count UTF-16 units of the file's decoded text. */
interface Placed {
  readonly from: number;
  /** After the last unit. */
  readonly to: number;
  /** Of `from`, counted from 1. */
  readonly line: number;
  /** Undefined for the root alone. */
  parent: Node | undefined;
}

/** A literal text. Escapes are decoded; what is computed inside is a hole. */
export interface Text extends Placed {
  readonly kind: 'text';
  readonly parts: readonly (string | Node)[];
  /** The text with `hole` for each hole. */
  readonly value: string;
}
/** A name on its own: a variable, a type, a bare word. Also numbers, `true`, `null`. */
export interface Name extends Placed {
  readonly kind: 'name';
  readonly text: string;
}
/** `object.name`, `object->name`, `object::name`, `object?.name`. */
export interface Member extends Placed {
  readonly kind: 'member';
  /** Undefined where the language leaves it out: Swift's `.get`, Ruby's `self`. */
  readonly object: Node | undefined;
  readonly name: string;
  /** Where the name stands. */
  readonly nameFrom: number;
}
/** `object[key]`, also PHP's `$a{'k'}` and Perl's `$h->{k}`. */
export interface Index extends Placed {
  readonly kind: 'index';
  readonly object: Node | undefined;
  readonly key: Node | undefined;
}
/** A call, a constructor, a macro, a shell command with its words. Named arguments are pairs; a trailing block is a scope. */
export interface Call extends Placed {
  readonly kind: 'call';
  readonly callee: Node | undefined;
  readonly arguments: readonly Node[];
}
/** An operator with its operands, as it is written: `+`, `.`, `==`, `%`, `->>`, `|>`. */
export interface Operation extends Placed {
  readonly kind: 'operation';
  readonly operator: string;
  readonly operands: readonly Node[];
}
/** One of several values: `a ? b : c`, `a ?? b`, `a || b`, an `if` that is a value. */
export interface Choice extends Placed {
  readonly kind: 'choice';
  readonly options: readonly Node[];
  /** None of the values. */
  readonly condition?: Node;
}
/** An array, a tuple, a set, a list of words. */
export interface List extends Placed {
  readonly kind: 'list';
  readonly items: readonly Node[];
}
/** An object literal, a map, a YAML/JSON mapping, a table of TOML, a block of HCL or nginx, an element of XML. */
export interface Mapping extends Placed {
  readonly kind: 'mapping';
  /** Name of the block or the element: `location`, `server`, `Header`. Empty for a plain mapping. */
  readonly name: string;
  /** Pairs, and whatever else stands between. */
  readonly entries: readonly Node[];
}
/** A key with its value: in a mapping, as a named argument, as an attribute of markup, in a destructuring pattern. */
export interface Pair extends Placed {
  readonly kind: 'pair';
  /** Text or name, mostly. */
  readonly key: Node;
  readonly value: Node | undefined;
}
export type DefinitionRole = 'constant' | 'variable' | 'field' | 'parameter' | 'enum-member' | 'type';
/** A name that is given a value or a type: `const a = 1`, `a = 1`, a field, an enum's member, a parameter. */
export interface Definition extends Placed {
  readonly kind: 'definition';
  readonly role: DefinitionRole;
  /** Name, member (`self.path = …`), index, or a pattern (mapping, list) of a destructuring. */
  readonly target: Node;
  /** The target's last name, empty for a pattern. */
  readonly name: string;
  readonly value: Node | undefined;
  /** Joins on to what the name held: `+=`, `.=`. */
  readonly appends: boolean;
  readonly annotations: readonly Annotation[];
}
/** `@Get("…")`, `[JsonPropertyName("…")]`, `#[serde(rename = "…")]`, Go's tags (`json:"…"`), a decorator. */
export interface Annotation extends Placed {
  readonly kind: 'annotation';
  readonly name: string;
  readonly arguments: readonly Node[];
}
export type ScopeRole = 'function' | 'class' | 'interface' | 'enum' | 'module' | 'block';
/** A function, a class, a block with what stands inside. */
export interface Scope extends Placed {
  readonly kind: 'scope';
  readonly role: ScopeRole;
  readonly name: string;
  readonly annotations: readonly Annotation[];
  readonly parameters: readonly Node[];
  /** Names of what it extends or implements. */
  readonly bases: readonly string[];
  readonly children: readonly Node[];
}
/** What a function gives back. An arrow function's short body is one too. */
export interface Result extends Placed {
  readonly kind: 'result';
  readonly value: Node | undefined;
}
export interface Import extends Placed {
  readonly kind: 'import';
  /** As written: `./paths`, `app.core.paths`, `com.example.Paths`. */
  readonly module: string;
  /** Local names, with what they are called there. Empty: everything, or a side effect. */
  readonly names: readonly { readonly local: string; readonly imported: string }[];
}
export interface Comment extends Placed {
  readonly kind: 'comment';
  /** Without its marks. */
  readonly text: string;
}
/** Anything else, with what stands inside. */
export interface Group extends Placed {
  readonly kind: 'group';
  readonly children: readonly Node[];
}

export type Node =
  | Text
  | Name
  | Member
  | Index
  | Call
  | Operation
  | Choice
  | List
  | Mapping
  | Pair
  | Definition
  | Annotation
  | Scope
  | Result
  | Import
  | Comment
  | Group;

export type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** Stands for what is not known in a text: one of the private use area, which no source code holds. */
export const hole = '\uE000';

/** How a file was read. */
export type ModelSource = 'syntax-tree' | 'tokens';

export interface Model {
  readonly path: string;
  readonly text: string;
  /** As in `grammars.ts`: `javascript`, `python`, `yaml`, `nginx`, … */
  readonly language: string;
  readonly source: ModelSource;
  readonly root: Node;
  /** All nodes of a kind, in the order of the text. */
  all<Kind extends Node['kind']>(kind: Kind): readonly NodeOf<Kind>[];
  /** From 1. */
  lineAt(offset: number): number;
  /** The innermost node that covers an offset. */
  at(offset: number): Node;
  /** Names, then members, that are one of these. */
  named(names: ReadonlySet<string>): readonly (Name | Member)[];
  /** The comment at an offset. A statement may reach over it, so the tree's path to it does not tell. */
  commentAt(offset: number): Comment | undefined;
}

/** What stands directly inside a node, in the order of the text. */
export const childrenOf = (node: Node): readonly Node[] => {
  switch (node.kind) {
    case 'text':
      return node.parts.filter((part) => typeof part !== 'string');
    case 'member':
      return present(node.object);
    case 'index':
      return present(node.object, node.key);
    case 'call':
      return present(node.callee, ...node.arguments);
    case 'operation':
      return node.operands;
    case 'choice':
      return present(node.condition, ...node.options);
    case 'list':
      return node.items;
    case 'mapping':
      return node.entries;
    case 'pair':
      return present(node.key, node.value);
    case 'definition':
      return present(...node.annotations, node.target, node.value);
    case 'annotation':
      return node.arguments;
    case 'scope':
      return [...node.annotations, ...node.parameters, ...node.children];
    case 'result':
      return present(node.value);
    case 'group':
      return node.children;
    case 'name':
    case 'import':
    case 'comment':
      return [];
  }
};
const present = (...nodes: readonly (Node | undefined)[]): Node[] =>
  nodes.filter((node) => node !== undefined);

/** The last name of a name, a member or a callee: `get` of `client.rules.get`. Empty if it has none. */
export const lastName = (node: Node | undefined): string => {
  if (node?.kind === 'name') return node.text;
  if (node?.kind === 'member') return node.name;
  if (node?.kind === 'text') return node.value;
  if (node?.kind === 'index') return node.key?.kind === 'text' ? node.key.value : lastName(node.object);
  if (node?.kind === 'call') return lastName(node.callee);
  return '';
};

/** The names of a chain such as `a.b(…)["c"].d`, outermost first: `a`, `b`, `c`, `d`. */
export const chainOf = (node: Node | undefined): string[] => {
  const names: string[] = [];
  let at = node;
  while (at !== undefined) {
    if (at.kind === 'name') {
      names.push(at.text);
      at = undefined;
    } else if (at.kind === 'member') {
      names.push(at.name);
      at = at.object;
    } else if (at.kind === 'index') {
      if (at.key?.kind === 'text' || at.key?.kind === 'name') names.push(lastName(at.key));
      at = at.object;
    } else if (at.kind === 'call') at = at.callee;
    else at = undefined;
  }
  return names.reverse();
};

/** The nearest node around one that is of a kind. */
export const around = <Kind extends Node['kind']>(node: Node, kind: Kind): NodeOf<Kind> | undefined => {
  let at = node.parent;
  while (at !== undefined && at.kind !== kind) at = at.parent;
  return at as NodeOf<Kind> | undefined;
};

/** The nearest scope of one of these roles around a node. */
export const scopeAround = (node: Node, ...roles: readonly ScopeRole[]): Scope | undefined => {
  let at = around(node, 'scope');
  while (at !== undefined && !roles.includes(at.role)) at = around(at, 'scope');
  return at;
};

/** Puts a tree together to a model: fills in parents and indexes nodes. No recursion: trees may be deep. */
export const modelOf = (
  about: Pick<Model, 'path' | 'text' | 'language' | 'source' | 'lineAt'>,
  root: Node,
): Model => {
  const byKind = new Map<Node['kind'], Node[]>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const known = byKind.get(node.kind);
    if (known === undefined) byKind.set(node.kind, [node]);
    else known.push(node);
    const children = childrenOf(node);
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at] as Node;
      child.parent = node;
      open.push(child);
    }
  }
  for (const nodes of byKind.values()) nodes.sort((a, b) => a.from - b.from || b.to - a.to);
  const all = <Kind extends Node['kind']>(kind: Kind) => (byKind.get(kind) ?? []) as NodeOf<Kind>[];
  return {
    ...about,
    root,
    all,
    named: (names) => [
      ...all('name').filter(({ text }) => names.has(text)),
      ...all('member').filter(({ name }) => names.has(name)),
    ],
    commentAt: (offset) => {
      const comments = all('comment');
      const comment = comments[countBelow(comments, offset + 1, ({ from }) => from) - 1];
      return comment !== undefined && offset < comment.to ? comment : undefined;
    },
    at: (offset) => {
      let node = root;
      for (;;) {
        const inner = childrenOf(node).find((child) => child.from <= offset && offset < child.to);
        if (inner === undefined) return node;
        node = inner;
      }
    },
  };
};
