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

/** Makes nodes of the model; parents are filled in when the model is put together. */
export const makers = (lineAt: (offset: number) => number) => {
  const placed = (from: number, to: number) => ({ from, to, line: lineAt(from), parent: undefined });
  return {
    text: (from: number, to: number, parts: readonly (string | Node)[]): NodeOf<'text'> => ({
      kind: 'text',
      ...placed(from, to),
      parts,
      value: parts.map((part) => (typeof part === 'string' ? part : hole)).join(''),
    }),
    name: (from: number, to: number, text: string): NodeOf<'name'> => ({
      kind: 'name',
      ...placed(from, to),
      text,
    }),
    member: (
      from: number,
      to: number,
      object: Node | undefined,
      name: string,
      nameFrom: number,
    ): NodeOf<'member'> => ({
      kind: 'member',
      ...placed(from, to),
      object,
      name,
      nameFrom,
    }),
    index: (from: number, to: number, object: Node | undefined, key: Node | undefined): NodeOf<'index'> => ({
      kind: 'index',
      ...placed(from, to),
      object,
      key,
    }),
    call: (from: number, to: number, callee: Node | undefined, args: readonly Node[]): NodeOf<'call'> => ({
      kind: 'call',
      ...placed(from, to),
      callee,
      arguments: args,
    }),
    operation: (
      from: number,
      to: number,
      operator: string,
      operands: readonly Node[],
    ): NodeOf<'operation'> => ({
      kind: 'operation',
      ...placed(from, to),
      operator,
      operands,
    }),
    choice: (from: number, to: number, options: readonly Node[], condition?: Node): NodeOf<'choice'> => ({
      kind: 'choice',
      ...placed(from, to),
      options,
      ...(condition && { condition }),
    }),
    list: (from: number, to: number, items: readonly Node[]): NodeOf<'list'> => ({
      kind: 'list',
      ...placed(from, to),
      items,
    }),
    mapping: (from: number, to: number, name: string, entries: readonly Node[]): NodeOf<'mapping'> => ({
      kind: 'mapping',
      ...placed(from, to),
      name,
      entries,
    }),
    pair: (from: number, to: number, key: Node, value: Node | undefined): NodeOf<'pair'> => ({
      kind: 'pair',
      ...placed(from, to),
      key,
      value,
    }),
    definition: (
      from: number,
      to: number,
      role: Definition['role'],
      target: Node,
      value: Node | undefined,
      appends: boolean,
      annotations: readonly Annotation[],
    ): Definition => ({
      kind: 'definition',
      ...placed(Math.min(from, annotations[0]?.from ?? from), to),
      role,
      target,
      name: target.kind === 'mapping' || target.kind === 'list' ? '' : lastName(target),
      value,
      appends,
      annotations,
    }),
    annotation: (from: number, to: number, name: string, args: readonly Node[]): Annotation => ({
      kind: 'annotation',
      ...placed(from, to),
      name,
      arguments: args,
    }),
    scope: (
      from: number,
      to: number,
      role: Scope['role'],
      name: string,
      annotations: readonly Annotation[],
      parameters: readonly Node[],
      bases: readonly string[],
      children: readonly Node[],
    ): Scope => ({
      kind: 'scope',
      ...placed(Math.min(from, annotations[0]?.from ?? from), to),
      role,
      name,
      annotations,
      parameters,
      bases,
      children,
    }),
    result: (from: number, to: number, value: Node | undefined): NodeOf<'result'> => ({
      kind: 'result',
      ...placed(from, to),
      value,
    }),
    import: (from: number, to: number, module: string, names: Import['names']): Import => ({
      kind: 'import',
      ...placed(from, to),
      module,
      names,
    }),
    comment: (from: number, to: number, text: string): NodeOf<'comment'> => ({
      kind: 'comment',
      ...placed(from, to),
      text,
    }),
    group: (from: number, to: number, children: readonly Node[]): NodeOf<'group'> => ({
      kind: 'group',
      ...placed(from, to),
      children,
    }),
  };
};
export type Makers = ReturnType<typeof makers>;
