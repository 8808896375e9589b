import type MiniSearch from 'minisearch';
import { type HelpSection, helpSearchOptions } from '#contract/help.ts';

/** A section that fits. */
export interface HelpHit extends HelpSection {
  /** What of it fits, to be marked. */
  readonly terms: readonly string[];
}

let index: Promise<MiniSearch<HelpSection>> | undefined;

/** Loaded at the first search; one that failed is tried again. */
const loadIndex = (): Promise<MiniSearch<HelpSection>> => {
  index ??= Promise.all([import('minisearch'), import('virtual:help/index')])
    .then(([{ default: Search }, { default: text }]) => Search.loadJSON<HelpSection>(text, helpSearchOptions))
    .catch((error: unknown) => {
      index = undefined;
      throw error;
    });
  return index;
};

/** Sections with all of the words, or their beginnings; a title counts more than text. */
export const searchHelp = async (query: string, most: number): Promise<readonly HelpHit[]> => {
  const found = (await loadIndex()).search(query, {
    boost: { title: 5, page: 2 },
    combineWith: 'AND',
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 5 && !/\d/.test(term) ? 0.15 : false),
  });
  return found.slice(0, most).map(({ id, path, anchor, title, page, depth, text, terms }) => ({
    id: String(id),
    path,
    anchor,
    title,
    page,
    depth,
    text,
    terms,
  }));
};
