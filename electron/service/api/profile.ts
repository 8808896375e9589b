import { SyncSettings, SyncSettingsRequest } from '#contract/data.ts';
import { Profile, ProfileRequest } from '#contract/legacy.ts';
import { NoContent, type Resource, routesOf } from './api.ts';

const route = routesOf('Profile');

/** The client's profile and its sync settings. Sources: `docs/reference/rules/legacy.md#profile`, `docs/reference/rules/data.md#fetch-on-first-link`. */
export const profile: Resource = (api, { legacy, platform }) => {
  api.get('/profile', route('Show the profile', { response: { 200: Profile } }), () => legacy.profile.show());
  api.put(
    '/profile',
    route('Replace the profile', {
      description: 'alertAuthHeader sets the legacy webhook auth header.',
      body: ProfileRequest,
      response: { 200: Profile },
    }),
    ({ body }) => legacy.profile.replace(body),
  );
  api.get('/profile/syncSettings', route('Show the sync settings', { response: { 200: SyncSettings } }), () =>
    platform.data.settings(),
  );
  api.post(
    '/profile/syncSettings',
    route('Set whether the first link of a connection starts a sync', {
      body: SyncSettingsRequest,
      response: { 204: NoContent },
    }),
    async ({ body: { fetchOnFirstLink } }, reply) => {
      await platform.data.changeSettings({ fetchOnFirstLink });
      return reply.code(204).send(null);
    },
  );
};
