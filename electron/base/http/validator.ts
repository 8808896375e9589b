import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { oncePer } from '#base/once-per.ts';

/** TypeBox has checked the schemas by its types; checking them again would double the time of a start. */
const options = { allErrors: true, verbose: true, meta: false, validateSchema: false } as const;

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

const compilerOf = (ajv: Ajv) =>
  oncePer((schema: TSchema): ValidateFunction => {
    const validate = ajv.compile(schema);
    // It would keep a schema that a server made for itself for as long as the process lives.
    ajv.removeSchema(schema);
    return validate;
  });

const compileStrict = compilerOf(withFormats(new Ajv(options)));
const compileReading = compilerOf(withFormats(new Ajv({ ...options, coerceTypes: true })));
