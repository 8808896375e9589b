import { isAbsolute } from 'node:path';
import type { App } from 'electron';
import { isLink } from './openings.ts';
import { isCaseFile } from './start-arguments.ts';

export interface SingleInstanceOptions {
  readonly app: Pick<App, 'requestSingleInstanceLock' | 'on'>;
  /** Links, and absolute paths of case files. */
  readonly toOpen: readonly string[];
  readonly focus: () => void;
  readonly open: (linkOrPath: string) => void;
}

/** What was given on the command line of this app, without what only says what to run. */
export const ownArguments = ({ isPackaged }: Pick<App, 'isPackaged'>, argv: readonly string[]): string[] =>
  argv.slice(isPackaged ? 1 : 2);

/**
 * A second start on the same data folder hands over its links and files, and ends. Not by its command line, in which
 * Electron may change the order, and add to it.
 * @returns whether this is the first
 */
export const setUpSingleInstance = ({ app, toOpen, focus, open }: SingleInstanceOptions): boolean => {
  if (!app.requestSingleInstanceLock({ toOpen: [...toOpen] })) return false;
  app.on('second-instance', (_event, _argv, _folder, handed) => {
    focus();
    for (const each of openable(handed)) open(each);
  });
  return true;
};

/** Whatever a second process sent: nothing but what could have been given to this one. */
const openable = (handed: unknown): string[] => {
  const { toOpen } = (handed ?? {}) as { toOpen?: unknown };
  return (Array.isArray(toOpen) ? toOpen : []).filter(
    (each): each is string =>
      typeof each === 'string' && (isLink(each) || (isCaseFile(each) && isAbsolute(each))),
  );
};
