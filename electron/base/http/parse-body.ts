import { isUtf8 } from 'node:buffer';
import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import { CatalogueError, type ValidationItem } from '#contract/errors.ts';

/**
 * A JSON body as a value. What is wrong is told by its place only: V8's own words quote the body, which may hold
 * credentials.
 * @param mostValues how many values it may hold
 * @throws CatalogueError `request.malformedJson`
 */
export const parseBody = (body: Uint8Array, mostValues: number): unknown => {
  if (!isUtf8(body)) throw malformedJson('it is not UTF-8');
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const value = parse(text, mostValues);
  if (suspicious.test(text)) look(value);
  return value;
};

const parse = (text: string, values: number): unknown => {
  try {
    return parseBounded(text, { values });
  } catch (error) {
    if (error instanceof JsonBoundError) throw malformedJson(`${error.message}. Send less in one request`);
    throw malformedJson(whereOf(error instanceof Error ? error.message : ''));
  }
};

/** Where there may be a key or half of a character that is not taken: most bodies need not be looked through. */
const suspicious = /__proto__|constructor|\\u/;

const look = (value: unknown): void => {
  if (typeof value === 'string') lookAtText(value);
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (isList) {
      look(inner);
      continue;
    }
    lookAtText(key);
    if (key === '__proto__' || (key === 'constructor' && holdsPrototype(inner))) throw dangerousKey();
    look(inner);
  }
};

/** What is not Unicode can't be kept as it came. */
const lookAtText = (text: string): void => {
  if (!text.isWellFormed()) throw malformedJson('it holds half of a character (a lone surrogate)');
};

const holdsPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');

const dangerousKey = (): CatalogueError =>
  malformedJson('it has a key named __proto__, or constructor with prototype in it, which is not accepted');

const whereOf = (message: string): string => {
  if (message.startsWith('Unexpected end')) return 'it ends too early';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined
    ? 'it holds a sign where none can be'
    : `it can't be read from line ${line}, column ${column} on`;
};

const malformedJson = (problem: string): CatalogueError => {
  const item: ValidationItem = {
    itemId: 'body',
    message: `The body is not valid JSON: ${problem}.`,
    validatorName: 'json',
  };
  return new CatalogueError('request.malformedJson', { problem }, [item]);
};
