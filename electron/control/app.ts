import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifySchema,
  RawServerDefault,
} from 'fastify';
import { type TSchema, Type } from 'typebox';
import { DeskErrorBody } from '#contract/desk.ts';

/** The desk's HTTP server, as its routes see it. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The options of routes that the documentation lists under `tag`. */
export const optionsFor =
  (tag: string) =>
  <const R, const T extends FastifySchema = object>(summary: string, response: R, schema?: T) => ({
    schema: { tags: [tag], summary, response, ...(schema as T) },
  });

const failures = { '4xx': DeskErrorBody, '5xx': DeskErrorBody } as const;

/** The responses of a route: `success` with 200, and the error shape for the rest. */
export const answers = <const T extends TSchema>(success: T) => ({ 200: success, ...failures });

/** The responses of a route without content. */
export const nothing = { 204: { type: 'null', description: 'Done.' }, ...failures } as const;

/** The responses of a route that sends text of a content type. */
export const textOf = <const T extends string>(type: T) =>
  ({
    200: {
      description: type,
      content: { [type]: { schema: Type.String() } } as Record<T, { schema: ReturnType<typeof Type.String> }>,
    },
    ...failures,
  }) as const;

export const sendMarkdown = (reply: FastifyReply, text: string) =>
  reply.type('text/markdown; charset=utf-8').send(text);
