import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

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
  // An unknown key gives two errors; the second one names it.
  const problem = Value.Errors(schema, content).find(({ keyword }) => keyword !== 'boolean');
  if (problem === undefined) return content as Static<Schema>;
  const { instancePath, params, message } = problem;
  const names = 'additionalProperties' in params ? params.additionalProperties : [];
  const allowed = 'allowedValues' in params ? params.allowedValues : names;
  throw refusal(file, instancePath, allowed.length === 0 ? message : `${message} (${allowed.join(', ')})`);
};

const refusal = (file: string, pointer: string, reason: string): Error => {
  const place = pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
  return new Error(`${file}: ${place} ${reason}. See docs/reference/recognizers.md.`.replace(':  ', ': '));
};
