import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { TSchema } from 'typebox';
import { DeskErrorBody } from '#contract/desk.ts';

/** The desk's HTTP server, as its routes see it. */
export type DeskApp = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The answers of a route: one shape for success, and the error shape for the rest. */
export const answers = <const T extends TSchema>(success: T) => ({
  200: success,
  '4xx': DeskErrorBody,
  '5xx': DeskErrorBody,
});

/** The answers of a route that has nothing to tell. */
export const nothing = {
  204: { type: 'null', description: 'Done.' },
  '4xx': DeskErrorBody,
  '5xx': DeskErrorBody,
} as const;
