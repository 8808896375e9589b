/** A name or a line as it can be shown and stored: no control characters, no halves of characters, not too long. */
export const shown = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\uFFFD');
