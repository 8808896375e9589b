import { globSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from '#test/docs/pages.ts';

/** The only files that may disable a control: what they give always has a reason. */
const explaining = new Set([
  'renderer/ui/blockable.tsx',
  // An entry of the palette has its reason beside its name.
  'renderer/app/palette/palette-list.tsx',
]);
const disabling = new Set(['disabled', 'data-disabled', 'aria-disabled']);
/** Where `disabled` is no state of a control: a tooltip, or a count, that is not shown. */
const exempt = new Set(['Tooltip', 'Indicator']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (value: unknown): string | undefined => {
  const node = value as { readonly name?: unknown; readonly value?: unknown };
  return [node.name, node.value].find((one) => typeof one === 'string') as string | undefined;
};

/** Properties that an object spread over an element may set. */
const keysIn = (node: Node): string[] => [
  ...(node.type === 'Property' ? [nameOf(node.key) ?? ''] : []),
  ...childrenOf(node).flatMap(keysIn),
];

/** Attributes of elements that disable them without a reason, such as `Button disabled`. */
const unexplained = (node: Node, path: string): string[] => {
  const own = (): string[] => {
    if (node.type !== 'JSXOpeningElement') return [];
    const element = nameOf(node.name) ?? '';
    if (exempt.has(element)) return [];
    return (node.attributes as Node[])
      .flatMap((one) => (one.type === 'JSXSpreadAttribute' ? keysIn(one) : [nameOf(one.name) ?? '']))
      .filter((name) => disabling.has(name))
      .map((name) => `${path}: ${element} ${name}`);
  };
  return [...own(), ...childrenOf(node).flatMap((child) => unexplained(child, path))];
};

const unexplainedIn = (path: string, text: string): string[] =>
  unexplained(parseSync(path, text).program as unknown as Node, path);

test('no control of the screens is disabled but by what takes its reason', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: packageRoot() }).filter(
    (path) => !explaining.has(path.replaceAll('\\', '/')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => unexplainedIn(path, textOf(path)))).toEqual([]);
});

test.each([
  ['<Button disabled>x</Button>', 'Button disabled'],
  ['<Button disabled={a || b} />', 'Button disabled'],
  ['<p><Menu.Item aria-disabled onClick={() => go()} /></p>', ' aria-disabled'],
  ["<Button {...(a ? { 'data-disabled': true } : {})} />", 'Button data-disabled'],
])('sees %s', (jsx, seen) => {
  expect(unexplainedIn('a.tsx', `export const A = () => ${jsx};`)).toEqual([`a.tsx: ${seen}`]);
});
