import type { BodyInit } from 'undici';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskFetch } from './desk-fetch.ts';
import { errorResponse, inertHeaders } from './error-response.ts';
import { keptHeaders } from './kept-headers.ts';

/** `/api/*` of the page: passed on to the desk, and its answer passed back, both as they come. */

/** What the page's headers say about where it lives, or who it is, means nothing to the desk; the rest goes along. */
const notForTheDesk =
  /^(host|connection|cookie|origin|referer|authorization|accept-encoding|content-length|sec-.*)$/;
const notForThePage =
  /^(set-cookie|connection|keep-alive|transfer-encoding|www-authenticate|server|access-control-.*)$/;

export const createForward =
  (deskFetch: DeskFetch) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    try {
      const answer = await deskFetch({
        method: request.method,
        path: pathname + search,
        headers: keptHeaders(request.headers, (name) => !notForTheDesk.test(name)),
        ...(request.body === null ? {} : { body: request.body as BodyInit }),
      });
      const headers = keptHeaders(answer.headers, (name) => !notForThePage.test(name));
      // A page that goes cancels this body, which ends the request to the desk; Electron says it in no other way.
      return new Response(answer.body as ReadableStream | null, {
        status: answer.status,
        headers: { ...headers, ...inertHeaders },
      });
    } catch (error) {
      // The host is not there, or went away before it answered.
      return errorResponse(error instanceof CatalogueError ? error : new CatalogueError('host.unavailable'));
    }
  };
