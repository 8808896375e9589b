import { join } from 'node:path';
import { Type } from 'typebox';
import { packageRoot } from '#base/package-root.ts';
import type lists from '#resources/recognizers/patterns.json';
import { checkedJson } from './checked-json.ts';

/** By module and name. Checked at load; unlike terms and headers, the data folder does not extend them. */
type Lists = typeof lists;

const Text = Type.Optional(Type.String({ minLength: 1 }));
/** `words`: the whole text is one of them; `parts`: the text contains one of them. Both are separated by blanks. */
const Entry = Type.Refine(
  Type.Object(
    { why: Text, words: Text, parts: Text, pattern: Text, flags: Text },
    { additionalProperties: false },
  ),
  ({ words, parts, pattern }) => [words, parts, pattern].filter((one) => one !== undefined).length === 1,
  () => 'must have one of words, parts, pattern',
);
const modules = checkedJson(
  join(packageRoot(), 'resources', 'recognizers', 'patterns.json'),
  Type.Record(Type.String(), Type.Record(Type.String(), Entry)),
);

/** The patterns of a module, from `resources/recognizers/patterns.json`. */
export const patternsOf = <Module extends keyof Lists>(
  module: Module,
): Readonly<Record<keyof Lists[Module], RegExp>> =>
  Object.fromEntries(
    Object.entries(modules[module] ?? {}).map(([name, { words, parts, pattern = '', flags }]) => {
      const list = (words ?? parts)?.replaceAll(' ', '|');
      return [name, new RegExp(words === undefined ? (list ?? pattern) : `^(?:${list})$`, flags)];
    }),
  ) as Record<keyof Lists[Module], RegExp>;
