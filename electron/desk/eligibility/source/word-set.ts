/** A set of words or signs, written with blanks between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
