import { formatCount } from '#contract/format.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';

/** What is left out on purpose: counted, not listed one by one. */
export interface PassedOver {
  ignored(): void;
  /** `path` tells one folder from another of the same name, where its files come one by one. */
  vendored(folderName: string, path?: string): void;
  unsupported(): void;
  link(): void;
  /** Adds the numbers to the list of skipped files. */
  addTo(skips: Skips): void;
}

export const createPassedOver = (): PassedOver => {
  const vendored = new Map<string, number>();
  const seen = new Set<string>();
  let ignored = 0;
  let unsupported = 0;
  let links = 0;
  return {
    ignored: () => void ignored++,
    vendored(name, path) {
      if (path !== undefined && seen.has(path)) return;
      if (path !== undefined) seen.add(path);
      vendored.set(name, (vendored.get(name) ?? 0) + 1);
    },
    unsupported: () => void unsupported++,
    link: () => void links++,
    addTo(skips) {
      for (const [name, count] of [...vendored].sort(([a], [b]) => (a < b ? -1 : 1))) {
        skips.addMany(name, 'vendored', count, `${formatCount(count, 'folder')} of installed packages.`);
      }
      skips.addMany(
        '.',
        'ignored',
        ignored,
        `${formatCount(ignored, 'entry', 'entries')} ignored by .gitignore.`,
      );
      skips.addMany(
        '.',
        'not-supported',
        unsupported,
        `${formatCount(unsupported, 'file')} of unsupported types.`,
      );
      const toInside = `${formatCount(links, 'link')} to files in the source, read at their targets.`;
      skips.addMany('.', 'not-supported', links, toInside);
    },
  };
};

/** An archive in what is read: one is enough to work through. It may hold anything. */
export const skipPacked = (skips: Skips, path: string): void => {
  const detail = 'Nested archive, not opened. Unpack it, or check it as a separate source.';
  skips.add(path, 'archive-limit', detail, true);
};
