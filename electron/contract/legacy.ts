import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, Paged, UtcDate, Uuid } from './common.ts';
import { authHeaderBytes } from './webhook.ts';

/** The legacy mechanism: rules, alerts, profile. Source: `docs/reference/rules/legacy.md`. */

/** RuleType on the wire, exactly. */
export const ruleTypes = [
  'DataConnectionStatusChanged',
  'New company synchronized',
  'Data sync completed',
  'Dataset data changed',
  'Data Sync Status Changed To Error',
  'Push Operation Status Changed',
  'Push Operation Timed Out',
  'Sync Connection Deleted',
  'Sync Completed',
  'Sync Failed',
  'Rate Limit Reached',
  'Rate Limit Reset',
] as const;
export type RuleType = (typeof ruleTypes)[number];

const Notifiers = Closed({
  emails: Type.Array(Type.String()),
  webhook: Type.Optional(Type.String()),
});

export const Rule = Closed(
  { id: Uuid, type: OneOf(ruleTypes), companyId: Type.Optional(Uuid), notifiers: Notifiers },
  { title: 'Rule' },
);
export type Rule = Static<typeof Rule>;
export const RulePage = Paged(Rule);

/** At least one of `emails` and `webhook` must say where to. */
export const RuleRequest = Type.Object(
  {
    type: OneOf(ruleTypes),
    companyId: Type.Optional(Uuid),
    notifiers: Type.Object({
      emails: Type.Optional(Type.Array(Type.String({ format: 'email' }), { maxItems: 50 })),
      webhook: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    }),
  },
  { title: 'RuleRequest' },
);
export type RuleRequest = Static<typeof RuleRequest>;

export const alertStatuses = ['Pending', 'Sent', 'Failed'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** The body that a legacy webhook carries. */
export const AlertPayload = Closed(
  {
    AlertId: Uuid,
    RuleId: Uuid,
    RuleType: Type.String(),
    ClientId: Uuid,
    ClientName: Type.String(),
    CompanyId: Type.Optional(Uuid),
    DataConnectionId: Type.Optional(Uuid),
    Message: Type.String(),
    Data: MapOf(Type.Unknown()),
  },
  { title: 'AlertPayload' },
);
export type AlertPayload = Static<typeof AlertPayload>;

export const Alert = Closed(
  {
    id: Uuid,
    ruleId: Uuid,
    ruleType: Type.String(),
    companyId: Type.Optional(Uuid),
    status: OneOf(alertStatuses),
    url: Type.Optional(Type.String({ description: 'Only of rules with a webhook.' })),
    attempts: Type.Integer(),
    lastStatusCode: Type.Optional(Type.Integer()),
    created: UtcDate,
    lastAttempt: Type.Optional(UtcDate),
    payload: AlertPayload,
  },
  { title: 'Alert' },
);
export type Alert = Static<typeof Alert>;
export const AlertPage = Paged(Alert);

export const Profile = Closed(
  {
    name: Type.String(),
    redirectUrl: Type.String(),
    logoUrl: Type.Optional(Type.String()),
    iconUrl: Type.Optional(Type.String()),
    whiteListUrls: Type.Optional(Type.Array(Type.String())),
    alertAuthHeader: Type.Optional(Type.String()),
    confirmCompanyName: Type.Optional(Type.Boolean()),
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const ProfileRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 500 }),
    redirectUrl: Type.String({ maxLength: 2048 }),
    logoUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    iconUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    whiteListUrls: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 100 })),
    alertAuthHeader: Type.Optional(Type.String({ maxLength: authHeaderBytes })),
    confirmCompanyName: Type.Optional(Type.Boolean()),
  },
  { title: 'ProfileRequest' },
);
export type ProfileRequest = Static<typeof ProfileRequest>;
