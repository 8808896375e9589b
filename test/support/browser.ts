import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** So often is a start tried: Chromium itself crashes at one now and then. */
const starts = 3;

/** Chromium as it comes inside an npm package: nothing is downloaded, and none of the machine's is used. */
export const launchChromium = async (args: readonly string[] = [], left = starts): Promise<Browser> => {
  try {
    return await playwright.launch({
      executablePath: await chromium.executablePath(),
      // One process for all, as that package proposes for small machines, crashes with several windows.
      args: [...chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote'), ...args],
      headless: true,
    });
  } catch (error) {
    if (left > 1) return launchChromium(args, left - 1);
    throw error;
  }
};
