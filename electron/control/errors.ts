import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAddressee } from '#base/host-guard.ts';
import { toCatalogueError, toErrorBody } from '#base/http/error-answer.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import { retryAfterSeconds } from '#contract/resources.ts';
import type { ApiApp } from './app.ts';

/** Who answers: its name in error bodies and in the log. */
export interface ErrorAnswers {
  readonly service: string;
  readonly log: Log;
  /** Tells where the routes are listed. */
  readonly notFound: 'deskRoute.notFound' | 'controlRoute.notFound';
}

/** Seconds. A place for a stream is free as soon as a page is closed. */
const retryAfterOf: Partial<Record<ErrorCode, number>> = { 'stream.full': 5, ...retryAfterSeconds };

/** Everything that goes wrong is answered in the one error shape; what is not known is logged with its cause. */
const createErrorAnswer =
  ({ service, log }: Omit<ErrorAnswers, 'notFound'>) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { method, id: correlationId } = request;
    const error = toCatalogueError(thrown, {
      method,
      path: pathOf(request),
      mediaType: request.headers['content-type'],
      hasBody: request.body !== undefined,
      bodyLimit: request.routeOptions.bodyLimit,
    });
    if (error.cause !== undefined) {
      const route = request.routeOptions.url;
      log.error({ err: error.cause, method, route, correlationId }, `${service}: failed`);
    }
    const retryAfter = retryAfterOf[error.code];
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    // Written by hand: a route's own schema promises nothing about errors that come before it.
    reply
      .code(error.entry.statusCode)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ ...toErrorBody(error, correlationId, service), ...error.info });
  };

/** For paths that the router can't read: no route and no hook sees them. */
export const answerBrokenPath = (answers: ErrorAnswers, hosts: ReadonlySet<string>) => {
  const answer = createErrorAnswer(answers);
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    try {
      checkAddressee(request, hosts);
      answer(thrown, request, reply);
    } catch (refused) {
      answer(refused, request, reply);
    }
  };
};

export const addErrorAnswers = (app: ApiApp, answers: ErrorAnswers): void => {
  const answer = createErrorAnswer(answers);
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(noSuchRoute(request, answers.notFound), request, reply));
};

export const noSuchRoute = (request: FastifyRequest, code: ErrorAnswers['notFound']): CatalogueError =>
  new CatalogueError(code, { method: request.method, path: pathOf(request) });

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] as string;
