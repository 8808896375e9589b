import buildSerializer from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { oncePer } from '#base/once-per.ts';

const serializerOf = oncePer((schema: TSchema) =>
  buildSerializer(schema as Parameters<typeof buildSerializer>[0]),
);

/**
 * Compiles the contract's schemas of answers when one is first given: there are hundreds, most are never needed in a
 * process, and all of them together would be half the time of a start. Routes share answers, above all those of errors,
 * and so do the services of a process.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (data) =>
    serializerOf(schema)(data);
