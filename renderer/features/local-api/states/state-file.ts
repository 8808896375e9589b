import { stateExtension } from '#contract/states.ts';

/** What each file of a state ends with. */
const mark = 'carryover-state\n';

/** The name that a file gives a state, as states may be called; '' if nothing of it can be used. */
export const stateNameOf = (file: string): string => {
  const base = file.endsWith(stateExtension) ? file.slice(0, -stateExtension.length) : file;
  return base
    .replace(/[^A-Za-z0-9 _-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 63)
    .trim();
};

/** Before it is sent: an answer in the middle of a long body does not always reach the page. */
export const isStateFile = async (file: File): Promise<boolean> =>
  (await file.slice(-mark.length).text()) === mark;
