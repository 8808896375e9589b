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
