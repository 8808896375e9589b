import {
  CompanyAccessToken,
  ConnectionManagementToken,
  CorsSettings,
  CorsSettingsRequest,
} from '#contract/access.ts';
import { CompanyPath, type Resource, routesOf } from './api.ts';

const route = routesOf('Access');

/** Tokens and origins for an integrator's pages. Source: `docs/reference/rules/access.md`. */
export const access: Resource = (api, { platform, cors }) => {
  api.get(
    '/companies/:companyId/accessToken',
    route(
      'Get an access token for a company',
      { params: CompanyPath, response: { 200: CompanyAccessToken } },
      [404],
    ),
    ({ params }) => platform.accessTokens.ofCompany(params.companyId),
  );
  api.get(
    '/companies/:companyId/connectionManagement/accessToken',
    route(
      'Get an access token for the connection management of a company',
      { params: CompanyPath, response: { 200: ConnectionManagementToken } },
      [404],
    ),
    ({ params }) => platform.accessTokens.forConnections(params.companyId),
  );
  for (const path of ['/connectionManagement/corsSettings', '/corsSettings'] as const) {
    api.get(
      path,
      route('Show the origins of pages that may call the API', { response: { 200: CorsSettings } }),
      async () => cors.settings(),
    );
    api.post(
      path,
      route('Set the origins of pages that may call the API', {
        body: CorsSettingsRequest,
        response: { 200: CorsSettings },
      }),
      ({ body }) => cors.set(body),
    );
  }
};
