/** Why a host did not start, in words for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Another host works on the data folder. */
export class FolderInUseError extends StartError {}

/** Words for the ways in which a server fails to listen; anything else stays as it is. */
export const listenError = (error: unknown, server: 'API' | 'desk', port: number, bind: string): unknown => {
  const option = server === 'API' ? '--api-port' : '--desk-port';
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

/**
 * A bare Error was thrown on purpose, with words for a person: about the clock, the key, the catalogue, the history
 * of the database. Anything of another class is a fault and keeps its stack.
 */
export const describe = (error: unknown): unknown =>
  error instanceof Error && error.constructor === Error && !('code' in error)
    ? new StartError(error.message, { cause: error })
    : error;
