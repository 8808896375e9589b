import type { ErrorObject } from 'ajv';
import type { FastifyError } from 'fastify';
import type { ErrorBody } from '#contract/common.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { toItems } from './validation-items.ts';

/** Every error as an answer, for both HTTP servers. Source: `docs/reference/rules/api.md#errors`. */

export const serviceName = 'Carryover';
export const bodyLimit = 1_048_576;

/** An error of the catalogue for anything that was thrown; the unexpected becomes `server.internal`, with its cause. */
export const toCatalogueError = (error: unknown, request: RequestFacts): CatalogueError => {
  if (error instanceof CatalogueError) return error;
  if (!(error instanceof Error)) return new CatalogueError('server.internal', {}, [], { cause: error });
  const { code, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    return fromValidation(validation as unknown as ErrorObject[], validationContext, request);
  }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new CatalogueError('body.tooLarge', { limit: request.bodyLimit ?? bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CatalogueError('body.mediaType', { mediaType: `"${request.mediaType ?? ''}"` });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return wholeBody('The body is incomplete: it is shorter than its Content-Length.', 'length');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new CatalogueError('route.notFound', { method: request.method, path: request.path });
    default:
      return new CatalogueError('server.internal', {}, [], { cause: error });
  }
};

export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly mediaType: string | undefined;
  readonly hasBody: boolean;
  /** The route's own, if it has one. */
  readonly bodyLimit?: number | undefined;
}

/** @param service who answers */
export const toErrorBody = (
  error: CatalogueError,
  correlationId: string,
  service: string = serviceName,
): ErrorBody => {
  const { statusCode, canBeRetried, detailedErrorCode } = error.entry;
  const body = {
    statusCode,
    service,
    error: error.message,
    correlationId,
    canBeRetried,
    detailedErrorCode,
  };
  if (statusCode !== 400) return body;
  const told = { itemId: 'request', message: error.message, validatorName: error.code };
  const errors = error.validation.length > 0 ? [...error.validation] : [told];
  return { ...body, validation: { errors, warnings: [] } };
};

const fromValidation = (
  problems: readonly ErrorObject[],
  context: string | undefined,
  request: RequestFacts,
): CatalogueError => {
  if (context === 'body' && !request.hasBody) {
    return wholeBody(
      'The body is missing. Send it as JSON, with the header Content-Type: application/json.',
      'required',
    );
  }
  return invalid(...toItems(problems, context === 'body' ? 'body' : 'query'));
};

const wholeBody = (message: string, validatorName: string): CatalogueError =>
  invalid({ itemId: 'body', message, validatorName });
