import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { Job } from '#contract/job.ts';
import { PlatformKey, TokenImportRequest, TokenTemplate, TokenTemplateQuery } from '#contract/token-rows.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Exchange } from '#desk/exchange/exchange.ts';
import type { Imports } from '#desk/tokens/tokens.ts';
import { actorOf } from './actor.ts';
import type { DiskPaths } from './disk-paths.ts';

const options = optionsFor('tokens');
/** What is pasted, with what JSON adds to it. A larger list comes as a file. */
const pastedBody = 48 * 1_048_576;

/** Token files: what one looks like, and taking one in. */
export const tokenImportRoutes = (
  app: ApiApp,
  { imports, exchange }: { readonly imports: Imports; readonly exchange: Pick<Exchange, 'importTokens'> },
  paths: DiskPaths,
): void => {
  app.post(
    '/api/cases/:id/tokens/imports',
    {
      bodyLimit: pastedBody,
      ...options('Import a list of tokens as a job, whose result is a TokenImportResult', answers(Job), {
        params: Type.Object({ id: Uuid }),
        body: TokenImportRequest,
      }),
    },
    (request) =>
      exchange.importTokens(request.params.id, paths.ofFile(request, request.body), actorOf(request)),
  );
  app.get(
    '/api/tokens/templates/:platformKey',
    options(
      'Show a template for a platform, with one example row that an import refuses',
      answers(TokenTemplate),
      { params: Type.Object({ platformKey: PlatformKey }), querystring: TokenTemplateQuery },
    ),
    async (request) => {
      const { platformKey } = request.params;
      const { format = 'csv' } = request.query;
      const content = await imports.template(platformKey, format);
      return { platformKey, format, fileName: `tokens-${platformKey}.${format}`, content };
    },
  );
};
