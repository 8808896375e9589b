import type { ServerAddress } from './address.ts';

/** Lines of a `.pgpass`: `host:port:database:user:password`. Source: PostgreSQL, "The Password File". */

type Wanted = Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>;

/** The password of the first line that fits; undefined if none does. */
export const passwordIn = (text: string, { host, port, database, user }: Wanted): string | undefined => {
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    const rest = [host, String(port), database, user].reduce<string | undefined>(
      (left, value) => (left === undefined ? undefined : afterField(left, value)),
      line,
    );
    if (rest !== undefined) return unescaped(rest);
  }
  return undefined;
};

/** What follows a field that is `*` or the value; undefined if it is neither. */
const afterField = (text: string, value: string): string | undefined => {
  if (text.startsWith('*:')) return text.slice(2);
  const end = endOfField(text);
  return end < text.length && unescaped(text.slice(0, end)) === value ? text.slice(end + 1) : undefined;
};

/** Where the first colon is that no backslash precedes. */
const endOfField = (text: string): number => {
  let at = 0;
  while (at < text.length && text[at] !== ':') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
};

/** Up to its end, without the backslashes that stand before `:` and `\`. */
const unescaped = (text: string): string => text.slice(0, endOfField(text)).replaceAll(/\\(.)/gs, '$1');
