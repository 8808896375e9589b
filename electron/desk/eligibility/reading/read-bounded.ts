import { fileProblem } from '#base/file-problem.ts';
import { openFile } from '#base/open-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatNumber } from '#contract/format.ts';
import { ownFileProblem, ownFilesIn } from '#desk/core/own-files.ts';

/**
 * The bytes of a file that is read as a whole.
 * @param dataDir whose own files are not read
 * @throws CatalogueError `file.unreadable`
 */
export const readBounded = async (path: string, dataDir: string, longestBytes: number): Promise<Buffer> => {
  try {
    const file = await openFile(path);
    try {
      const found = await file.stat({ bigint: true });
      if (ownFilesIn(dataDir).has(found)) throw unreadable(path, ownFileProblem);
      if (found.size > longestBytes) {
        const problem = `it has ${formatNumber(Number(found.size))} bytes; at most ${formatNumber(longestBytes)} are read`;
        throw unreadable(path, problem);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw unreadable(path, fileProblem(error));
  }
};

const unreadable = (path: string, problem: string): CatalogueError =>
  new CatalogueError('file.unreadable', { path, problem });
