import { type Static, Type } from 'typebox';
import { Closed, OneOf, Paged, Uuid } from './common.ts';
import { sourceTypes } from './company.ts';

/** Integrations as on the wire, and the catalogue file behind them. Source: `docs/reference/rules/integrations.md`. */

export const Integration = Closed(
  {
    key: Type.String(),
    logoUrl: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    sourceId: Type.Optional(Uuid),
    sourceType: Type.Optional(OneOf(sourceTypes)),
    integrationId: Type.Optional(Uuid),
    isOfflineConnector: Type.Optional(Type.Boolean()),
    isBeta: Type.Optional(Type.Boolean()),
    dataProvidedBy: Type.Optional(Type.String()),
    datatypeFeatures: Type.Optional(
      Type.Array(
        Closed({
          dataType: Type.String(),
          supportedFeatures: Type.Array(Closed({ featureType: Type.String(), featureState: Type.String() })),
        }),
      ),
    ),
  },
  { title: 'Integration' },
);
export type Integration = Static<typeof Integration>;
export const IntegrationPage = Paged(Integration);

/** One credential field of an integration, as in `resources/integrations.json`. */
export const CredentialField = Closed({
  name: Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9]*$' }),
  label: Type.String({ minLength: 1 }),
  secret: Type.Boolean(),
  required: Type.Boolean(),
  pattern: Type.String({ description: 'A regular expression that the whole value must match.' }),
  example: Type.String(),
  help: Type.String(),
});
export type CredentialField = Static<typeof CredentialField>;

export const CatalogueIntegration = Closed({
  platformKey: Type.String({ pattern: '^[a-z]{4}$' }),
  name: Type.String({ minLength: 1 }),
  sourceType: OneOf(sourceTypes),
  enabled: Type.Boolean(),
  isOfflineConnector: Type.Boolean(),
  isBeta: Type.Boolean(),
  dataProvidedBy: Type.Optional(Type.String()),
  migration: Closed({ selfService: Type.Boolean(), managed: Type.Boolean() }),
  dataTypes: Type.Array(Type.String()),
  oauth: Closed({
    accessTokenLifetimeSeconds: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'null: never expires.',
    }),
    refreshToken: OneOf('rotates', 'stays', 'none'),
  }),
  credentials: Type.Array(CredentialField),
  /** What a managed migration of this platform needs to know besides what follows from the rest of the entry. */
  managedDetails: Type.Optional(Type.Array(CredentialField)),
});
export type CatalogueIntegration = Static<typeof CatalogueIntegration>;

export const IntegrationCatalogue = Closed({
  provenance: Type.String(),
  note: Type.String(),
  integrations: Type.Array(CatalogueIntegration),
});
export type IntegrationCatalogue = Static<typeof IntegrationCatalogue>;

export const CatalogueList = Closed({ results: Type.Array(CatalogueIntegration) });
export type CatalogueList = Static<typeof CatalogueList>;

/** A user's own `integrations.json` in the data folder: adds integrations, or replaces those of the same key. */
export const IntegrationCatalogueOverride = Closed({
  provenance: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  integrations: Type.Array(CatalogueIntegration),
});
