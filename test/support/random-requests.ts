import fc from 'fast-check';
import { dataTypes } from '#contract/data-types.ts';
import { eventTypes } from '#contract/events.ts';
import { ruleTypes } from '#contract/legacy.ts';
import { anyCharacter } from './any-character.ts';
import type { TestApi } from './test-api.ts';

/** Requests to every route that are nearly right, or not at all. */

export const unknown = '99999999-9999-4999-8999-999999999999';

export const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    "'; drop table companies; --",
    '%',
    '{}',
    'x'.repeat(3000),
  ),
  fc.constantFrom(
    'a@example.com',
    'http://127.0.0.1:9/',
    'ftp://x',
    'http://[',
    unknown,
    'gbol',
    'region:eu',
  ),
  fc.constantFrom('name~a', 'name=', '-name', 'created>2026-01-01', 'tags.a=b || id!=x', '5001', '1'),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const json = fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue() });

const url = fc.oneof(text, fc.constant('https://example.com/hook'));

/** What belongs into each field, so that many bodies are nearly right. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  name: text,
  description: text,
  tags: fc.dictionary(text, text, { maxKeys: 12 }),
  platformKey: fc.constantFrom('gbol', 'fbrh', 'fztf', 'zzzz'),
  status: fc.constantFrom('Unlinked', 'Linked'),
  accessToken: text,
  refreshToken: text,
  tenantId: fc.constantFrom(unknown, 'x'),
  url,
  eventTypes: fc.array(fc.oneof(fc.constantFrom(...eventTypes), text), { maxLength: 3 }),
  disabled: fc.boolean(),
  companyId: fc.constantFrom(unknown, unknown.toUpperCase(), 'x'),
  companyTags: fc.array(text, { maxLength: 3 }),
  type: fc.constantFrom(...ruleTypes),
  notifiers: fc.record({ emails: fc.array(text, { maxLength: 2 }), webhook: url }, { requiredKeys: [] }),
  redirectUrl: text,
  alertAuthHeader: text,
  whiteListUrls: fc.array(text, { maxLength: 2 }),
  confirmCompanyName: fc.boolean(),
  fetchOnFirstLink: fc.boolean(),
  overridesDefaults: fc.boolean(),
  settings: fc.array(
    fc.record({
      dataType: fc.constantFrom(...dataTypes),
      fetchOnFirstLink: fc.boolean(),
      syncSchedule: fc.integer({ min: -1, max: 48 }),
      syncOrder: fc.nat(9),
    }),
    { maxLength: 3 },
  ),
  allowedOrigins: fc.array(fc.oneof(text, fc.constant('https://app.example.com')), { maxLength: 2 }),
  supplementalDataConfig: fc.dictionary(text, fc.record({ dataSource: text }, { requiredKeys: [] }), {
    maxKeys: 2,
  }),
  dataSource: text,
  headers: fc.constant([]),
};
const value = (name: string) =>
  fc.oneof({ weight: 6, arbitrary: fields[name] ?? json }, { weight: 1, arbitrary: json });
const nearlyRight = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value(name)])), { requiredKeys: [] });

const body = fc.oneof(
  { weight: 6, arbitrary: fc.subarray(Object.keys(fields), { maxLength: 6 }).chain(nearlyRight) },
  { weight: 3, arbitrary: nearlyRight(['name', 'redirectUrl', 'alertAuthHeader']) },
  { weight: 3, arbitrary: nearlyRight(['url', 'eventTypes']) },
  { weight: 3, arbitrary: nearlyRight(['type', 'notifiers']) },
  { weight: 2, arbitrary: nearlyRight(['platformKey', 'status']) },
  { weight: 2, arbitrary: nearlyRight(['settings', 'overridesDefaults']) },
  { weight: 2, arbitrary: nearlyRight(['allowedOrigins', 'supplementalDataConfig', 'dataSource']) },
  { weight: 2, arbitrary: json },
);
/** Body as text and its content type. */
export const sent = fc.oneof(
  {
    weight: 20,
    arbitrary: body.map((it) => ({ payload: JSON.stringify(it) ?? '', type: 'application/json' })),
  },
  { weight: 2, arbitrary: text.map((payload) => ({ payload, type: 'application/json' })) },
  { weight: 1, arbitrary: text.map((payload) => ({ payload, type: 'text/plain' })) },
  { weight: 1, arbitrary: fc.constant({ payload: '', type: undefined }) },
);
export const search = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      { page: text, pageSize: text, query: text, orderBy: text, connectionId: text },
      { requiredKeys: [] },
    ),
  },
);

export interface Operation {
  readonly method: string;
  readonly template: string;
}

export const operationsOf = ({ api }: TestApi): Operation[] => {
  const { paths = {} } = api.app.swagger() as { paths?: Record<string, object> };
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), template })),
  );
};

/** Ids that are there now, so that bodies get past the first look-up. */
export const idsOf = async ({ call }: TestApi): Promise<Record<string, string>> => {
  const company = (await call('POST', '/companies', { name: 'x', tags: { region: 'eu' } })).body.id;
  const connection = (await call('POST', `/companies/${company}/connections`, 'gbol')).body.id;
  await call('PUT', `/companies/${company}/connections/${connection}/authorization`, {
    accessToken: 'abcdefghij0123456789',
    refreshToken: 'abcdefghij0123456789',
    tenantId: unknown,
  });
  await call('POST', `/companies/${company}/data/all`);
  const rule = (
    await call('POST', '/rules', { type: ruleTypes[0], notifiers: { webhook: 'http://127.0.0.1:9/' } })
  ).body.id;
  const customDataIdentifier = 'prices';
  await call('PUT', `/integrations/gbol/dataTypes/custom/${customDataIdentifier}`, { dataSource: 'prices' });
  await call('PUT', `/companies/${company}/products/lending`);
  const push = await call('POST', `/companies/${company}/connections/${connection}/push/customers`, {});
  const { results } = (await call('GET', `/companies/${company}/data/history?pageSize=1`)).body;
  return {
    companyId: company,
    connectionId: connection,
    ruleId: rule,
    datasetId: results[0].id,
    pushOperationKey: push.body.pushOperationKey,
    productIdentifier: 'lending',
    customDataIdentifier,
  };
};
