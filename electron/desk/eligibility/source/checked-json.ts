import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Pointer, Value } from 'typebox/value';

/**
 * The content of a JSON file, checked.
 * @throws Error that names the file and the place in it
 */
export const checkedJson = <Schema extends TSchema>(file: string, schema: Schema): Static<Schema> => {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refusal(file, '', `is not valid JSON (${(error as Error).message})`);
  }
  if (Value.Check(schema, content)) return content;
  const { instancePath, reason } = problemIn(schema, content);
  throw refusal(file, instancePath, reason);
};

/** The first problem of a content that doesn't fit. */
const problemIn = (schema: TSchema, content: unknown): { instancePath: string; reason: string } => {
  // Each unknown key gives an error of its own, before the one that names them all; after some errors there are no more.
  const errors = Value.Errors(schema, content);
  const problem = errors.find(({ keyword }) => keyword !== 'boolean');
  if (problem === undefined) {
    const { instancePath = '', schemaPath = '' } = errors[0] ?? {};
    const keys = errors.map((one) => one.instancePath.slice(one.instancePath.lastIndexOf('/') + 1));
    const reason = unknownKeys(schema, parentOf(schemaPath), [...keys, '…']);
    return { instancePath: parentOf(instancePath), reason };
  }
  const { instancePath, schemaPath, params, message } = problem;
  if ('additionalProperties' in params)
    return { instancePath, reason: unknownKeys(schema, schemaPath, params.additionalProperties) };
  const values = 'allowedValues' in params ? ` (${params.allowedValues.join(', ')})` : '';
  return { instancePath, reason: `${message}${values}` };
};

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** @param place Of the object's schema, such as `#/items` */
const unknownKeys = (schema: TSchema, place: string, keys: readonly string[]): string => {
  const { properties = {} } = Pointer.Get(schema, place.replace('#', '')) as { properties?: object };
  const allowed = Object.keys(properties).join(', ');
  return `must not have additional properties (${keys.join(', ')}); allowed: ${allowed}`;
};

const refusal = (file: string, pointer: string, reason: string): Error => {
  const place = pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
  return new Error(`${file}: ${place} ${reason}. See docs/reference/recognizers.md.`.replace(':  ', ': '));
};
