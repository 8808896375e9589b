import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { showIn } from './ui.ts';

/** Where pictures go for people to look at; none are taken without it. */
const folder = process.env.CARRYOVER_PICTURES;

/** The page as it is, in both themes, in a wide and a narrow window. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await showIn(page, 'light');
  await page.setViewportSize({ width: 1280, height: 800 });
};
