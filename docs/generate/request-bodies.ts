import type { PublicOperations, RequestSchema } from './public-api.ts';

const settings = [{ dataType: 'invoices', fetchOnFirstLink: true, syncSchedule: 24, syncOrder: 0 }];

/** Bodies that say more than their schemas do; all others are made from their schema. */
const written: Readonly<Record<string, unknown>> = {
  CompanyRequest: { name: 'Bright Bakery', description: 'A customer.', tags: { region: 'uk' } },
  CompanyPatch: { name: 'Bright Bakery Ltd' },
  ConnectionRequest: { platformKey: 'gbol' },
  // The fields of gbol; `carryover tokens issue gbol` gives values.
  AuthorizationRequest: {
    accessToken: '{{accessToken}}',
    refreshToken: '{{refreshToken}}',
    tenantId: '{{tenantId}}',
  },
  ClientSyncSettingsRequest: { overridesDefaults: true, settings },
  CompanySyncSettingsRequest: { overridesDefaults: true, settings },
  CorsSettingsRequest: { allowedOrigins: ['https://app.example.com'] },
  WebhookRequest: { url: 'http://127.0.0.1:3000/webhooks', eventTypes: ['read.completed'] },
  RuleRequest: {
    type: 'Data sync completed',
    notifiers: { emails: [], webhook: 'http://127.0.0.1:3000/alerts' },
  },
};

/** The smallest value of a schema that means something. */
const sampleOf = (schema: RequestSchema, schemaOf: PublicOperations['schemaOf']): unknown => {
  if (schema.$ref !== undefined) return sampleOf(schemaOf(schema.$ref), schemaOf);
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] as RequestSchema, schemaOf);
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemaOf);
    case 'array':
      return schema.items && schema.minItems ? [sampleOf(schema.items, schemaOf)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date-time' ? '2026-01-15T09:00:00.000Z' : 'example';
    default:
      return {};
  }
};

const objectOf = (schema: RequestSchema, schemaOf: PublicOperations['schemaOf']): object => {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const names = Object.keys(properties);
  const optional = names.filter((name) => !required.includes(name));
  const shown = new Set([...required, ...optional.slice(0, Math.max(0, minProperties - required.length))]);
  return Object.fromEntries(
    names.filter((name) => shown.has(name)).map((name) => [name, sampleOf(properties[name] ?? {}, schemaOf)]),
  );
};

/** The body of a request as JSON text, with variables such as `{{accessToken}}`. */
export const requestBody = (schema: RequestSchema, schemaOf: PublicOperations['schemaOf']): string => {
  const body = written[schema.$ref?.split('/').at(-1) ?? ''] ?? sampleOf(schema, schemaOf);
  return JSON.stringify(body, undefined, 2);
};
