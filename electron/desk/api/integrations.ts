import { CatalogueList } from '#contract/integration.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

/** What the catalogue knows of each platform: credentials, data types, routes of migration. */
export const integrationRoutes = (app: DeskApp, { integrations }: ServiceControl): void => {
  app.get(
    '/api/integrations',
    {
      schema: {
        tags: ['integrations'],
        summary: 'List the integrations of the catalogue, with the credentials that each takes',
        response: answers(CatalogueList),
      },
    },
    async () => ({ results: [...(await integrations())] }),
  );
};
