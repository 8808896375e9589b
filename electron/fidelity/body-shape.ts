import type { BodyShape } from '#contract/fidelity.ts';
import type { AnswerBody } from './ask.ts';
import type { Vocabulary } from './vocabulary.ts';

/** As deep as the path of a value may be. */
const mostDepth = 24;
const mostPaths = 2000;

/** A body that has more of a structure than a recording has room for. */
export class TooVaried extends Error {}

/**
 * What each value of a body is, and none of the values.
 * @param idOf the placeholder of an id that a list gave
 * @throws TooVaried
 */
export const bodyShapeOf = (
  body: AnswerBody,
  vocabulary: Vocabulary,
  idOf: (text: string) => string | undefined,
): BodyShape => {
  if (body.kind !== 'json') return { $: { is: [body.kind === 'empty' ? 'nothing' : 'not json'] } };
  const places = createPlaces();
  const add = (path: string, field: string, value: unknown, depth: number): void => {
    const below = depth === mostDepth ? [] : partsOf(value, path, field, vocabulary);
    const isCut = depth === mostDepth && typeof value === 'object' && value !== null;
    places.note(path, isCut ? 'too deep' : kindOf(value, field, vocabulary, idOf));
    for (const part of below) add(part.path, part.field, part.value, depth + 1);
  };
  add('$', '', body.value, 0);
  return places.shape();
};

interface Part {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
}

/** The items of a list, and the fields of an object. */
const partsOf = (value: unknown, path: string, field: string, vocabulary: Vocabulary): Part[] => {
  if (Array.isArray(value)) return value.map((item) => ({ path: `${path}[]`, field, value: item }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => {
    const name = !vocabulary.hasOwnKeys(field) && vocabulary.isName(key) ? key : '{name}';
    return { path: `${path}.${name}`, field: name, value: item };
  });
};

/** What was seen at each path. */
const createPlaces = () => {
  const places = new Map<string, { readonly is: Set<string>; times: number; objects: number }>();
  return {
    note(path: string, kind: string): void {
      if (places.size === mostPaths && !places.has(path)) throw new TooVaried();
      const place = places.get(path) ?? { is: new Set(), times: 0, objects: 0 };
      places.set(path, place);
      place.is.add(kind);
      place.times += 1;
      if (kind === 'object') place.objects += 1;
    },
    shape: (): BodyShape =>
      Object.fromEntries(
        [...places].map(([path, { is, times }]) => {
          const objects = fieldOf(path) === undefined ? undefined : places.get(parentOf(path))?.objects;
          const optional = objects !== undefined && times < objects;
          return [path, { is: [...is].sort(), ...(optional ? { optional: true as const } : {}) }];
        }),
      ),
  };
};

const kindOf = (
  value: unknown,
  field: string,
  vocabulary: Vocabulary,
  idOf: (text: string) => string | undefined,
): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return lengthOf(value);
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const text = String(value);
  return idOf(text) ?? (vocabulary.isWord(field, text) ? `=${text}` : formOf(text));
};

const lengthOf = ({ length }: readonly unknown[]): string =>
  length === 0 ? 'empty list' : length === 1 ? 'list of one' : 'list';

const forms: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty text'],
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'uuid'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/, 'instant'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?$/, 'instant without zone'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^https?:\/\//i, 'url'],
  [/^data:/i, 'data url'],
  [/^\//, 'path'],
];

const formOf = (text: string): string => forms.find(([form]) => form.test(text))?.[1] ?? 'text';

/** Where the object or the list is that holds the value. */
export const parentOf = (path: string): string =>
  path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, path.lastIndexOf('.'));

/** The name of a field; undefined for an item, the whole, and what has a name of somebody's own. */
export const fieldOf = (path: string): string | undefined =>
  path === '$' || path.endsWith('[]') || path.endsWith('.{name}')
    ? undefined
    : path.slice(path.lastIndexOf('.') + 1);

/** What several bodies are together. */
export const merged = (shapes: readonly BodyShape[]): BodyShape => {
  const paths = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  return Object.fromEntries(
    [...paths].map((path) => {
      const places = shapes.flatMap((shape) => shape[path] ?? []);
      const optional =
        places.some((place) => place.optional) ||
        (fieldOf(path) !== undefined &&
          shapes.some((shape) => shape[path] === undefined && shape[parentOf(path)]?.is.includes('object')));
      const is = [...new Set(places.flatMap((place) => place.is))].sort();
      return [path, { is, ...(optional ? { optional: true as const } : {}) }];
    }),
  );
};
