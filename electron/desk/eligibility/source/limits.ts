import { formatBytes } from '#contract/format.ts';

/** Bounds on what a scan takes in, so that neither a bundle nor a bomb takes the memory or the day. */

/** A longer file is a bundle or generated; it is skipped, and said so. */
export const fileLimitBytes = 20 * 1024 * 1024;
/** What code is taken apart in takes a hundred times its size. A longer file is skipped if it may hold anything. */
export const examinedLimitBytes = 8 * 1024 * 1024;
/** Entries of an archive, folders included. */
export const entryLimit = 2_000_000;
/** What an archive may unpack to. */
export const unpackedLimitBytes = 64 * 1024 ** 3;
/** Source code packs to a tenth at best; above this times the archive's size it is a bomb, once it is large at all. */
const ratioLimit = 200;
const ratioFromBytes = 256 * 1024 * 1024;
/** Of the path of an entry, as systems have it: what is longer was made to be slow. */
export const entryPathLimit = 4096;
export const entryFoldersLimit = 256;
/** Rules of one ignore file. */
export const ignoreFileLimitBytes = 1024 * 1024;
export const ignoreRulesLimit = 2000;

/** What is wrong with unpacking that much, in words; undefined if nothing is. */
export const unpackProblem = (unpackedBytes: number, packedBytes: number): string | undefined => {
  if (unpackedBytes > unpackedLimitBytes) return `it unpacks to more than ${formatBytes(unpackedLimitBytes)}`;
  if (unpackedBytes > ratioFromBytes && unpackedBytes > packedBytes * ratioLimit) {
    return `it unpacks to more than ${ratioLimit} times its size`;
  }
  return undefined;
};
