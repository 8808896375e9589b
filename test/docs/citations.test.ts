import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { anchorsOf, codeFiles, pages, textOf, withoutCode } from './pages.ts';

interface Citation {
  readonly from: string;
  /** Path from the root of the repository; `#anchor` may follow. */
  readonly to: string;
}

const citedPage =
  /(?<![\w./-])docs\/(?:reference|guides|concepts|decisions|architecture|performance|troubleshooting)[\w./-]*\.md(?:#[\w-]+)?/g;

/** Pages that code names in full, such as `docs/architecture.md#time`. */
const inCode = (path: string): Citation[] =>
  [...textOf(path).matchAll(citedPage)].map(([to]) => ({ from: path, to }));

/** Links of a page to files of the repository. */
const inPage = (path: string): Citation[] =>
  [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to]) => to as string)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => ({ from: path, to: to.startsWith('#') ? `${path}${to}` : join(dirname(path), to) }));

const isResolved = ({ to }: Citation): boolean => {
  const [path, anchor] = to.split('#') as [string, string?];
  if (!existsSync(join(packageRoot(), path))) return false;
  return anchor === undefined || anchorsOf(textOf(path)).has(anchor);
};

const citations = [
  ...codeFiles()
    .filter((path) => !path.startsWith('test/docs/'))
    .flatMap(inCode),
  ...pages().flatMap(inPage),
];

test('every page that code or a page cites exists, with the heading that it names', () => {
  expect(citations.length).toBeGreaterThan(200);
  expect(citations.filter((citation) => !isResolved(citation))).toEqual([]);
});

/** Pages and numbers that only their authors have. */
const privateSource =
  /(?<!docs\/)\b(?:domain|specification|architecture|style|voice)\.md|\bissue "|\b(?:specification|domain) (?:section|part)s? \d/i;

test('no comment cites a page that is not in the repository', () => {
  const files = codeFiles().filter((path) => !path.startsWith('test/docs/'));
  const hits = files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) => (privateSource.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(hits).toEqual([]);
});

test('every rule page is listed, and cited by code or by another page', () => {
  const folder = 'docs/reference/rules/';
  const cited = new Set(citations.map(({ to }) => to.split('#')[0]));
  const rules = pages().filter((path) => path.startsWith(folder) && !path.endsWith('/README.md'));
  expect(rules.filter((path) => !cited.has(path))).toEqual([]);
  const index = new Set(inPage(`${folder}README.md`).map(({ to }) => to));
  expect(rules.filter((path) => !index.has(path))).toEqual([]);
});
