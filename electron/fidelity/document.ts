/** The OpenAPI document of the public API, as far as it is read here. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, DocumentedOperation | undefined>> | undefined>
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

interface DocumentedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>
  >;
}

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Whether it is one of the lists with pages, order and `query`. */
export const isPaged = ({ paths }: ApiDocument, path: string): boolean =>
  paths[path]?.get?.parameters?.some(({ name }) => name === 'pageSize') === true;

export const responseSchema = (
  { paths }: ApiDocument,
  path: string,
  status: number,
): JsonSchema | undefined =>
  paths[path]?.get?.responses?.[String(status)]?.content?.['application/json']?.schema;

export const resolved = ({ components }: ApiDocument, schema: JsonSchema): JsonSchema => {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : (components?.schemas?.[name] ?? {});
};

/** Whether the keys of such an object are data. */
export const hasOwnKeys = ({ additionalProperties, patternProperties }: JsonSchema): boolean =>
  additionalProperties === true ||
  typeof additionalProperties === 'object' ||
  patternProperties !== undefined;
