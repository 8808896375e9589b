import { Type } from 'typebox';
import { Branding } from '#contract/branding.ts';
import { PageQuery } from '#contract/common.ts';
import { Integration, IntegrationPage } from '#contract/integration.ts';
import { type Resource, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Integrations');

export const IntegrationPath = Type.Object({
  platformKey: Type.String({ description: 'Four letters, such as gbol.' }),
});

/** The catalogue of integrations. Source: `docs/reference/rules/integrations.md`. */
export const integrations: Resource = (api, { platform }) => {
  api.get(
    '/integrations',
    route('List integrations', { querystring: PageQuery, response: { 200: IntegrationPage } }, [400]),
    async ({ url, query }) => toPage(url, query, await platform.integrations.list(query)),
  );
  api.get(
    '/integrations/:platformKey',
    route('Show an integration', { params: IntegrationPath, response: { 200: Integration } }, [404]),
    ({ params }) => platform.integrations.show(params.platformKey),
  );
  api.get(
    '/integrations/:platformKey/branding',
    route(
      'Show the pictures of an integration',
      { params: IntegrationPath, response: { 200: Branding } },
      [404],
    ),
    ({ params }) => platform.integrations.branding(params.platformKey),
  );
};
