import {
  ClientSyncSettings,
  ClientSyncSettingsRequest,
  CompanySyncSettings,
  CompanySyncSettingsRequest,
} from '#contract/sync-settings.ts';
import { CompanyPath, NoContent, type Resource, routesOf } from './api.ts';

const route = routesOf('Sync settings');

/** Sync settings by data type. Source: `docs/reference/rules/data.md#sync-settings`. */
export const syncSettings: Resource = (api, { client, platform }) => {
  api.get(
    '/profile/syncSettings',
    route("Show the client's sync settings", { response: { 200: ClientSyncSettings } }),
    async () => ({ clientId: client.id, ...(await platform.syncSettings.ofClient()) }),
  );
  api.post(
    '/profile/syncSettings',
    route("Set the client's sync settings", {
      body: ClientSyncSettingsRequest,
      response: { 204: NoContent },
    }),
    async ({ body }, reply) => {
      await platform.syncSettings.setOfClient(body);
      return reply.code(204).send(null);
    },
  );
  api.get(
    '/companies/:companyId/syncSettings',
    route(
      'Show the sync settings that apply to a company',
      { params: CompanyPath, response: { 200: CompanySyncSettings } },
      [404],
    ),
    async ({ params: { companyId } }) => ({
      companyId,
      ...(await platform.syncSettings.ofCompany(companyId)),
    }),
  );
  api.post(
    '/companies/:companyId/syncSettings',
    route(
      "Set a company's own sync settings, which outweigh the client's",
      { params: CompanyPath, body: CompanySyncSettingsRequest, response: { 204: NoContent } },
      [404],
    ),
    async ({ params, body }, reply) => {
      await platform.syncSettings.setOfCompany(params.companyId, body);
      return reply.code(204).send(null);
    },
  );
};
