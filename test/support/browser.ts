import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** So often is a start tried: Chromium itself crashes at one now and then. */
const starts = 3;

/**
 * What that package proposes for small machines and is not wanted here: one process for all, which crashes with several
 * windows; drawing by an emulated graphics card, which takes longer than drawing; and doors left open that the page's own
 * security is tried against.
 */
const unwanted = [
  '--single-process',
  '--no-zygote',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
  '--disable-web-security',
];

/**
 * For pages that live some seconds: what the compiler for hot code spends comes back only later, and the first area for new
 * objects, as small as for a phone, is cleaned up again and again.
 */
export const shortLived =
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16 --max-semi-space-size=32';

/** Chromium as it comes inside an npm package, which has it for Linux alone; elsewhere the machine's Chrome. */
const program = async (): Promise<
  { executablePath: string; args: string[] } | { channel: string; args: string[] }
> =>
  process.platform === 'linux'
    ? {
        executablePath: await chromium.executablePath(),
        args: chromium.args.filter((arg) => !unwanted.includes(arg)),
      }
    : { channel: 'chrome', args: [] };

/** A browser for tests: nothing is downloaded. */
export const launchChromium = async (args: readonly string[] = [], left = starts): Promise<Browser> => {
  try {
    const { args: usual, ...browser } = await program();
    return await playwright.launch({
      ...browser,
      args: [...usual, '--disable-gpu', ...args],
      headless: true,
    });
  } catch (error) {
    if (left > 1) return launchChromium(args, left - 1);
    throw error;
  }
};
