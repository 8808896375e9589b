import { makeZip } from 'client-zip';
import type { FolderListing } from './check-input.ts';
import { unreadable } from './list-folder.ts';

interface ZipOptions {
  readonly signal: AbortSignal;
  /** Files packed so far. */
  readonly onProgress: (done: number) => void;
}

/**
 * One archive of a folder's files, uncompressed: it goes to the same machine.
 * @throws Error naming the file that can't be read; the signal's reason when cancelled
 */
export const zipFolder = async (
  { files, leftOut }: FolderListing,
  { signal, onProgress }: ZipOptions,
): Promise<Blob> => {
  let problem: unknown;
  const entries = async function* () {
    try {
      for (const [index, { path, open }] of files.entries()) {
        signal.throwIfAborted();
        const content = await open();
        yield { name: path, input: content.stream(), ...dateOf(content) };
        onProgress(index + 1);
      }
      // The scan counts what was left out, as in a folder.
      for (const path of leftOut) yield { name: `${path}/left-out`, input: '' };
    } catch (error) {
      problem = error;
      throw error;
    }
  };
  try {
    return await new Response(makeZip(entries())).blob();
  } catch (error) {
    throw problem ?? unreadable('a file of the folder', error as Error);
  }
};

const dateOf = (content: Blob) =>
  content instanceof File ? { lastModified: new Date(content.lastModified) } : {};
