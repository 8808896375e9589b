import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** TypeBox has checked the schemas by its types; checking them again would double the time of a start. */
const options = { allErrors: true, verbose: true, meta: false, validateSchema: false } as const;

/**
 * Compiles the contract's schemas. Bodies are taken as they are; a query string is text, so its numbers and booleans
 * are read first. All problems are found, not only the first. Each schema is compiled once, when it is first needed.
 */
export const createValidatorCompiler = (): FastifySchemaCompiler<TSchema> => {
  const strict = withFormats(new Ajv(options));
  const reading = withFormats(new Ajv({ ...options, coerceTypes: true }));
  return ({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? strict : reading;
    let validate: ValidateFunction | undefined;
    return (value: unknown) => {
      validate ??= ajv.compile(schema);
      return validate(value) || { error: validate.errors ?? [] };
    };
  };
};

const withFormats = (ajv: Ajv): Ajv => {
  formats.default(ajv, ['date-time', 'email']);
  // Stricter than the library's, which takes "urn:uuid:" too.
  return ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
};
