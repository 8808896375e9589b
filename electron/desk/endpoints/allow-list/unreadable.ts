import { CatalogueError } from '#contract/errors.ts';

/** @throws CatalogueError always; `problem` says what is wrong, with the line where it is known */
export const unreadable = (format: string, problem: string): CatalogueError =>
  new CatalogueError('allowList.unreadable', { format, problem });
