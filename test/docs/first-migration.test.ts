import { expect, test } from 'vitest';
import { firstMigration } from '#contract/first-migration.ts';
import { sampleFileNames } from '#contract/sample.ts';
import { textOf } from './pages.ts';

test('the guide of a first migration has the steps of the checklist, word for word and in order', () => {
  const guide = textOf('docs/guides/first-migration.md');
  const steps = [...guide.matchAll(/^## \d+\. (.+)\n\n(.+)\n/gm)].map(([, title, text]) => ({ title, text }));
  expect(steps).toEqual(firstMigration.map(({ title, text }) => ({ title, text })));
  for (const name of sampleFileNames) expect(guide).toContain(`\`${name}\``);
});
