import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { oncePer } from '#base/once-per.ts';

/**
 * TypeBox has checked the schemas by its types; checking them again would double the time of a start. What it compiles to is
 * not tidied up: V8 does that, and it takes half as long as all else for the first request of each route.
 */
const options = {
  allErrors: true,
  verbose: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

/**
 * Compiles the contract's schemas. Bodies are taken as they are; a query string is text, so its numbers and booleans
 * are read first. All problems are found, not only the first. Each schema is compiled once in a process, when it is first
 * needed: a process may have several services.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compile = httpPart === 'body' ? compileStrict : compileReading;
  return (value: unknown) => {
    const validate = compile(schema);
    return validate(value) || { error: validate.errors ?? [] };
  };
};

const withFormats = (ajv: Ajv): Ajv => {
  formats.default(ajv, ['date-time', 'email']);
  // Stricter than the library's, which takes "urn:uuid:" too.
  return ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
};

/**
 * A server makes some schemas for itself, and the library keeps what it compiled for as long as the process lives: one
 * that reads as another is that one, however many servers come and go.
 */
const compilerOf = (ajv: Ajv) => {
  const known = new Map<string, ValidateFunction>();
  return oncePer((schema: TSchema): ValidateFunction => {
    const text = JSON.stringify(schema);
    const validate = known.get(text) ?? ajv.compile(schema);
    known.set(text, validate);
    return validate;
  });
};

const compileStrict = compilerOf(withFormats(new Ajv(options)));
const compileReading = compilerOf(withFormats(new Ajv({ ...options, coerceTypes: true })));
