import { systemProblem } from '#base/system-problem.ts';
import { CatalogueError } from '#contract/errors.ts';

/** Why a host did not start, in words for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Another host works on the data folder. */
export class FolderInUseError extends StartError {}

/** Words for the ways in which a server fails to listen; anything else stays as it is. */
export const listenError = (
  error: unknown,
  server: 'API' | 'desk' | 'control',
  port: number,
  bind: string,
): unknown => {
  const option = `--${server.toLowerCase()}-port`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `The ${server} port ${port} is in use, so nothing was started. Another Carryover that serves a different data folder may hold it, or any other program. Choose another with ${option}, or a free one with ${option} 0.`,
        { cause: error },
      );
    case 'EACCES':
      return new StartError(
        `This user may not listen on the ${server} port ${port}, so nothing was started. Choose one above 1023 with ${option}.`,
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `${bind} is not an address of this machine, so nothing was started. Give --bind one that is, or leave it out for 127.0.0.1.`,
        { cause: error },
      );
    default:
      return error;
  }
};

/** What the system refuses at a start, in words; anything else stays as it is. */
export const folderError = (error: unknown, dataDir: string): unknown => {
  if (error instanceof StartError) return error;
  if (error instanceof CatalogueError) return ofStore(error, dataDir);
  const found = systemProblem(error);
  if (found === undefined) return error;
  const { path = dataDir, problem, advice } = found;
  return new StartError(`${path} can't be used: ${problem}. Nothing was started. ${advice} ${again}`, {
    cause: error,
  });
};

const ofStore = (error: CatalogueError, dataDir: string): unknown => {
  if (error.code === 'store.unusable') return new StartError(`${error.message} ${again}`, { cause: error });
  if (error.code !== 'store.full') return error;
  const text = `The disk of the data folder ${dataDir} is full. Nothing was started. Free disk space. ${again}`;
  return new StartError(text, { cause: error });
};

const again = 'Then start again, or choose another data folder with --data.';

/**
 * A bare Error was thrown on purpose, with words for a person: about the clock, the key, the catalogue, the history
 * of the database. Anything of another class is a fault and keeps its stack.
 */
export const describe = (error: unknown): unknown =>
  error instanceof Error && error.constructor === Error && !('code' in error)
    ? new StartError(error.message, { cause: error })
    : error;
