import { CatalogueError } from '#contract/errors.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { errorResponse, inertHeaders } from '#main/error-response.ts';
import { keptHeaders } from '#main/kept-headers.ts';
import type { AskTeam } from './ask.ts';
import { teamProblem } from './net-problem.ts';

/**
 * `/api/*` of the page of a team's desk: passed on to that desk with the access token, which the page never has, and the
 * response passed back, both as they come. What is passed on is listed: neither side can set what the other acts on
 * unseen, such as cookies, an origin, or a sign-in of the page's.
 */

const forTheDesk =
  /^(accept|accept-language|content-type|if-(none-)?match|last-event-id|range|x-carryover-.*)$/;
const forThePage =
  /^(content-(type|disposition|language|length|range)|cache-control|etag|last-modified|retry-after|x-carryover-.*)$/;

export interface TeamForwardOptions {
  readonly ask: AskTeam;
  /** @returns undefined: nobody is signed in */
  readonly token: (id: string) => Promise<string | undefined>;
  /** Origin of a desk that the app knows. */
  readonly address: (id: string) => string;
}

export const createTeamForward =
  ({ ask, token, address }: TeamForwardOptions) =>
  async (id: string, request: Request): Promise<Response> => {
    const desk = address(id);
    const { pathname, search } = new URL(request.url);
    try {
      const opened = await token(id);
      if (opened === undefined) throw new CatalogueError('teamDesk.signedOut', { address: desk });
      const response = await ask({
        method: request.method,
        url: desk + pathname + search,
        headers: {
          ...keptHeaders(request.headers, (name) => forTheDesk.test(name) && name !== sessionHeader),
          authorization: `Bearer ${opened}`,
        },
        body: request.body,
      });
      const { headers, status, body } = response;
      // Chromium has unpacked it, so that its length is another one.
      const isPacked = headers.has('content-encoding');
      return new Response(body, {
        status,
        headers: {
          ...keptHeaders(
            headers,
            (name) => forThePage.test(name) && !(isPacked && name === 'content-length'),
          ),
          ...inertHeaders,
        },
      });
    } catch (error) {
      return errorResponse(teamProblem(desk, error));
    }
  };
