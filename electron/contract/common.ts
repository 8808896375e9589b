import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** Shapes that more than one resource uses. Source: `docs/reference/rules/api.md`. */

/** A closed object: nothing is answered that the schema does not promise. */
export const Closed = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** One of the given words, which may come as lists: spread, they would keep the schema in the page, where nothing needs it. */
export const OneOf = <const T extends string>(...words: readonly (T | readonly T[])[]) =>
  Type.Enum(words.flat() as T[], { type: 'string' });

/** An object of any keys, all with values of one kind. `Type.Record` would let keys with a line break pass unseen. */
export const MapOf = <T extends TSchema>(value: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value, ...options });

/**
 * What people call something, or somebody. Blanks, then a sign to see, then anything: each part begins where the one
 * before must end, so that a long text that does not fit is refused at once.
 */
export const VisibleName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern:
    '^[ \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$',
  description: 'Text with something to see, and no control characters.',
});

/** Of the text of a search, characters. */
export const searchMaxLength = 200;

export const Uuid = Type.String({ format: 'uuid', description: 'A UUID.' });
export const UtcDate = Type.String({ format: 'date-time', description: 'UTC, ISO 8601.' });
export const Tags = MapOf(Type.String(), {
  description: 'At most 10 tags, key to value.',
});

const ValidationItemSchema = Closed({
  itemId: Type.String(),
  message: Type.String(),
  validatorName: Type.String(),
});

export const ErrorBody = Closed(
  {
    statusCode: Type.Integer(),
    service: Type.String(),
    error: Type.String(),
    correlationId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    canBeRetried: OneOf('Yes', 'No', 'Unknown'),
    detailedErrorCode: Type.Integer(),
    validation: Type.Optional(
      Closed({ errors: Type.Array(ValidationItemSchema), warnings: Type.Array(ValidationItemSchema) }),
    ),
  },
  { title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** A numbered page's query string. Bounds are checked by hand, so that the message can say what to mend. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, default: 100 })),
  query: Type.Optional(Type.String({ maxLength: 10_000 })),
  orderBy: Type.Optional(Type.String({ maxLength: 200 })),
});
export type PageQuery = Static<typeof PageQuery>;

const Href = Closed({ href: Type.String() });

const aroundResults = {
  pageNumber: Type.Integer(),
  pageSize: Type.Integer(),
  totalResults: Type.Integer(),
  _links: Closed({
    self: Href,
    current: Href,
    next: Type.Optional(Href),
    previous: Type.Optional(Href),
  }),
};

/** A numbered page. */
export const Paged = <T extends TSchema>(item: T) => Closed({ results: Type.Array(item), ...aroundResults });

/** A numbered page without what is on it. */
export const PageFrame = Closed(aroundResults);
export type PageFrame = Static<typeof PageFrame>;

/** What a store query of a numbered page gives. */
export interface PageOf<T> {
  readonly results: T[];
  readonly totalResults: number;
}

/** A page by key: `cursor` of the response, passed back, continues after the last row; absent at the end. */
export const Keyed = <T extends TSchema>(item: T) =>
  Closed({ results: Type.Array(item), cursor: Type.Optional(Type.String()) });
export interface KeyedPage<T> {
  results: T[];
  cursor?: string;
}
