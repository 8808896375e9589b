import type { Bridge } from '#contract/bridge.ts';
import type { NamedBytes } from './api.ts';

declare global {
  interface Window {
    readonly carryover?: Bridge;
  }
}

/** Electron's side of the page; undefined in a browser. */
export const bridge = (): Bridge | undefined => window.carryover;

/** Of the team's desk of which this is the page: in the app each has an origin. Undefined on the app's own desk, and in a browser. */
export const teamDeskId = (): string | undefined =>
  bridge() && /^([\da-f]{16})\.team$/.exec(location.hostname)?.[1];

/** The same for what is about the desk on this machine: its files, its folder, its host. A team's page does without, as a browser does. */
export const localDesk = (): Bridge | undefined => (teamDeskId() === undefined ? bridge() : undefined);

/**
 * Saves bytes where the person says (app) or among the downloads (browser).
 * @returns the path, or the name in a browser; undefined if cancelled
 */
export const saveFile = async ({ bytes, name = 'carryover' }: NamedBytes): Promise<string | undefined> => {
  const electron = bridge();
  if (electron) return electron.saveFile(name, bytes);
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken its hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
};
