import { collectNamed } from '#base/http/openapi-components.ts';
import { consumerSchemas } from './consumer-schemas.ts';

const folder = 'docs/reference/event-schemas';
const dialect = 'https://json-schema.org/draft/2020-12/schema';

export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A document of its own: what it refers to is below `$defs`. */
const documentOf = (root: { readonly title: string }, extra: object = {}): string => {
  const { schemas } = collectNamed(root, '#/$defs/');
  const { [root.title]: own, ...$defs } = schemas as Record<string, { description?: string }>;
  const { title, description } = { ...own, title: root.title };
  return jsonText({ $schema: dialect, title, description, ...own, ...extra, $defs });
};

const anyEvent = (): string => {
  const { node, schemas } = collectNamed(
    consumerSchemas.map(({ schema }) => schema),
    '#/$defs/',
  );
  const description = 'Any message of the webhook service.';
  return jsonText({ $schema: dialect, title: 'Event', description, oneOf: node, $defs: schemas });
};

/**
 * JSON Schema 2020-12 for consumers: a file for each kind of event that refers to nothing outside it, one for any event,
 * and an index of event types.
 */
export const eventSchemaFiles = (): Readonly<Record<string, string>> => {
  const fileOf = (kind: string): string => `${kind}.schema.json`;
  const files = consumerSchemas.map(({ kind, schema, example }) => [
    `${folder}/${fileOf(kind)}`,
    documentOf(schema, { examples: [example] }),
  ]);
  const index = Object.fromEntries(
    consumerSchemas.flatMap(({ kind, eventTypes }) => eventTypes.map((type) => [type, fileOf(kind)])),
  );
  return Object.fromEntries([
    ...files,
    [`${folder}/event.schema.json`, anyEvent()],
    [`${folder}/index.json`, jsonText(index)],
  ]);
};
