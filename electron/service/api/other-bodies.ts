import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';

/**
 * Bodies that are not JSON are refused once they are read, so that the request log can show what was sent.
 * Call it after `readJsonBodies`.
 */
export const noteOtherBodies = (
  app: FastifyInstance,
  onBody: (request: FastifyRequest, body: Buffer) => void,
): void => {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    onBody(request, body);
    done(new CatalogueError('body.mediaType', { mediaType: `"${request.headers['content-type'] ?? ''}"` }));
  });
};
