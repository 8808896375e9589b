import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { packageRoot } from '#base/package-root.ts';
import type lists from '#resources/recognizers/patterns.json';

/** By module and name. Checked at load; unlike terms and headers, the data folder does not extend them. */
type Lists = typeof lists;

const Text = Type.Optional(Type.String({ minLength: 1 }));
/** `words`: the whole text is one of them; `parts`: the text contains one of them. Both are separated by blanks. */
const Entry = Type.Object(
  { why: Text, words: Text, parts: Text, pattern: Text, flags: Text },
  { additionalProperties: false },
);
const Modules = Type.Record(Type.String(), Type.Record(Type.String(), Entry));

const file = join(packageRoot(), 'resources', 'recognizers', 'patterns.json');
const modules = Value.Parse(Modules, JSON.parse(readFileSync(file, 'utf8')));

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
