import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseBounded } from '#base/json/parse-bounded.ts';

/** A chain of ten thousand entries has a fraction of it. */
const mostValues = 3_000_000;

/** JSON of a form, or a sentence that says why it is none. */
export const inForm = <T>(schema: TSchema, text: string): T | string => {
  let value: unknown;
  try {
    value = parseBounded(text, { values: mostValues });
  } catch {
    // V8's own words quote the text.
    return 'It is not JSON, or ends too early.';
  }
  const [problem] = Value.Errors(schema, value);
  if (problem === undefined) return value as T;
  return `It has another form: ${problem.instancePath || 'the whole'} ${problem.message}.`;
};
