/** What names the answer of a form, and bounds it: without schemas, for the page. */

export const answerFormat = 'carryover-answer';
/** Raised when a form asks for something that an earlier Carryover could not take. */
export const answerVersion = 1;

/** Companies by ref or name: as many as one request confirms. */
export const answeredRefs = 10_000;
