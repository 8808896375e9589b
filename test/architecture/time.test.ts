import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';

/** Everything that reads the time or makes a timer. Only `base/clock` may. Source: `docs/architecture.md#time`. */
const script =
  /\b(Date\.now|new Date\(\s*\)|(?<!new )Date\(|performance\.now|process\.hrtime|setTimeout|setInterval|AbortSignal\.timeout|(node:)?timers(\/promises)?['"])/g;
const sql =
  /\b(CURRENT_(TIMESTAMP|TIME|DATE)\b|(unixepoch|julianday|strftime|datetime)\s*\(|(date|time)\s*\(\s*['"]now['"])/gi;

/** Comments may name what code may not use. */
const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[^:])\/\/.*$/gm, '$1');

const straysIn = (source: string): string[] =>
  withoutComments(source)
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(script), ...line.matchAll(sql)].map((match) => `${at + 1}: ${match[0]}`),
    );

const sources = readdirSync(join(packageRoot(), 'electron'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|cjs|sql)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** The second has a script for browsers, whose time is not the program's. */
const exceptions = [join('base', 'clock.ts'), join('desk', 'api', 'waiting-page.ts')];

test('only base/clock reads the time', () => {
  const found = sources
    .filter((path) => !exceptions.some((exception) => path.endsWith(exception)))
    .flatMap((path) => straysIn(readFileSync(path, 'utf8')).map((stray) => `${path}:${stray}`));
  expect(found).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});

test.each([
  'const now = Date.now();',
  'const now = new Date();',
  'const now = new Date( ).getTime();',
  'const now = Date();',
  'const now = performance.now();',
  'const now = process.hrtime.bigint();',
  'setTimeout(work, 5);',
  'globalThis.setInterval(work, 5);',
  'const signal = AbortSignal.timeout(5000);',
  "import { setTimeout as sleep } from 'node:timers/promises';",
  "import { scheduler } from 'timers/promises';",
  'sql`select CURRENT_TIMESTAMP`',
  'sql`select current_date`',
  'sql`select unixepoch()`',
  "sql`select strftime('%s', 'now')`",
  "sql`select datetime('now')`",
  'sql`select date("now", \'+1 day\')`',
  'sql`select julianday()`',
])('a stray is found: %s', (line) => {
  expect(straysIn(`const before = 1;\n${line}\n`)[0]).toMatch(/^2: /);
});

test.each([
  'const shown = new Date(instantMs).toISOString();',
  'const instantMs = Date.parse(text);',
  'setImmediate(work);',
  '// Date.now() is for base/clock only',
  '/* setTimeout\n * setInterval */',
  'const date = from.date(5);',
  "const page = 'http://127.0.0.1';",
])('what may stay is not: %s', (line) => {
  expect(straysIn(line)).toEqual([]);
});
