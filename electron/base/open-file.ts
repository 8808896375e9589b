import { constants, type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a regular file for reading, without blocking on a pipe that has no writer; a device might never end.
 * @throws Error of the system, or one that says what it is instead of a file, for `fileProblem`
 */
export const openFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    if (stat.isFile()) return file;
    throw new Error(stat.isDirectory() ? 'it is a folder' : 'it is not a file');
  } catch (error) {
    await file.close();
    throw error;
  }
};
