import { CatalogueList } from '#contract/integration.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('integrations');

/** What the catalogue knows of each platform: credentials, data types, routes of migration. */
export const integrationRoutes = (app: ApiApp, { integrations }: ServiceControl): void => {
  app.get(
    '/api/integrations',
    options('List the integrations of the catalogue with their credentials', answers(CatalogueList)),
    async () => ({ results: [...(await integrations())] }),
  );
};
