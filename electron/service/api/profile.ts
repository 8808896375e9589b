import { Profile, ProfileRequest } from '#contract/legacy.ts';
import { type Resource, routesOf } from './api.ts';

const route = routesOf('Profile');

/** The client's profile. Source: `docs/reference/rules/legacy.md#profile`. */
export const profile: Resource = (api, { legacy }) => {
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
};
