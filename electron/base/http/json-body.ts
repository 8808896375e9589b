import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { CatalogueError, type ValidationItem } from '#contract/errors.ts';

/**
 * Reads JSON bodies. An empty body counts as none, whatever its content type says. What is wrong is told by its
 * place only: V8's own words quote the body, which may hold credentials.
 */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(malformedJson('it is not UTF-8'));
    const text = body.toString('utf8');
    return parse(request, text, (error: Error | null, value) => {
      if (error === null && loneSurrogate.test(text) && !isWellFormed(value)) {
        return done(malformedJson('it holds half of a character (a lone surrogate)'));
      }
      return done(error && whatIsWrong(text), value);
    });
  });
};

/** Where one may be: most bodies need not be looked through. */
const loneSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether all text in it, keys too, is Unicode: what is not can't be kept as it came. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
};

const whatIsWrong = (text: string): CatalogueError => {
  try {
    JSON.parse(text);
  } catch (error) {
    return malformedJson(words(error instanceof Error ? error.message : ''));
  }
  return malformedJson(
    'it has a key named __proto__, or constructor with prototype in it, which is not accepted',
  );
};

const words = (message: string): string => {
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
