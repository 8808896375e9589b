import { expect, test } from 'vitest';
import { textOf } from '#test/docs/pages.ts';
import { moduleImports } from './imports.ts';

const [, drawing = ''] = /```mermaid\n([\s\S]*?)```/.exec(textOf('docs/architecture.md')) ?? [];

/** Solid arrows of the drawing: `desk_cases[cases] --> desk_store` is an import of `desk/store` by `desk/cases`. */
const drawn = new Map<string, Set<string>>();
for (const line of drawing.split('\n').filter((one) => one.includes('-->'))) {
  const nodes = line.split('-->').map((node) =>
    node
      .trim()
      .replace(/\[.*\]$/, '')
      .replace('_', '/'),
  );
  for (const [at, from] of nodes.slice(0, -1).entries()) {
    const targets = drawn.get(from) ?? new Set();
    drawn.set(from, targets.add(nodes[at + 1] as string));
  }
}

const isReachable = (from: string, to: string): boolean =>
  [...(drawn.get(from) ?? [])].some((next) => next === to || isReachable(next, to));

const real = moduleImports();
const pairs = (graph: ReadonlyMap<string, ReadonlySet<string>>): [string, string][] =>
  [...graph].flatMap(([from, targets]) => [...targets].map((to): [string, string] => [from, to]));

test('every module is in the drawing, and nothing else', () => {
  const nodes = new Set(pairs(drawn).flat());
  expect([...nodes].sort()).toEqual([...real.keys()].sort());
});

test('every import between modules follows arrows of the drawing', () => {
  expect(pairs(real).length).toBeGreaterThan(100);
  expect(pairs(real).filter(([from, to]) => !isReachable(from, to))).toEqual([]);
});

test('every arrow of the drawing is an import', () => {
  expect(pairs(drawn).filter(([from, to]) => real.get(from)?.has(to) !== true)).toEqual([]);
});
