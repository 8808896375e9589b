import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Chromium as it comes inside an npm package: nothing is downloaded, and none of the machine's is used. */
export const launchChromium = async (args: readonly string[] = []): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    // One process for all, as that package proposes for small machines, crashes with several windows.
    args: [...chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote'), ...args],
    headless: true,
  });
