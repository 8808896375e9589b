import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';

/** What built files import, from the entries on, statically or not. */
export interface Imports {
  /** Files of ours that are missing. */
  readonly missing: readonly string[];
  /** Specifiers of packages and of Node. */
  readonly bare: readonly string[];
}

export const importsOf = (entries: readonly string[]): Imports => {
  const bare = new Set<string>();
  const missing = new Set<string>();
  const waiting = [...entries];
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!existsSync(file)) {
      missing.add(file);
      continue;
    }
    for (const specifier of specifiersIn(readFileSync(file, 'utf8'))) {
      const path = join(dirname(file), specifier);
      if (!specifier.startsWith('.')) bare.add(specifier);
      else if (!seen.has(path)) {
        seen.add(path);
        waiting.push(path);
      }
    }
  }
  return { missing: [...missing], bare: [...bare].sort() };
};

const specifiersIn = (source: string): string[] => {
  const found: string[] = [];
  visit(parseAst(source), (node) => {
    const isImport = /^(Import|Export(Named|All)Declaration)/.test(String(node.type));
    const from = isImport ? (node.source as { value?: unknown } | null | undefined)?.value : undefined;
    if (typeof from === 'string') found.push(from);
  });
  return found;
};

type Node = Readonly<Record<string, unknown>>;

const visit = (value: unknown, look: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) look(value as Node);
    for (const item of Object.values(value)) visit(item, look);
  }
};
