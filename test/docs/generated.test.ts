import { expect, test } from 'vitest';
import { generatedPages } from '#docs/generate/index.ts';
import { textOf } from './pages.ts';

test('the pages that follow from the code are as the code gives them', async () => {
  for (const [path, text] of Object.entries(await generatedPages())) {
    expect(textOf(path) === text, `${path} is out of date. Run \`npm run docs\`.`).toBe(true);
  }
});
