import { listBytes, listRows } from '#contract/answer-format.ts';

/** What an import takes at most: so that its memory is bounded, whatever is in the file. */

export const fileBytes = listBytes;
/** Sealed, with what a form says besides its list. */
export const answerBytes = fileBytes + 16 * 1_048_576;
export const mostRows = listRows;
/** In the file as a whole. */
export const mostColumns = 500;
export const cellCharacters = 65_536;
/** Of one row as in the file. */
export const rowBytes = 1_048_576;

/** Rows that are read, checked and sealed together; other work gets its turn in between. */
export const batchRows = 500;
