import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, Paged, Tags, UtcDate, Uuid } from './common.ts';

/** Company and connection, as on the wire. Source: `docs/reference/rules/companies.md`. */

export const sourceTypes = [
  'Accounting',
  'Banking',
  'BankFeed',
  'Commerce',
  'Expense',
  'Other',
  'Unknown',
] as const;
export type SourceType = (typeof sourceTypes)[number];

export const connectionStatuses = ['PendingAuth', 'Linked', 'Unlinked', 'Deauthorized'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

export const ConnectionError = Closed({
  statusCode: Type.String(),
  statusText: Type.String(),
  errorMessage: Type.String(),
  erroredOnUtc: UtcDate,
  status: OneOf('Active', 'Resolved'),
  resolvedOnUtc: Type.Optional(UtcDate),
});

export const Connection = Closed(
  {
    id: Uuid,
    integrationId: Uuid,
    integrationKey: Type.String(),
    sourceId: Uuid,
    sourceType: OneOf(sourceTypes),
    platformName: Type.String(),
    linkUrl: Type.String(),
    status: OneOf(connectionStatuses),
    lastSync: Type.Optional(UtcDate),
    created: UtcDate,
    dataConnectionErrors: Type.Array(ConnectionError),
    connectionInfo: MapOf(Type.String()),
  },
  { title: 'Connection' },
);
export type Connection = Static<typeof Connection>;
export const ConnectionPage = Paged(Connection);

const CompanyReference = Closed({ id: Uuid, name: Type.String() });

export const Company = Closed(
  {
    id: Uuid,
    name: Type.String(),
    description: Type.Optional(Type.String()),
    redirect: Type.String({ description: "The company's link page." }),
    platform: Type.String(),
    lastSync: Type.Optional(UtcDate),
    created: UtcDate,
    createdByUserName: Type.String(),
    tags: Tags,
    products: Type.Array(Type.String()),
    dataConnections: Type.Array(Connection),
    referenceParentCompany: Type.Optional(CompanyReference),
    referenceSubsidiaryCompanies: Type.Array(CompanyReference),
  },
  { title: 'Company' },
);
export type Company = Static<typeof Company>;
export const CompanyPage = Paged(Company);

/** Source: `docs/reference/rules/companies.md`. */
export const companyLimits = { nameLength: 500, descriptionLength: 2000, tags: 10, tagLength: 200 } as const;

const name = Type.String({ minLength: 1, maxLength: companyLimits.nameLength });
const description = Type.String({ maxLength: companyLimits.descriptionLength });
const tags = MapOf(Type.String({ maxLength: companyLimits.tagLength }), {
  maxProperties: companyLimits.tags,
  propertyNames: { minLength: 1, maxLength: companyLimits.tagLength },
});

/** Body of POST and PUT. PUT replaces: what is left out is emptied. */
export const CompanyRequest = Type.Object(
  { name, description: Type.Optional(description), tags: Type.Optional(tags) },
  { title: 'CompanyRequest' },
);
export type CompanyRequest = Static<typeof CompanyRequest>;

/** Body of PATCH: only what is there changes; tags are replaced as a whole. */
export const CompanyPatch = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), tags: Type.Optional(tags) },
  { title: 'CompanyPatch', minProperties: 1 },
);
export type CompanyPatch = Static<typeof CompanyPatch>;

const platformKey = Type.String({
  pattern: '^[a-z]{4}$',
  description: 'Four lower-case letters, such as gbol.',
});

/** `{ "platformKey": "gbol" }`; a bare JSON string is accepted too. */
export const ConnectionRequest = Type.Union([Type.Object({ platformKey }), platformKey], {
  title: 'ConnectionRequest',
  description: 'An object such as { "platformKey": "gbol" }, or a text such as "gbol".',
});
export type ConnectionRequest = Static<typeof ConnectionRequest>;

export const ConnectionPatch = Type.Object({ status: OneOf('Unlinked') }, { title: 'ConnectionPatch' });
export type ConnectionPatch = Static<typeof ConnectionPatch>;

/** One flat object of strings; which fields it has is the integration's own matter. */
export const AuthorizationRequest = MapOf(Type.Unknown(), {
  title: 'AuthorizationRequest',
});

/** A company as it is chosen from a list. */
const CompanyChoice = Closed({ id: Uuid, name: Type.String() });
export const CompanyChoices = Closed({
  results: Type.Array(CompanyChoice, { description: 'By name; the first 50.' }),
  total: Type.Integer({ description: 'How many there are of that name.' }),
});
export type CompanyChoices = Static<typeof CompanyChoices>;
export const CompanyChoiceQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name, without case.' })),
  id: Type.Optional(Uuid),
});
