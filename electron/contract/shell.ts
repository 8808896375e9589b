/** Text as a POSIX shell reads it: within single quotes nothing has a meaning but the quote that ends them. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same, without quotes where the shell reads one word as it is. */
export const shellWord = (text: string): string => (/^[\w.@:-]+$/.test(text) ? text : shellQuoted(text));
