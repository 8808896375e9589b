import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { pages, textOf } from './pages.ts';

test('README has 6 kB at most, and its two commands come first', () => {
  expect(statSync(join(packageRoot(), 'README.md')).size).toBeLessThanOrEqual(6000);
  const [, first = ''] = /```sh\n([\s\S]*?)```/.exec(textOf('README.md')) ?? [];
  expect(first.split('\n').map((line) => line.replace(/\s*#.*/, ''))).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
    '',
  ]);
  expect(textOf('README.md').split('```')[0]).not.toContain('\n## ');
});

test('README links to every guide, and to every reference page', () => {
  const listed = pages().filter((path) => /^docs\/(?:guides|reference)\/[\w-]+\.md$/.test(path));
  expect(listed.filter((path) => !textOf('README.md').includes(`](${path})`))).toEqual([]);
});

test('a decision is a short dated file with context, decision and consequences', () => {
  const decisions = pages().filter((path) => /^docs\/decisions\/\d/.test(path));
  expect(decisions.length).toBeGreaterThanOrEqual(6);
  for (const path of decisions) {
    const text = textOf(path);
    const [, date] = /^docs\/decisions\/(\d{4}-\d{2}-\d{2})-[a-z-]+\.md$/.exec(path) ?? [];
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(
        new RegExp(
          `^# .+\\n\\nDate: ${date}\\n\\n## Context\\n[^#]+## Decision\\n[^#]+## Consequences\\n[^#]+$`,
        ),
      ),
    ]);
    expect(text.split('\n').length, path).toBeLessThanOrEqual(26);
    expect(textOf('docs/decisions/README.md')).toContain(`](${path.replace('docs/decisions/', '')})`);
  }
});
