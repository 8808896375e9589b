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

/** What is read, or passed on, at a time. */
export const pieceBytes = 256 * 1024;

/**
 * The bytes of a file piece by piece; closes it in the end, however that comes.
 * @param most what is behind so many bytes is not read
 */
export async function* piecesOf(file: FileHandle, most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  try {
    for (let left = most; left > 0; ) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(pieceBytes) });
      if (bytesRead === 0) return;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The bytes of a text piece by piece. */
export async function* piecesOfText(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
