import { expect, test } from 'vitest';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { ignoreLevel, isIgnored } from '#desk/eligibility/source/ignores.ts';
import { unpackProblem } from '#desk/eligibility/source/limits.ts';
import {
  entryPath,
  foldersAbove,
  isNoText,
  isPathTooLong,
  linkedPath,
  marksVendored,
  mayPackSource,
  nameOf,
} from '#desk/eligibility/source/names.ts';
import { createPassedOver, skipPacked } from '#desk/eligibility/source/passed-over.ts';

test.each([
  ['a/b.js', 'a/b.js'],
  ['./a//b/./c.js', 'a/b/c.js'],
  ['a\\b.js', 'a/b.js'],
  ['a/..b/c..js', 'a/..b/c..js'],
  ['/a.js', undefined],
  ['\\a.js', undefined],
  ['c:/a.js', undefined],
  ['Z:a.js', undefined],
  ['a/../b.js', undefined],
  ['..', undefined],
  ['a\0.js', undefined],
])('the entry %j is read as %s', (name, path) => {
  expect(entryPath(name)).toBe(path);
});

test.each([
  ['a/b.js', 'c.js', 'a/c.js'],
  ['a/b.js', './c.js', 'a/c.js'],
  ['a/b.js', '../c.js', 'c.js'],
  ['a/b.js', '..\\x\\c.js', 'x/c.js'],
  ['a/b.js', '../../c.js', undefined],
  ['b.js', '..', undefined],
  ['b.js', '/etc/x', undefined],
  ['b.js', 'D:/x', undefined],
  ['a/b/c', '../../d/../e//f', 'e/f'],
])('a link at %s to %s leads to %s', (path, target, to) => {
  expect(linkedPath(path, target)).toBe(to);
});

test('folders above, names, and marks of what is installed', () => {
  expect(foldersAbove('a/b/c.js')).toEqual(['a', 'a/b']);
  expect(foldersAbove('c.js')).toEqual([]);
  expect([nameOf('a/b.js'), nameOf('b.js')]).toEqual(['b.js', 'b.js']);
  expect(marksVendored('env', 'pyvenv.cfg')).toBe(true);
  expect(marksVendored('vendor', 'autoload.php')).toBe(true);
  expect(marksVendored('vendor', 'modules.txt')).toBe(true);
  expect(marksVendored('lib', 'autoload.php')).toBe(false);
  expect(marksVendored('vendor', 'index.php')).toBe(false);
});

test.each([
  ['a.zip', true],
  ['a.TGZ', true],
  ['a.tar.gz', true],
  ['backup.gz', true],
  ['a/main.js.gz', true],
  ['data.csv.bz2', false],
  ['a.jar', false],
  ['a.js', false],
  ['x.gz.txt', false],
])('whether %s may hold source code packed: %s', (path, may) => {
  expect(mayPackSource(path)).toBe(may);
});

test('images and programs are told by their names', () => {
  expect(['a.PNG', 'b/c.so', 'd.jpeg', 'e.sqlite3'].map(isNoText)).toEqual([true, true, true, true]);
  expect(['a.js', 'png', 'a.png.js', 'a.md'].map(isNoText)).toEqual([false, false, false, false]);
});

test('a path has a greatest length and depth', () => {
  expect(isPathTooLong('a'.repeat(4096))).toBe(false);
  expect(isPathTooLong('a'.repeat(4097))).toBe(true);
  expect(isPathTooLong(`${'a/'.repeat(255)}a`)).toBe(false);
  expect(isPathTooLong(`${'a/'.repeat(256)}a`)).toBe(true);
  expect(isPathTooLong(`${'a\\'.repeat(300)}a`)).toBe(true);
});

const mb = 1024 ** 2;
test('an archive may unpack to 68.7 GB, and once it is large to 200 times its size', () => {
  expect(unpackProblem(256 * mb, 1)).toBeUndefined();
  expect(unpackProblem(256 * mb + 1, 1)).toContain('200 times');
  expect(unpackProblem(400 * mb, 2 * mb)).toBeUndefined();
  expect(unpackProblem(400 * mb + 1, 2 * mb)).toContain('200 times');
  expect(unpackProblem(64 * 1024 * mb, 64 * 1024 * mb)).toBeUndefined();
  expect(unpackProblem(64 * 1024 * mb + 1, 64 * 1024 * mb)).toContain('68.7 GB');
});

const level = (folder: string, text: string) => ignoreLevel(folder, Buffer.from(text));

test('the deepest file that says something wins', () => {
  const root = level('', '\uFEFF*.log\r\n/build/\nLocal\n');
  const sub = level('app', '!keep.log\n/one.js\n');
  expect(isIgnored([root], 'a/b.log', false)).toBe(true);
  expect(isIgnored([root], 'build', true)).toBe(true);
  expect(isIgnored([root], 'build', false)).toBe(false);
  expect(isIgnored([root], 'a/build', true)).toBe(false);
  expect(isIgnored([root], 'Local', false)).toBe(true);
  expect(isIgnored([root], 'local', false)).toBe(false);
  expect(isIgnored([root, sub], 'app/keep.log', false)).toBe(false);
  expect(isIgnored([root, sub], 'app/other.log', false)).toBe(true);
  expect(isIgnored([root, sub], 'app/one.js', false)).toBe(true);
  expect(isIgnored([root, sub], 'app/x/one.js', false)).toBe(false);
  expect(isIgnored([], 'a', false)).toBe(false);
});

test.each([
  ['a*b*c*d', 'abcd', true],
  ['a*b*c*d*e', 'abcde', false],
  ['**/x/**', 'a/x/b', true],
  ['**/x/**/y/**', 'a/x/b/y/c', false],
  ['y'.repeat(1000), 'y'.repeat(1000), true],
  ['y'.repeat(1001), 'y'.repeat(1001), false],
  ['a*/b*/c*/d*', 'a1/b1/c1/d1', true],
])('the rule %s on %s: %s', (rule, path, ignored) => {
  expect(isIgnored([level('', rule)], path, false)).toBe(ignored);
});

test('no more than 2,000 rules of a file are read', () => {
  const rules = Array.from({ length: 2001 }, (_, n) => `f${n}.js`).join('\n');
  expect(isIgnored([level('', rules)], 'f1999.js', false)).toBe(true);
  expect(isIgnored([level('', rules)], 'f2000.js', false)).toBe(false);
});

test('what is left out on purpose is counted by kind, folders of one name once each', () => {
  const passed = createPassedOver();
  const skips = createSkips();
  passed.vendored('vendor', 'a/vendor');
  passed.vendored('vendor', 'a/vendor');
  passed.vendored('vendor', 'b/vendor');
  passed.vendored('node_modules');
  passed.vendored('node_modules');
  passed.ignored();
  passed.unsupported();
  passed.unsupported();
  passed.link();
  passed.addTo(skips);
  skipPacked(skips, 'x.zip');
  expect(skips.list().map(({ path, reason, detail }) => `${path} ${reason} ${detail}`)).toEqual([
    'x.zip archive-limit Nested archive, not opened. Unpack it, or check it as a separate source.',
    'node_modules vendored 2 folders of installed packages.',
    'vendor vendored 2 folders of installed packages.',
    '. ignored 1 entry ignored by .gitignore.',
    '. not-supported 2 files of unsupported types.',
    '. not-supported 1 link to files in the source, read at their targets.',
  ]);
  expect([skips.count, skips.blocking]).toEqual([9, 1]);
});
