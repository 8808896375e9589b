import { useEffect } from 'react';
import { bridge } from './bridge.ts';
import { useAbout } from './use-about.ts';

/**
 * The data folder that this address had when it was last signed in: told to a person whose session ended with the host.
 * A page without a session learns nothing from the host; only what its own origin was told before is shown.
 */
const name = 'carryover-folder';

export const knownFolder = (): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Kept while signed in; in the app nobody has to sign in. */
export const useNoteFolder = (): void => {
  const folder = useAbout().data?.dataDir;
  useEffect(() => {
    if (folder === undefined || bridge() !== undefined) return;
    try {
      localStorage.setItem(name, folder);
    } catch {
      // Where the browser keeps nothing for pages, the command is said without it.
    }
  }, [folder]);
};
