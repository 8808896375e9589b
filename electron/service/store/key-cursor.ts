import { invalid } from '#contract/errors.ts';

/**
 * A cursor of a list that pages by key is the seq of the last row that was given out.
 * @returns undefined for the first page
 * @throws CatalogueError `request.invalid`
 */
export const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalid({
    itemId: 'cursor',
    message: 'cursor must be the unchanged cursor of an earlier page.',
    validatorName: 'cursor',
  });
};
