import { TokenRequest, TokenSets } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('simulator');

/** Token sets of the simulated platforms. */
export const simulatorRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.post(
    '/simulator/tokens',
    options('Issue token sets with a chosen behaviour', answers(TokenSets), { body: TokenRequest }),
    async (request) => ({ results: await sandbox.issueTokens(request.body) }),
  );
};
