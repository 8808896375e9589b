import type { FastifyReply, FastifyRequest } from 'fastify';
import { systemTime } from '#base/clock.ts';
import { checkAddressee } from '#base/host-guard.ts';
import { type RequestFacts, serviceName, toCatalogueError, toErrorBody } from '#base/http/error-answer.ts';
import { CatalogueError } from '#contract/errors.ts';
import { isMissingHere } from '#contract/operations.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Backpressure } from './admission.ts';
import type { Api } from './api.ts';
import type { Cors } from './cors.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Answered, Recorder } from './exchanges/recorder.ts';
import type { SentMarks } from './exchanges/sent-marks.ts';
import { unreadableElsewhere } from './foreign-pages.ts';
import { type Paths, pathOf, toTemplate } from './paths.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestLog } from './request-log.ts';

/** What holds for every answer, whichever route it comes from. Source: `docs/reference/rules/api.md`. */
export interface AnswersOptions {
  readonly context: Pick<ServiceContext, 'clock' | 'log' | 'announce'>;
  readonly requests: RequestLog;
  readonly recorder: Recorder;
  readonly marks: SentMarks;
  readonly rateLimit: RateLimit;
  readonly cors: Cors;
  readonly backpressure?: Pick<Backpressure, 'retryAfterSeconds'> | undefined;
  readonly paths: Paths;
  /** From `allowedHostNames`. */
  readonly hosts: ReadonlySet<string>;
}

export const setUpAnswers = (api: Api, options: AnswersOptions): void => {
  const { paths, hosts, rateLimit } = options;
  api.decorateRequest('startedAt', 0);
  api.decorateRequest('template', undefined);
  api.decorateRequest('isDeprecated', false);
  api.decorateRequest('isLogged', false);
  api.decorateRequest('apiKey', null);
  api.decorateRequest('rawBody', undefined);
  api.decorateRequest('fault', undefined);

  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, template: toTemplate(route.url) };
    paths.add(route.url, route.method, route.config.deprecated === true);
  });

  api.addHook('onRequest', (request, reply, done) => {
    request.startedAt = systemTime.monotonic();
    if (request.is404) {
      const path = paths.find(pathOf(request));
      markRoute(request, reply, path?.template, path?.isDeprecated === true);
      checkAddressee(request, hosts);
      if (path === undefined) throw notFound(request);
      options.cors.addPreflight(request, reply, path.methods);
      refuseMethod(request, reply, path.methods);
      return;
    }
    const { template, deprecated } = request.routeOptions.config;
    markRoute(request, reply, template, deprecated === true);
    checkAddressee(request, hosts);
    done();
  });

  api.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(rateLimit.headers()).headers(unreadableElsewhere);
    options.cors.addHeaders(request, reply);
    const written = request.isLogged
      ? undefined
      : noteRequest(options, request, reply.statusCode, { reply, payload });
    if (written === undefined) {
      done(null, payload);
      return;
    }
    // Not returned: Fastify would take the promise for an end of its own, besides the call of `done`.
    void written.then(
      () => done(null, payload),
      (error: unknown) => done(null, errorPayload(options, error, request, reply)),
    );
  });

  api.setErrorHandler((error, request, reply) => reply.send(errorPayload(options, error, request, reply)));
  api.setNotFoundHandler((request) => {
    throw notFound(request);
  });
};

/**
 * For paths that the router can't read (a broken %-escape, or a part too long to be an id): no route and no hook
 * sees them.
 */
export const answerBrokenPath =
  (options: AnswersOptions) =>
  (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    Object.assign(request, { startedAt: systemTime.monotonic(), isDeprecated: false, apiKey: null });
    let payload: string;
    try {
      checkAddressee(request, options.hosts);
      throw notFound(request);
    } catch (error) {
      payload = errorPayload(options, error, request, reply);
    }
    reply.headers(options.rateLimit.headers()).headers(unreadableElsewhere);
    void noteRequest(options, request, reply.statusCode, { reply, payload });
    reply.send(payload);
  };

