import { lastName, type Model, type Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Folding } from './fold.ts';
import { bare } from './names.ts';

/** The headers whose names a setting or a constant may hold. */
export type NamedHeader = 'x-service-clientid' | 'retry-after' | 'authorization';

/** What stands for a header outside the file that says so: a setting, a variable of the environment, a constant. */
export interface HeaderNames {
  /** The header that the last names of a chain or of a key stand for, in a file other than the one that says it. */
  readonly headerOf: (names: readonly string[], path: string) => NamedHeader | undefined;
  /** Any of the names in a text, however it is spelled; undefined if there is none. */
  readonly pattern: RegExp | undefined;
}

const header = /^\s*(?:x-service-client-?id|retry-after|authorization)\s*$/i;
/** Whether a text gives the name of a header to something: `client-header: X-Service-ClientId`. */
export const givesHeader = (text: string): boolean => given.test(text);
const given =
  /[:=>(][ \t]{0,20}[a-z]?["'`]?(?:x-service-client-?id|retry-after|authorization)["'`]?[ \t]{0,20}(?:[;,)<#}\]]|\r?$)/im;

/** They say something else in each file: they count with the name before them. */
const general =
  /^(?:name|names|key|value|values|header|headers|in|field|id|client|clientid|auth|authorization|type|default|string|env|data)$/;
const shortest = 4;

/** Names that a model gives to headers. */
export const headersNamedIn = (model: Model, folding: Folding): (readonly [string[], NamedHeader])[] => {
  const found: (readonly [string[], NamedHeader])[] = [];
  const put = (names: readonly string[], value: Node | undefined): void => {
    if (value === undefined || value.kind === 'mapping' || value.kind === 'scope') return;
    const held = folding.valuesOf(value);
    const [one] = held;
    if (one === undefined || held.length > 1 || !header.test(one)) return;
    found.push([partsOf(names), nameOf(one)]);
  };
  const file = (model.path.split(/[/\\]/).at(-1) ?? '').replace(/\..*$/, '');
  for (const { name, value } of model.all('definition')) put([file, name], value);
  for (const pair of model.all('pair')) {
    const key = lastName(pair.key);
    put([...keysAround(pair), key], pair.value);
    // A variable of a container: `- name: CLIENT_HEADER`, `value: …`.
    if (/^value$/i.test(key) && pair.parent?.kind === 'mapping')
      for (const other of pair.parent.entries)
        if (other.kind === 'pair' && /^(?:name|key)$/i.test(lastName(other.key)))
          put([lastName(other.value)], pair.value);
  }
  // `- CLIENT_HEADER=X-Service-ClientId`, `ENV CLIENT_HEADER=…`, an item of a map that a constructor is given.
  for (const [, name = '', value = ''] of model.text.matchAll(assigned))
    found.push([partsOf([name]), nameOf(value)]);
  return found;
};
const assigned =
  /(?<![\w.-])([A-Z][A-Z0-9_]{3,60})[=:][ \t]{0,4}["']?(x-service-client-?id|retry-after|authorization)["']?[ \t]{0,20}$/gim;
const nameOf = (text: string): NamedHeader => {
  const name = bare(text);
  return name.startsWith('x') ? 'x-service-clientid' : name.startsWith('r') ? 'retry-after' : 'authorization';
};
const keysAround = (pair: Node): string[] => {
  const keys: string[] = [];
  for (let at = pair.parent, step = 0; at !== undefined && step < 6; at = at.parent, step++)
    if (at.kind === 'pair' && at.value !== pair) keys.unshift(lastName(at.key));
  return keys;
};

/** The parts of names as written: `webhook.client-header` and `Webhook:ClientHeader` have two. */
const partsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => name.split(/[.:/\\]+/)).filter((part) => bare(part) !== '');

/** Without what only says that it is read: `getClientHeader`. */
const plain = (name: string): string => bare(name).replace(/^get(?=.{4})/, '');
/** The key of a name: the last part, or the last two where the last one is too common. */
const keyOf = (names: readonly string[]): string | undefined => {
  const parts = partsOf(names);
  const last = plain(parts.at(-1) ?? '');
  if (!general.test(last)) return last.length < shortest ? undefined : last;
  const before = parts.at(-2);
  return before === undefined ? undefined : `${bare(before)}.${last}`;
};

/** @param given names with the file that gives each, and the header */
export const createHeaderNames = (
  given: readonly { readonly path: string; readonly names: string[]; readonly header: NamedHeader }[],
): HeaderNames => {
  const known = new Map<string, { paths: Set<string>; headers: Set<NamedHeader> }>();
  const patterns = new Set<string>();
  for (const { path, names, header: one } of given) {
    const key = keyOf(names);
    if (key === undefined) continue;
    const entry = known.get(key) ?? { paths: new Set(), headers: new Set() };
    known.set(key, entry);
    entry.paths.add(path);
    entry.headers.add(one);
    patterns.add(spelled(key.includes('.') ? names.slice(-2) : names.slice(-1)));
  }
  return {
    headerOf: (names, path) => {
      const key = keyOf(names);
      const entry = key === undefined ? undefined : known.get(key);
      // One that stands for several says nothing.
      if (entry === undefined || entry.headers.size > 1) return undefined;
      return entry.paths.size > 1 || !entry.paths.has(path) ? [...entry.headers][0] : undefined;
    },
    pattern: patterns.size === 0 ? undefined : new RegExp([...patterns].join('|'), 'i'),
  };
};
/** Names in any case, with any mark between their parts; of two, each may stand first, as in an import. */
const spelled = (names: readonly string[]): string => {
  const [first = '', second] = names.map((name) =>
    (name.split(/[.:/\\]+/).at(-1) ?? '')
      .replace(/^get(?=.{4})/i, '')
      .split(/[^\p{L}\p{N}]+|(?<=[a-z0-9])(?=[A-Z])/u)
      .filter((part) => part !== '')
      .join('[-_]?'),
  );
  if (second === undefined) return first;
  return `${first}[\\W_]{1,6}${second}|(?<!\\w)${second}(?!\\w)[^\\n]{1,80}(?<!\\w)${first}(?!\\w)`;
};
