import { runnerMethods } from '#contract/request-runner.ts';

/** What the runner reads of an OpenAPI document. */
export interface OpenApi {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OpenApiOperation | undefined>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface OpenApiOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly title?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
}

/** One operation of the public API. */
export interface Operation {
  /** Method and path template, such as "GET /companies/{companyId}". */
  readonly id: string;
  readonly method: (typeof runnerMethods)[number];
  readonly path: string;
  readonly summary: string;
  readonly group: string;
  readonly parameters: readonly Parameter[];
  /** JSON to begin with; undefined: it takes no body. */
  readonly example: string | undefined;
}

/** In the order of the document. */
export const operationsOf = (document: OpenApi): readonly Operation[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    runnerMethods.flatMap((method): Operation[] => {
      const found = item[method.toLowerCase()];
      return found === undefined ? [] : [toOperation(document, method, path, found)];
    }),
  );

const toOperation = (
  document: OpenApi,
  method: Operation['method'],
  path: string,
  { summary, description, tags, parameters = [], requestBody }: OpenApiOperation,
): Operation => {
  const content = requestBody?.content?.['application/json'];
  return {
    id: `${method} ${path}`,
    method,
    path,
    summary: summary ?? description ?? '',
    group: tags?.[0] ?? path.split('/')[1] ?? '',
    parameters: parameters.filter((one) => one.in === 'path' || one.in === 'query'),
    example:
      content === undefined
        ? undefined
        : JSON.stringify(content.example ?? exampleOf(document, content.schema ?? {}), undefined, 2),
  };
};

/** Deeper levels of a schema that holds itself are left out. */
const deepest = 6;

/** A value that a schema takes: its own example, else the required fields, or all where none is. */
export const exampleOf = (document: OpenApi, given: Schema, depth = 0): unknown => {
  const schema = resolved(document, given);
  const own = [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]].find(
    (value) => value !== undefined,
  );
  if (own !== undefined) return own;
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return exampleOf(document, choice, depth);
  if (schema.properties !== undefined || schema.allOf !== undefined) return objectOf(document, schema, depth);
  return scalarOf(document, schema, depth);
};

const objectOf = (document: OpenApi, schema: Schema, depth: number): unknown => {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolved(document, part))];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const shown = required.size > 0 ? properties.filter(([name]) => required.has(name)) : properties;
  if (depth >= deepest) return {};
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(document, part, depth + 1)]));
};

const scalarOf = (document: OpenApi, schema: Schema, depth: number): unknown => {
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null');
  switch (type) {
    case 'array':
      return depth >= deepest ? [] : [exampleOf(document, schema.items ?? {}, depth + 1)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return textOf(schema);
  }
};

const textOf = ({ format, title }: Schema): string => {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (format === 'date') return '2026-01-01';
  if (format === 'uri') return 'https://example.com';
  return title ?? 'text';
};

const resolved = (document: OpenApi, schema: Schema): Schema => {
  let found = schema;
  for (let hops = 0; found.$ref !== undefined && hops < deepest; hops++) {
    const name = found.$ref.replace(/^.*\//, '');
    const next = document.components?.schemas?.[name];
    if (next === undefined) return {};
    found = next;
  }
  return found;
};
