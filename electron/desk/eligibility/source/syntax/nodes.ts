import {
  type Annotation,
  type Definition,
  hole,
  type Import,
  lastName,
  type Node,
  type NodeOf,
  type Scope,
} from './model.ts';

type Maybe = Node | undefined;
type Nodes = readonly Node[];
type Annotations = readonly Annotation[];
type Place = (from: number, to: number) => Pick<Node, 'from' | 'to' | 'line' | 'parent'>;

/** Makes nodes of the model; parents are filled in when the model is put together. */
export const makers = (lineAt: (offset: number) => number) => {
  const place: Place = (from, to) => ({ from, to, line: lineAt(from), parent: undefined });
  return { ...makersOfValues(place), ...makersOfStatements(place) };
};
export type Makers = ReturnType<typeof makers>;

const makersOfValues = (place: Place) => ({
  text: (from: number, to: number, parts: readonly (string | Node)[]): NodeOf<'text'> => {
    const value = parts.map((part) => (typeof part === 'string' ? part : hole)).join('');
    return { kind: 'text', ...place(from, to), parts, value };
  },
  name: (from: number, to: number, text: string): NodeOf<'name'> => {
    return { kind: 'name', ...place(from, to), text };
  },
  member: (from: number, to: number, object: Maybe, name: string, nameFrom: number): NodeOf<'member'> => {
    return { kind: 'member', ...place(from, to), object, name, nameFrom };
  },
  index: (from: number, to: number, object: Maybe, key: Maybe): NodeOf<'index'> => {
    return { kind: 'index', ...place(from, to), object, key };
  },
  call: (from: number, to: number, callee: Maybe, given: Nodes): NodeOf<'call'> => {
    return { kind: 'call', ...place(from, to), callee, arguments: given };
  },
  operation: (from: number, to: number, operator: string, operands: Nodes): NodeOf<'operation'> => {
    return { kind: 'operation', ...place(from, to), operator, operands };
  },
  choice: (from: number, to: number, options: Nodes, condition?: Node): NodeOf<'choice'> => {
    return { kind: 'choice', ...place(from, to), options, ...(condition && { condition }) };
  },
  list: (from: number, to: number, items: Nodes): NodeOf<'list'> => {
    return { kind: 'list', ...place(from, to), items };
  },
  mapping: (from: number, to: number, name: string, entries: Nodes): NodeOf<'mapping'> => {
    return { kind: 'mapping', ...place(from, to), name, entries };
  },
  pair: (from: number, to: number, key: Node, value: Maybe): NodeOf<'pair'> => {
    return { kind: 'pair', ...place(from, to), key, value };
  },
});

const makersOfStatements = (place: Place) => ({
  definition: (
    from: number,
    to: number,
    role: Definition['role'],
    target: Node,
    value: Maybe,
    appends: boolean,
    annotations: Annotations,
  ): Definition => {
    const name = target.kind === 'mapping' || target.kind === 'list' ? '' : lastName(target);
    const placed = place(Math.min(from, annotations[0]?.from ?? from), to);
    return { kind: 'definition', ...placed, role, target, name, value, appends, annotations };
  },
  annotation: (from: number, to: number, name: string, given: Nodes): Annotation => {
    return { kind: 'annotation', ...place(from, to), name, arguments: given };
  },
  scope: (
    from: number,
    to: number,
    role: Scope['role'],
    name: string,
    annotations: Annotations,
    parameters: Nodes,
    bases: readonly string[],
    children: Nodes,
  ): Scope => {
    const placed = place(Math.min(from, annotations[0]?.from ?? from), to);
    return { kind: 'scope', ...placed, role, name, annotations, parameters, bases, children };
  },
  result: (from: number, to: number, value: Maybe): NodeOf<'result'> => {
    return { kind: 'result', ...place(from, to), value };
  },
  import: (from: number, to: number, module: string, names: Import['names']): Import => {
    return { kind: 'import', ...place(from, to), module, names };
  },
  comment: (from: number, to: number, text: string): NodeOf<'comment'> => {
    return { kind: 'comment', ...place(from, to), text };
  },
  group: (from: number, to: number, children: Nodes): NodeOf<'group'> => {
    return { kind: 'group', ...place(from, to), children };
  },
});
