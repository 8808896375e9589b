import { type Static, Type } from 'typebox';
import { Closed } from './common.ts';

/** What an integrator's pages need, as on the wire. Source: `docs/reference/rules/access.md`. */

export const CompanyAccessToken = Closed(
  {
    expiresIn: Type.Integer({ description: 'Seconds.' }),
    accessToken: Type.String(),
    tokenType: Type.String(),
  },
  { title: 'CompanyAccessToken' },
);
export type CompanyAccessToken = Static<typeof CompanyAccessToken>;

export const ConnectionManagementToken = Closed(
  { accessToken: Type.String() },
  { title: 'ConnectionManagementToken' },
);

const origins = { description: 'Such as https://app.example.com.' };
export const CorsSettings = Closed(
  { allowedOrigins: Type.Array(Type.String(), origins) },
  { title: 'CorsSettings' },
);
export type CorsSettings = Static<typeof CorsSettings>;
export const CorsSettingsRequest = Type.Object(
  { allowedOrigins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, ...origins }) },
  { title: 'CorsSettingsRequest' },
);
