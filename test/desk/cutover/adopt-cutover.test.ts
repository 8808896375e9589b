import { describe, expect, test } from 'vitest';
import type { Webhook } from '#contract/webhook.ts';
import { adoptCutover } from '#desk/cutover/adopt.ts';
import { findEndpoint, wantedEndpoints } from '#desk/cutover/wanted-endpoints.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';

const url = 'https://acme.example/hook';
const company = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427';
const rule = (id: string, type: string, change: Partial<ConfiguredRule> = {}): ConfiguredRule => ({
  id,
  type,
  notifiers: { emails: [], webhook: url },
  ...change,
});
const mails = (id: string, type: string): ConfiguredRule =>
  rule(id, type, { notifiers: { emails: ['ops@acme.example'] } });
const endpoint = (id: string, change: Partial<Webhook> = {}): Webhook => ({
  id,
  url,
  eventTypes: ['expenses.sync.successful', 'expenses.sync.unsuccessful'],
  disabled: false,
  companyTags: [],
  ...change,
});

describe('the endpoints that rules should become', () => {
  test('are one for each URL and company, with each event type once', () => {
    const wanted = wantedEndpoints([
      rule('1', 'Sync Completed'),
      rule('2', 'Data sync completed'),
      rule('3', 'Dataset data changed'),
      rule('4', 'Sync Failed', { companyId: company }),
      rule('5', 'Sync Failed', { companyId: company.toUpperCase() }),
      rule('6', 'Sync Failed', { notifiers: { emails: [], webhook: 'https://ACME.example:443/hook' } }),
      mails('7', 'Sync Failed'),
      rule('8', 'Sync Failed', { notifiers: { emails: ['a@b.example'], webhook: 'no URL' } }),
    ]);
    expect(wanted).toStrictEqual([
      {
        url,
        eventTypes: ['expenses.sync.successful', 'read.completed', 'expenses.sync.unsuccessful'],
        ruleIds: ['1', '2', '3', '6'],
        unknownTypes: [],
      },
      {
        url,
        companyId: company,
        eventTypes: ['expenses.sync.unsuccessful'],
        ruleIds: ['4', '5'],
        unknownTypes: [],
      },
      { url: 'no URL', eventTypes: ['expenses.sync.unsuccessful'], ruleIds: ['8'], unknownTypes: [] },
    ]);
  });
  test('name types that are not known, each once, whatever an object has by nature', () => {
    const [wanted] = wantedEndpoints([
      rule('1', 'Later Type'),
      rule('2', 'Later Type'),
      rule('3', 'toString'),
      rule('4', 'Sync Failed'),
    ]);
    expect(wanted).toStrictEqual({
      url,
      eventTypes: ['expenses.sync.unsuccessful'],
      ruleIds: ['1', '2', '3', '4'],
      unknownTypes: ['Later Type', 'toString'],
    });
  });
  test.each<[string, Partial<Webhook>, boolean]>([
    ['the same', {}, true],
    ['one that listens to more', { eventTypes: ['a', 'expenses.sync.unsuccessful'] }, true],
    ['one that listens to something else', { eventTypes: ['expenses.sync.successful'] }, false],
    ['the same URL, written otherwise', { url: 'HTTPS://acme.example:443/hook' }, true],
    ['another URL', { url: 'https://acme.example/hook2' }, false],
    ['no URL', { url: 'hook' }, false],
    ['the same company in capitals', { companyId: company.toUpperCase() }, true],
    ['every company', { companyId: undefined } as never, false],
    ['another company', { companyId: '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11' }, false],
  ])('are found: %s', (_name, change, isIt) => {
    const [wanted] = wantedEndpoints([rule('1', 'Sync Failed', { companyId: company })]);
    const webhook = endpoint('w', { companyId: company, ...change });
    expect(findEndpoint([webhook], wanted as never)).toBe(isIt ? webhook : undefined);
  });
  test('are found disabled, where there is no other, the first of them', () => {
    const [wanted] = wantedEndpoints([rule('1', 'Sync Failed')]);
    const off = [endpoint('off', { disabled: true }), endpoint('off too', { disabled: true })];
    const found = (...webhooks: Webhook[]) => findEndpoint(webhooks, wanted as never)?.id;
    expect(found(...off)).toBe('off');
    expect(found(...off, endpoint('on'), endpoint('on too'))).toBe('on');
    expect(found()).toBeUndefined();
  });
});

describe('a cutover that was made and not recorded', () => {
  const [clientId, auth] = ['X-Service-ClientId', 'Authorization'];
  const headersOn = (id: string, ...names: string[]) => ({
    id,
    headers: names.map((name) => ({ name, value: '••••' })),
  });
  const rules = [rule('1', 'Sync Completed'), rule('2', 'Sync Failed')];
  const specific = rule('3', 'Sync Failed', { companyId: company });
  const webhooks = [endpoint('w')];
  const adopt = (change: Partial<Parameters<typeof adoptCutover>[0]> = {}) =>
    adoptCutover({ rules, webhooks, details: [headersOn('w', clientId, auth)], needsAuth: true, ...change });

  test('is put together from what is there', () => {
    expect(adopt({ rules: [...rules, mails('4', 'Sync Failed'), mails('5', 'Later Type')] })).toStrictEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      endpoints: [{ ruleIds: ['1', '2'], webhook: webhooks[0] }],
      notCarried: [
        {
          ruleId: '4',
          reason: 'Emails are not migrated. Use these event types as triggers in an automation tool.',
          eventTypes: ['expenses.sync.unsuccessful'],
        },
        {
          ruleId: '5',
          reason: 'Emails are not migrated. Use these event types as triggers in an automation tool.',
          eventTypes: [],
        },
      ],
      carriedHeaders: [clientId, auth],
    });
  });
  test.each<[string, Parameters<typeof adopt>[0], readonly string[] | undefined]>([
    ['rules that are gone', { rules: 'gone' }, undefined],
    ['an endpoint that is not there', { webhooks: [] }, undefined],
    ['one of two endpoints', { rules: [...rules, specific] }, undefined],
    ['a rule of a type that is not known', { rules: [...rules, rule('4', 'Later Type')] }, undefined],
    ['an endpoint without the client id', { details: [headersOn('w', auth)] }, undefined],
    ['an endpoint whose headers are not known', { details: [headersOn('other', clientId, auth)] }, undefined],
    ['an endpoint without the auth header', { details: [headersOn('w', clientId)] }, undefined],
    [
      'an endpoint without the auth header, which is not asked for',
      { details: [headersOn('w', clientId)], needsAuth: false },
      [clientId],
    ],
    [
      'headers in another case',
      { details: [headersOn('w', clientId.toLowerCase(), auth.toUpperCase(), 'X-Team')] },
      [clientId, auth],
    ],
    [
      'two endpoints, of which one has no auth header',
      {
        rules: [...rules, specific],
        webhooks: [...webhooks, endpoint('v', { companyId: company })],
        details: [headersOn('w', clientId, auth), headersOn('v', clientId)],
        needsAuth: false,
      },
      [clientId],
    ],
    ['rules that only send mails', { rules: [mails('1', 'Sync Failed')], webhooks: [], details: [] }, []],
  ])('with %s carried these headers over', (_name, facts, carried) => {
    expect(adopt(facts)?.carriedHeaders).toStrictEqual(carried);
  });
});
