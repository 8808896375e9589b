import type { FastifyRequest } from 'fastify';
import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { IssuedToken } from '#contract/people.ts';
import { AppCode, AppCodeRequest, AppTokenRequest, appTokenDays } from '#contract/session.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { actorText } from '#desk/people/index.ts';
import type { People } from '#desk/people/people.ts';
import { type Access, suspensionError } from './access.ts';
import type { Agreed } from './app-codes.ts';
import { signedIn } from './caller.ts';
import { issued, refuseToken } from './people.ts';

const options = optionsFor('session');

interface AppSignInParts {
  readonly access: Access;
  readonly people: People;
}

/** How a program of a person's machine is signed in: the person agrees on the page, the program gets an access token. */
export const appSignInRoutes = (app: ApiApp, { access, people }: AppSignInParts): void => {
  const { appCodes } = access.sessions;
  const redeemed = (
    { code, verifier }: AppTokenRequest,
    wrong: (refusal: CatalogueError) => CatalogueError,
  ): Agreed => {
    try {
      return appCodes.redeem(code, verifier);
    } catch (error) {
      throw error instanceof CatalogueError ? wrong(error) : error;
    }
  };
  app.post(
    '/api/session/app-codes',
    options(
      'Create a single-use code by which a program on your machine gets an access token of yours',
      answers(AppCode),
      { body: AppCodeRequest },
    ),
    async (request) => {
      const caller = signedIn(request);
      refuseToken(request);
      const { challenge, name } = request.body;
      const { code, expiresMs } = appCodes.issue(caller, challenge, name);
      return { code, expires: toIso(expiresMs) };
    },
  );
  app.post(
    '/api/session/app-token',
    {
      ...options(
        'Exchange the code of a sign-in for an access token, shown this once',
        answers(IssuedToken),
        {
          body: AppTokenRequest,
          security: [],
        },
      ),
      onRequest: async (request: FastifyRequest) => access.refuseOtherPages(request),
    },
    async (request, reply) => {
      const agreed = redeemed(request.body, (refusal) => access.wrong(request, reply, refusal));
      const caller = people.callerOf(agreed.personId, agreed.tokenId);
      if (caller === undefined)
        throw suspensionError(people, agreed) ?? new CatalogueError('appSignIn.ended');
      const { personId, name, within: scope } = agreed;
      const asked = { name, days: appTokenDays, access: agreed.readsOnly ? 'read' : 'all', scope } as const;
      return issued(people, personId, asked, actorText(caller), agreed);
    },
  );
};
