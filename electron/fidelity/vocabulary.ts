import { type ApiDocument, hasOwnKeys, type JsonSchema } from './document.ts';
import { fieldWords } from './field-words.ts';

/** What may be kept of an answer in words: all else in it may be somebody's. */
export interface Vocabulary {
  /** Whether a key of an object is the name of a field. */
  isName(key: string): boolean;
  /** Whether a value is one of the words that the description lists for fields of that name. */
  isWord(field: string, value: string): boolean;
  /** Whether the keys of that field are somebody's own, whatever they are. */
  hasOwnKeys(field: string): boolean;
}

/** @param document the description of the public API: what it says is nobody's */
export const vocabularyOf = (document: ApiDocument): Vocabulary => {
  const words = new Map<string, Set<string>>();
  const keyed = new Set<string>();
  for (const { name, schema } of namedSchemas(document)) {
    const known = words.get(name) ?? new Set();
    words.set(name, known);
    if (hasOwnKeys(schema)) keyed.add(name);
    for (const word of schema.enum ?? [schema.const]) {
      if (typeof word === 'string' && plainWord.test(word)) known.add(word);
    }
  }
  const parts = new Set([...fieldWords, ...[...words.keys()].flatMap((name) => partsOf(name) ?? [])]);
  return {
    isName: (key) =>
      words.has(key) ||
      (key.length <= longestName && (partsOf(key)?.every((part) => parts.has(part)) ?? false)),
    hasOwnKeys: (field) => keyed.has(field),
    isWord: (field, value) => words.get(field)?.has(value) === true,
  };
};

/** As the shape of a recording has room for. */
const plainWord = /^[A-Za-z][A-Za-z0-9 _.-]{0,59}$/;
const longestName = 40;

/** Of `companyName`: company, name. Undefined if it is not made of words, or written as people write names. */
const partsOf = (name: string): string[] | undefined => {
  if (!/^_?[a-z][A-Za-z]*([_-][A-Za-z]+)*$/.test(name)) return undefined;
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
};

interface Named {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Every property of every schema that an answer is described by. */
function* namedSchemas({ paths, components }: ApiDocument): Generator<Named> {
  for (const methods of Object.values(paths)) {
    for (const { content } of Object.values(methods?.get?.responses ?? {})) {
      for (const { schema } of Object.values(content ?? {})) if (schema !== undefined) yield* below(schema);
    }
  }
  for (const schema of Object.values(components?.schemas ?? {})) yield* below(schema);
}

function* below(schema: JsonSchema): Generator<Named> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (storable.test(name)) yield { name, schema: property };
    yield* below(property);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [], patternProperties = {} } = schema;
  for (const part of [...anyOf, ...oneOf, ...allOf, ...Object.values(patternProperties)]) yield* below(part);
  if (items !== undefined) yield* below(items);
  if (typeof additionalProperties === 'object') yield* below(additionalProperties);
}

const storable = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/;
