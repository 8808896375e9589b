import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { systemTime } from '#base/clock.ts';

/** Openers hand over to the browser and end; one that takes longer has become the browser itself. */
const openerMs = 5000;

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`, whose shell would read the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether windows can be shown: on Linux only where a display is named. */
export const hasDisplay = (env = process.env, platform = process.platform): boolean =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/** Why a browser that opens here would be of no use to the person; undefined: it would. */
export const whyNoBrowser = (env = process.env, platform = process.platform): string | undefined => {
  if (env.CI) return 'CI environment';
  if (env.SSH_CONNECTION || env.SSH_TTY) return 'remote session';
  return hasDisplay(env, platform) ? undefined : 'no display';
};

/**
 * Hands a file to the person's browser. Not an address that lets anyone in: what a program is started with, everyone on
 * the machine can read.
 * @param path of a page
 * @returns false if that failed
 */
export const openInBrowser = (path: string): Promise<boolean> => {
  const [opener, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const { href } = pathToFileURL(path);
    const child = spawn(opener, [...args, href], { stdio: 'ignore', detached: true });
    const cancel = systemTime.after(openerMs, () => resolve(true));
    const settle = (opened: boolean): void => {
      cancel();
      resolve(opened);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
};
