import type { Page } from 'playwright-core';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';
import { addressOf, firstRows, scrolling, untilLive, withPage } from './ui-page.ts';

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
        told('first rows of Home on the screen, 10,000 cases', opening, 'from the click'),
        told(
          'a search of 10,000 cases: 10 that match, alone on the screen',
          searching,
          'from the last letter',
        ),
        await scrolling(page, rows),
      ];
    });
  } finally {
    await host.stop();
  }
};

const told = (what: string, figures: readonly number[], from: string): Result =>
  result(
    what,
    median([...figures]),
    '<',
    300,
    ' ms',
    `${from}; median of ${rounds}, slowest ${Math.max(...figures).toFixed(0)} ms`,
  );

const makeCases = async ({ ready }: BenchHost): Promise<void> => {
  let next = 0;
  const make = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      const response = await fetch(`${ready.deskUrl}/api/cases`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.deskToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Integrator n${String(n).padStart(4, '0')}`, parts: ['webhooks'] }),
      });
      if (!response.ok) throw new Error(`POST /api/cases answered ${response.status}.`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, make));
  // Answers once all of them are read, which Home doesn't wait for.
  await fetch(`${ready.deskUrl}/api/cases?limit=1`, {
    headers: { authorization: `Bearer ${ready.deskToken}` },
  });
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
