import { CatalogueError } from '#contract/errors.ts';
import { CutoverHeaderChecks, CutoverHeadersRequest } from '#contract/header-setup.ts';
import type { ApiApp } from '#control/app.ts';
import type { ExpectedOfEndpoint } from '#desk/cutover/expected-headers.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

type Parts = Pick<DeskModules, 'cutover' | 'endpointHeaders'>;
type Check = CutoverHeaderChecks['results'][number];

/** The headers of all endpoints of a cutover in one go. Source: `docs/reference/rules/cutover.md#headers`. */
export const cutoverHeaderRoutes = (app: ApiApp, { cutover, endpointHeaders }: Parts): void => {
  const { answering } = routesOfCase(app, 'cutover');

  const checkOne = async (
    caseId: string,
    { webhookId, url, headers }: ExpectedOfEndpoint,
    received: string | undefined,
    actor: string,
  ): Promise<Check> => {
    try {
      const request = received === undefined ? {} : { received };
      const check = await endpointHeaders.check(caseId, webhookId, request, actor, headers);
      return { webhookId, url, check };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      return { webhookId, url, problem: error.message };
    }
  };

  answering(CutoverHeaderChecks).post(
    '/cutover/headers/check',
    'Check the headers of all endpoints of the cutover',
    CutoverHeadersRequest,
    async (caseId, { received = [] }, actor) => {
      const results: Check[] = [];
      for (const endpoint of await cutover.expectedHeaders(caseId)) {
        const given = received.find(({ webhookId }) => webhookId === endpoint.webhookId)?.received;
        results.push(await checkOne(caseId, endpoint, given, actor));
      }
      return { results, passed: results.length > 0 && results.every(({ check }) => check?.passed === true) };
    },
  );
};