/**
 * Keeps the request in the log. A call of a deprecated endpoint is evidence: the promise then resolves once it is
 * durable, and its answer must wait for that.
 */
export const noteRequest = (
  { context, requests, recorder, marks }: Pick<AnswersOptions, 'context' | 'requests' | 'recorder' | 'marks'>,
  request: FastifyRequest,
  statusCode: number,
  answered?: Answered,
): Promise<void> | undefined => {
  const { method, id: correlationId, template, isDeprecated, apiKey } = request;
  request.isLogged = true;
  const path = pathOf(request).slice(0, longestPath);
  const userAgent = request.headers['user-agent']?.slice(0, longestUserAgent);
  const durationMs = Math.round((systemTime.monotonic() - request.startedAt) * 1000) / 1000;
  const origin = marks.originOf(request);
  const { recorded, exchange } = recorder.take(request, answered, statusCode, origin !== null);
  const entry = {
    at: context.clock.now(),
    method,
    path,
    route: template ?? null,
    status_code: statusCode,
    duration_ms: durationMs,
    correlation_id: correlationId,
    api_key_id: apiKey?.id ?? null,
    deprecated: isDeprecated ? 1 : 0,
    user_agent: userAgent ?? null,
    recorded,
    origin,
    fault: request.fault ?? null,
  };
  requests.add(entry, exchange);
  const caller = userAgent === undefined ? {} : { userAgent };
  const route = template === undefined ? {} : { route: template };
  context.announce({ type: 'request', method, path, statusCode, correlationId, ...route, ...caller });
  if (context.log.isLevelEnabled('debug')) {
    context.log.debug(
      { method, path, statusCode, durationMs, correlationId, apiKeyId: apiKey?.id },
      'request',
    );
  }
  return isDeprecated ? requests.flush() : undefined;
};

const longestPath = 1000;
const longestUserAgent = 200;
/** Seconds after which a client may try again that a fault turned away. */
const faultRetryAfter = 5;

/** Says the error in the wire's shape, and sets the status and headers that belong to it. */
const errorPayload = (
  { context, rateLimit, backpressure }: AnswersOptions,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): string => {
  const error = toCatalogueError(cause, factsOf(request));
  const { statusCode } = error.entry;
  reply.code(statusCode).header('content-type', 'application/json; charset=utf-8');
  if (statusCode === 401) reply.header('www-authenticate', `Basic realm="${serviceName}", charset="UTF-8"`);
  if (error.code === 'rateLimit.reached') reply.header('retry-after', rateLimit.secondsToReset());
  if (error.code === 'backlog.full' || error.code === 'disk.low') {
    reply.header('retry-after', backpressure?.retryAfterSeconds());
  }
  if (error.code === 'rateLimit.fault') reply.header('retry-after', faultRetryAfter);
  if (error.code === 'server.internal' || error.cause !== undefined) {
    const { method, id: correlationId, template: route } = request;
    context.log.error({ err: error.cause ?? error, method, route, correlationId }, 'a request failed');
  }
  return JSON.stringify(toErrorBody(error, request.id));
};

const markRoute = (
  request: FastifyRequest,
  reply: FastifyReply,
  template: string | undefined,
  isDeprecated: boolean,
): void => {
  request.template = template;
  request.isDeprecated = isDeprecated;
  if (isDeprecated) reply.headers(deprecationHeaders);
};

/** OPTIONS is answered with what there is; any other method is not there. */
const refuseMethod = (request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void => {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', allowed);
  if (request.method !== 'OPTIONS') {
    throw new CatalogueError('method.notAllowed', { method: request.method, path: pathOf(request), allowed });
  }
  reply.code(204).send();
};

const factsOf = (request: FastifyRequest): RequestFacts => ({
  method: request.method,
  path: pathOf(request),
  mediaType: request.headers['content-type'],
  hasBody: request.body !== undefined,
});

export const notFound = (request: FastifyRequest): CatalogueError => {
  const { method } = request;
  const path = pathOf(request);
  return new CatalogueError(isMissingHere(path) ? 'route.notHere' : 'route.notFound', { method, path });
};
