import { Command } from 'commander';
import { packageRoot } from '#base/package-root.ts';
import { type Outcome, runDesktop, whyNoWindow } from './desktop-window.ts';
import { electronBinary } from './electron-binary.ts';
import { withExamples } from './options.ts';
import { remark } from './output.ts';
import { serveUntilSignal } from './serve.ts';
import { hasKeyInEnvironment, type ServeOptions, withServeOptions } from './serve-options.ts';

interface Options extends ServeOptions {
  readonly browser?: true;
}

/** `carryover start`: the desktop window, or the same page in a browser where there can be none. */
export const startCommand = (): Command => {
  const start = withServeOptions(new Command('start'))
    .description('Open the desktop window, or the browser if there is none')
    .option('--browser', 'use the browser instead of a window')
    .action(openWindowOrServe);
  return withExamples(
    start,
    ['start', 'Open the desktop window.'],
    ['start --browser', 'Open the browser.'],
    ['start --clock virtual --data ./rehearsal', 'Separate sandbox with a virtual clock.'],
  );
};

const openWindowOrServe = async (options: Options, start: Command): Promise<void> => {
  if (!options.browser) {
    const outcome = await openWindow(start);
    if (outcome.opened) {
      process.exitCode = outcome.code;
      return;
    }
    remark(`No desktop window: ${outcome.why}. Opening the browser instead.`);
  }
  await serveUntilSignal(options, true);
};

/** What the app takes, too; the others change how the host serves, which the app decides for itself. */
const windowOptions = ['data', 'apiPort', 'deskPort'];

const openWindow = async (start: Command): Promise<Outcome> => {
  const served = start.options.filter((option) => {
    const name = option.attributeName();
    return start.getOptionValueSource(name) === 'cli' && !windowOptions.includes(name);
  });
  const names = [
    ...served.map(({ long }) => long),
    ...(hasKeyInEnvironment() ? ['an API key of the environment'] : []),
  ];
  const why = names.length > 0 ? `it does not take ${names.join(', ')}` : whyNoWindow();
  if (why !== undefined) return { opened: false, why };
  const progress = downloadProgress();
  try {
    const binary = await electronBinary(packageRoot(), progress.tell).finally(progress.end);
    return await runDesktop(binary, packageRoot(), givenTo(start));
  } catch (error) {
    return { opened: false, why: (error as Error).message };
  }
};

/** The options as they were typed: the app reads the same ones. */
const givenTo = (start: Command): readonly string[] => {
  const typed = (start.parent as Command & { readonly rawArgs: readonly string[] }).rawArgs;
  return typed.slice(typed.indexOf(start.name()) + 1);
};

/** On a terminal one line that counts up; elsewhere a line each quarter. */
const downloadProgress = () => {
  const live = process.stderr.isTTY;
  const stepPercent = live ? 1 : 25;
  let told: number | undefined;
  return {
    tell(fraction: number): void {
      const percent = Math.floor((fraction * 100) / stepPercent) * stepPercent;
      if (percent <= (told ?? -1)) return;
      told = percent;
      const words = `Downloading Electron (once): ${percent} %`;
      if (live) process.stderr.write(`\r${words}`);
      else remark(words);
    },
    end(): void {
      if (live && told !== undefined) process.stderr.write('\n');
    },
  };
};
