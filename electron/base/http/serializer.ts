import buildSerializer from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const compiled = new WeakMap<TSchema, ReturnType<typeof buildSerializer>>();

/**
 * Compiles the contract's schemas of answers when one is first given: there are hundreds, most are never needed in a
 * process, and all of them together would be half the time of a start. Routes share answers, above all those of errors,
 * and so do the services of a process.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (data) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known(data);
    const serialize = buildSerializer(schema as Parameters<typeof buildSerializer>[0]);
    compiled.set(schema, serialize);
    return serialize(data);
  };
