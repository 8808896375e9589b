import type { Page } from 'playwright-core';
import { deskOf } from './desk-runs.ts';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import type { Result } from './results.ts';
import { addressOf, firstRows, scrolling, untilLive, waiting, withPage } from './ui-page.ts';

const count = 10_000;
const atOnce = 16;
const rounds = 5;
const rows = '[role="table"][aria-label="Cases"] > [role="rowgroup"]:last-child';

/** Home with 10,000 cases: its first rows, a search, and frames while it scrolls. */
export const uiCases = async (): Promise<Result[]> => {
  const host = await startHost(['--data', benchFolder()]);
  try {
    await makeCases(host);
    return await withPage(async (page) => {
      await page.goto(await addressOf(host, '/messages'));
      await untilLive(page);
      const opening: number[] = [];
      const searching: number[] = [];
      for (let round = 0; round < rounds; round++) {
        opening.push(await firstRows(page, '/', rows));
        searching.push(await search(page, `n${round}03`));
        await page.getByLabel('Find cases').fill('');
        await page.locator('nav a[href="/messages"]').click();
        await untilLive(page);
      }
      await firstRows(page, '/', rows);
      return [
        waiting('first rows of Home on the screen, 10,000 cases', 'from the click', opening),
        waiting(
          '10 of 10,000 cases that a search finds, alone on the screen',
          'from the last letter',
          searching,
        ),
        await scrolling(page, rows),
      ];
    });
  } finally {
    await host.stop();
  }
};

const makeCases = async (host: BenchHost): Promise<void> => {
  const desk = deskOf(host);
  let next = 0;
  const make = async (): Promise<void> => {
    while (next < count) {
      const name = `Integrator n${String(next++).padStart(4, '0')}`;
      await desk('POST', '/api/cases', { name, parts: ['webhooks'] });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, make));
  // Answers once all of them are read, which Home doesn't wait for.
  await desk('GET', '/api/cases?limit=1');
};

/** From the last letter of a word that ten cases have to those ten alone, ms, by the page's own clock. */
const search = (page: Page, text: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const input = document.querySelector('input[aria-label="Find cases"]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    set.call(input, ${JSON.stringify(text)});
    const startedAt = performance.now();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const look = () => {
      const drawn = document.querySelectorAll(${JSON.stringify(`${rows} [data-index]`)});
      if (drawn.length === 10) resolve(performance.now() - startedAt);
      else if (performance.now() - startedAt > 10_000) resolve(Number.NaN);
      else requestAnimationFrame(look);
    };
    look();
  })`);
