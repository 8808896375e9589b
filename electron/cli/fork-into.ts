import { CommandError } from './command-error.ts';
import type { Forked, ForkRequest } from './service-door.ts';

/** @throws CommandError in the words of what refused it */
export const forkInto = async (fork: ForkRequest & { readonly parentDir?: string }): Promise<Forked> => {
  // Loaded only here: the whole service hangs on it.
  const { forkFolder } = await import('#local/fork-folder.ts');
  return forkFolder(fork).catch((error: Error) => {
    throw new CommandError(error.message, 1, { cause: error });
  });
};
