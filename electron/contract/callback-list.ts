/** The pasted list of URLs registered with a platform. */

/**
 * One per line, a JSON array, or comma-separated. Blanks stay: a platform may have them, too.
 * @returns each once, in the order of the list
 */
export const registeredUrls = (text: string): string[] => [...new Set(fromJson(text) ?? fromLines(text))];

const fromJson = (text: string): string[] | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const urls = textsIn(JSON.parse(text));
    return urls.length === 0 ? undefined : urls;
  } catch {
    return undefined;
  }
};

/** Also the URLs of objects, such as `[{ "uri": "https://…" }]`. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const fromLines = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => line.split(/[,;] ?(?=\s*"?(?:[a-z][a-z0-9+.-]*:|$))/i))
    .map(unquoted)
    .filter((entry) => entry.trim() !== '');

/** Quotes are of the list; blanks outside of them are, too. */
const unquoted = (entry: string): string => {
  const text = entry.trim();
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : entry;
};
