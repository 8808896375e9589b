import { type ApiDocument, hasOwnKeys, type JsonSchema, resolved } from './document.ts';

/** What the description says that a value may be. */
export interface DocumentedValue {
  readonly is: Set<string>;
  /** An object may lack it. */
  optional: boolean;
  /** Its keys are data. */
  hasOwnKeys: boolean;
}

/** By the path of a value, as in a recording. */
export type DocumentedShape = ReadonlyMap<string, DocumentedValue>;

/** A description that refers to itself ends here. */
const mostDepth = 12;

export const documentedShape = (document: ApiDocument, schema: JsonSchema): DocumentedShape => {
  const places = new Map<string, DocumentedValue>();
  const add = (path: string, given: JsonSchema, optional: boolean, isOneOf: boolean, depth: number): void => {
    const known = resolved(document, given);
    const place = places.get(path) ?? { is: new Set(), optional: false, hasOwnKeys: false };
    places.set(path, place);
    place.optional ||= optional;
    place.hasOwnKeys ||= hasOwnKeys(known);
    for (const kind of kindsOf(known)) place.is.add(kind);
    if (depth === mostDepth) return;
    for (const below of partsOf(known, isOneOf)) {
      const mayLack = below.at === '' ? optional : below.optional;
      add(`${path}${below.at}`, below.schema, mayLack, below.isOneOf, depth + 1);
    }
  };
  add('$', schema, false, false, 0);
  return places;
};

interface Part {
  /** What is appended to the path; empty: the value itself. */
  readonly at: string;
  readonly schema: JsonSchema;
  readonly optional: boolean;
  readonly isOneOf: boolean;
}

/** @param isOneOf it is one of several forms, whose fields others lack */
const partsOf = (schema: JsonSchema, isOneOf: boolean): Part[] => {
  const { properties = {}, required = [], items, additionalProperties: open } = schema;
  const keyed = [
    ...Object.values(schema.patternProperties ?? {}),
    ...(typeof open === 'object' ? [open] : []),
  ];
  const there = (at: string) => (one: JsonSchema) => ({ at, schema: one, optional: false, isOneOf: false });
  return [
    ...Object.entries(properties).map(([name, property]) => ({
      ...there(`.${name}`)(property),
      optional: isOneOf || !required.includes(name),
    })),
    ...(items === undefined ? [] : [items]).map(there('[]')),
    ...keyed.map(there('.{name}')),
    ...(schema.allOf ?? []).map((one) => ({ ...there('')(one), isOneOf })),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => ({
      ...there('')(one),
      isOneOf: true,
    })),
  ];
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'date-time': 'instant',
  date: 'date',
  uri: 'url',
};

const kindsOf = ({ type, enum: words, const: word, format = '' }: JsonSchema): string[] => {
  const listed = words ?? (word === undefined ? undefined : [word]);
  if (listed !== undefined) return listed.map((one) => (typeof one === 'string' ? `=${one}` : typeOf(one)));
  return [type ?? []].flat().map((one) => {
    if (one === 'array') return 'list';
    return one === 'string' ? (formats[format] ?? 'text') : one;
  });
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? 'integer' : typeof value;
};
