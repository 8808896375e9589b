import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';
import { addressOf, withPage } from './ui-page.ts';

const rounds = 5;
const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer');

/** From the start of the host's process to a Home that can be used, and how much script that takes. */
export const uiStart = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const whole: number[] = [];
  const hostMs: number[] = [];
  await withPage(async (_page, browser) => {
    // The first round makes the folder's databases; a person's second start is the usual one.
    for (let round = 0; round <= rounds; round++) {
      const startedAt = performance.now();
      const host = await startHost(['--data', folder]);
      const page = await browser.newPage();
      await page.goto(await addressOf(host));
      // What the local service answers is on the screen, and what is pressed is heard.
      // Looked for in each frame: a locator that waits looks again after up to half a second.
      await page.waitForFunction(showsService, undefined, { polling: 'raf' });
      await page.getByRole('button', { name: 'New case' }).first().click({ trial: true });
      if (round > 0) {
        whole.push(performance.now() - startedAt);
        hostMs.push(host.startMs);
      }
      await page.context().close();
      await host.stop();
    }
  });
  const { first, rest } = scripts();
  return [
    result(
      'from start of the host to an interactive Home',
      median(whole),
      '<',
      500,
      ' ms',
      `median of ${rounds}; of it the host ${median(hostMs).toFixed(0)} ms; slowest ${Math.max(...whole).toFixed(0)} ms`,
    ),
    result(
      'first script, compressed',
      first / 1000,
      '<',
      350,
      ' kB',
      `gzip; what other screens load when they are visited: ${(rest / 1000).toFixed(0)} kB in all`,
    ),
  ];
};

/** Runs in the page, which has a document. */
const showsService = (): boolean => {
  const { document } = globalThis as unknown as { document: { body?: { textContent: string } } };
  return document.body?.textContent.includes('Local service running') === true;
};

/** Compressed bytes of the scripts that the page names, and of all others. */
const scripts = () => {
  const html = readFileSync(join(rendererDir, 'index.html'), 'utf8');
  // Those of the build before may still lie beside them.
  const { files } = JSON.parse(readFileSync(join(rendererDir, '.built-from'), 'utf8')) as { files: string[] };
  const sizes = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      named: html.includes(basename(file)),
      size: gzipSync(readFileSync(join(rendererDir, '..', file))).length,
    }));
  const sum = (named: boolean): number =>
    sizes.filter((one) => one.named === named).reduce((total, { size }) => total + size, 0);
  return { first: sum(true), rest: sum(false) };
};
