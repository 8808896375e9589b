import { CatalogueError } from '#contract/errors.ts';
import { fromJson } from './received-json.ts';
import { fromLines } from './received-lines.ts';
import type { ReceivedHeaders } from './received-pairs.ts';

/**
 * Reads lines `Name: value`, also behind what a log puts before them, as curl, PHP or CGI write them; or JSON, one object
 * or one a line: names and values, or a log entry, a HAR or a list that holds them. Headers of an answer are left out.
 * @param names that are looked for behind other words of a line
 * @throws CatalogueError `headers.nothingReceived`, `headers.severalReceived`; they repeat nothing of the text
 */
export const readReceived = (text: string, names: readonly string[]): ReceivedHeaders => {
  const bare = text.replace(/^\uFEFF/, '').trim();
  const requests = fromJson(bare) ?? fromLines(bare, [...names, 'webhook-id']);
  if (requests.every((pairs) => pairs.length === 0)) throw new CatalogueError('headers.nothingReceived');
  const [only, ...more] = requests.filter((pairs) => pairs.length > 0);
  const found = new Map<string, string[]>();
  for (const [given, value] of only ?? []) {
    const name = plainName(given);
    const values = found.get(name);
    if (values === undefined) found.set(name, [value.trim()]);
    else values.push(value.trim());
  }
  // A request is sent with one id; two are two requests that were pasted together.
  if (more.length > 0 || (found.get('webhook-id')?.length ?? 0) > 1) {
    throw new CatalogueError('headers.severalReceived');
  }
  return found;
};

/** CGI and its kin write `HTTP_AUTHORIZATION`. Source: RFC 3875 section 4.1.18. */
const plainName = (name: string): string => {
  const cgi = /^(?:REDIRECT_)?HTTP_([A-Z0-9_]+)$/.exec(name)?.[1];
  return (cgi?.replaceAll('_', '-') ?? name).toLowerCase();
};
