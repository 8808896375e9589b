/** What names the answer of a form, and bounds it: without schemas, for the page. */

export const answerFormat = 'carryover-answer';
/** Raised when a form asks for something that an earlier Carryover could not take. */
export const answerVersion = 1;

/** What a token list may have at most, in an import and in a form. */
export const listBytes = 256 * 1_048_576;
export const listRows = 200_000;

/** Of a list of registered callback URLs. */
export const callbackCharacters = 500_000;
/** Of a company's ref or name. */
export const refCharacters = 200;

/** Companies by ref or name: as many as one request confirms. */
export const answeredRefs = 10_000;
