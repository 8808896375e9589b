import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from './pages.ts';

const page = textOf('docs/guarantees.md');

test('each promise names a test that exists', () => {
  const named = [...page.matchAll(/\]\(\.\.\/(test\/[\w/.-]+\.test\.ts)\)(?:: ([^|\n]*?))?(?=,| \||\.|$)/gm)];
  expect(named.length).toBeGreaterThan(12);
  for (const [, path = '', title = ''] of named) {
    expect(existsSync(join(packageRoot(), path)), path).toBe(true);
    const start = title.split(', ')[0]?.trim() ?? '';
    expect(textOf(path), `${path}: ${start}`).toContain(start);
  }
});

test('each row of promises has one', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
    .filter((line) => /\.test\.ts/.test(line) || /^\| (\*\*|A |Both|Local service:|Desk:|`carry)/.test(line));
  for (const row of rows) expect(row).toMatch(/\.test\.ts\)/);
});
