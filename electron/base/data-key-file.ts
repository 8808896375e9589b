import { fileProblem } from './file-problem.ts';
import { readSecretBytes } from './read-own-file.ts';

const keyBytes = 32;

/**
 * The data key in a file that is named, which several data folders may share: its 32 bytes as they are, or in base64.
 * @throws Error in words, without a word of what is in it
 */
export const readDataKeyFile = (path: string): Buffer => {
  const bytes = read(path);
  if (bytes.byteLength === keyBytes) return bytes;
  const text = bytes.toString('latin1').trim();
  const key = Buffer.from(text, 'base64');
  if (key.byteLength === keyBytes && key.toString('base64').replace('=', '') === text.replace('=', ''))
    return key;
  throw new Error(
    `The data key file ${path} holds no data key. Nothing was started or changed. It must hold 32 bytes, as they are or in base64: copy that of the process that began the store, or make one with \`openssl rand -base64 32\`.`,
  );
};

const read = (path: string): Buffer => {
  try {
    return readSecretBytes(path);
  } catch (error) {
    const isOurs = error instanceof Error && !('code' in error);
    throw new Error(
      isOurs
        ? `The data key file ${path} may be read by others than its owner, or is another user's. Nothing was started or changed. Make it yours alone (chmod 600).`
        : `The data key file ${path} can't be read: ${fileProblem(error)}. Nothing was started or changed. Name the right one with --data-key-file.`,
      { cause: error },
    );
  }
};
