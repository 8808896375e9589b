import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

const stateOf = async (page: Page): Promise<unknown> => ({
  kept: await page.evaluate(
    `[localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie]`,
  ),
  width: page.viewportSize()?.width,
  prints: await page.evaluate(`matchMedia('print').matches`),
  isDark: await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`),
  answered: await page.evaluate(`fetch('/api/about').then(({ status }) => status)`),
});
const clean = { kept: [null, null, ''], width: 1280, prints: false, isDark: false, answered: 401 };

// The page of either test may be the other one's.
for (const which of ['a test', 'the next test']) {
  it(`gives ${which} a page in which nothing of another one is left`, async () => {
    const page = await openUi(browser(), await testHost(), { expected: /status of (401|418)/ });
    await untilLive(page);
    expect(await stateOf(page)).toEqual(clean);

    await page.route('**/api/about', (route) => route.fulfill({ status: 418 }));
    await page.setViewportSize({ width: 800, height: 600 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(
      `localStorage.setItem('left', 'x'); sessionStorage.setItem('left', 'x'); document.cookie = 'left=x'`,
    );
    expect(await stateOf(page)).toEqual({
      kept: ['x', 'x', 'left=x'],
      width: 800,
      prints: true,
      isDark: true,
      answered: 418,
    });
  });
}

it('has axe find what is wrong on a screen, and in a dialog', async () => {
  const page = await openUi(browser(), await testHost());
  await expectAccessible(page);
  const wrong = async (within: string): Promise<void> => {
    await page.evaluate(
      `document.querySelector('${within}').insertAdjacentHTML('beforeend', '<img src="data:,">')`,
    );
    await expect(expectAccessible(page)).rejects.toThrow(/image-alt/);
    await page.evaluate(`document.querySelector('${within} > img').remove()`);
  };
  await wrong('#main');
  await page.getByRole('button', { name: 'New case' }).first().click();
  await page.getByRole('dialog', { name: 'New case' }).waitFor();
  await wrong('[role="dialog"]');
});
