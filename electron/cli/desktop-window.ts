import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemTime } from '#base/clock.ts';
import { harmless } from '#base/terminal-text.ts';
import { hasDisplay } from './browser.ts';

/** An app that ends badly sooner than this never got as far as its window. */
const startMs = 10_000;
const remembered = 4096;

/** Why no window can be opened here, before anything is tried; undefined: it may work. */
export const whyNoWindow = (
  env = process.env,
  platform = process.platform,
  userId = process.getuid?.(),
): string | undefined => {
  if (!hasDisplay(env, platform)) return 'no display';
  // Chromium would have to give up its sandbox.
  if (platform === 'linux' && userId === 0) return 'Electron does not run as root';
  return undefined;
};

/** `opened`: the window was there, and the app has ended with that code. */
export type Outcome =
  | { readonly opened: true; readonly code: number }
  | { readonly opened: false; why: string };

/**
 * Runs the built app until it ends.
 * @param binary Electron's
 * @param root the folder of Carryover
 * @param args what the app is given
 */
export const runDesktop = async (binary: string, root: string, args: readonly string[]): Promise<Outcome> => {
  const env = { ...process.env };
  // Terminals of editors that are made with Electron pass this on; it would make a plain Node of the app.
  delete env.ELECTRON_RUN_AS_NODE;
  const begun = systemTime.monotonic();
  const child = spawn(binary, [root, ...args], { stdio: ['inherit', 'inherit', 'pipe'], env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-remembered);
    process.stderr.write(harmless(text));
  });
  const release = passOnSignals((signal) => child.kill(signal));
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    const isEarly = systemTime.monotonic() - begun < startMs;
    if (code !== 0 && signal !== 'SIGTERM' && isEarly) {
      return { opened: false, why: lastLine(said) ?? `Electron ended with ${code ?? signal}` };
    }
    return { opened: true, code: code ?? 1 };
  } catch (error) {
    return { opened: false, why: (error as Error).message };
  } finally {
    release();
  }
};

/** A terminal sends Ctrl+C to the app by itself. */
const passOnSignals = (pass: (signal: NodeJS.Signals) => void): (() => void) => {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  process.on('SIGTERM', pass);
  process.on('SIGHUP', pass);
  return () => {
    process.off('SIGINT', ignore);
    process.off('SIGTERM', pass);
    process.off('SIGHUP', pass);
  };
};

const lastLine = (text: string): string | undefined => text.trim().split('\n').at(-1) || undefined;
