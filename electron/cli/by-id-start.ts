import { CommandError } from './command-error.ts';

/** The one whose id begins with a text. @throws CommandError 2 if it names none of them (`none` says so), or several */
export const byIdStart = <T extends { readonly id: string }>(
  all: readonly T[],
  start: string,
  none: string,
): T => {
  const found = all.filter(({ id }) => id.startsWith(start.toLowerCase()));
  const [first] = found;
  if (first === undefined) throw new CommandError(none, 2);
  if (found.length > 1) throw new CommandError(`Several ids begin with ${start}. Give more of the id.`, 2);
  return first;
};
