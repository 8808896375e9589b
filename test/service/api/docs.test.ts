import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { eventTypes } from '#contract/events.ts';
import { formatDuration } from '#contract/format.ts';
import { attemptDeadlineMs, deliverySchedule } from '#contract/schedule.ts';
import { testApi } from '#test/support/test-api.ts';

test('the OpenAPI document is public and says what every route takes and answers', async () => {
  const { inject } = await testApi();
  const { status, body } = await inject({ url: '/openapi.json' });
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths).sort()).toEqual([
    '/apiKeys',
    '/apiKeys/{apiKeyId}',
    '/companies',
    '/companies/{companyId}',
    '/companies/{companyId}/accessToken',
    '/companies/{companyId}/connectionManagement/accessToken',
    '/companies/{companyId}/connections',
    '/companies/{companyId}/connections/{connectionId}',
    '/companies/{companyId}/connections/{connectionId}/authorization',
    '/companies/{companyId}/connections/{connectionId}/data/custom/{customDataIdentifier}',
    '/companies/{companyId}/connections/{connectionId}/data/queue/custom/{customDataIdentifier}',
    '/companies/{companyId}/connections/{connectionId}/options/{dataType}',
    '/companies/{companyId}/connections/{connectionId}/push/{dataType}',
    '/companies/{companyId}/connections/{connectionId}/push/{dataType}/{recordId}',
    '/companies/{companyId}/data/all',
    '/companies/{companyId}/data/history',
    '/companies/{companyId}/data/history/{datasetId}',
    '/companies/{companyId}/data/queue/{dataType}',
    '/companies/{companyId}/dataStatus',
    '/companies/{companyId}/products/{productIdentifier}',
    '/companies/{companyId}/products/{productIdentifier}/refresh',
    '/companies/{companyId}/push',
    '/companies/{companyId}/push/{pushOperationKey}',
    '/companies/{companyId}/sync/{datasetId}/validation',
    '/companies/{companyId}/syncSettings',
    '/connectionManagement/corsSettings',
    '/corsSettings',
    '/integrations',
    '/integrations/{platformKey}',
    '/integrations/{platformKey}/branding',
    '/integrations/{platformKey}/dataTypes/custom/{customDataIdentifier}',
    '/integrations/{platformKey}/dataTypes/{dataType}/supplementalDataConfig',
    '/profile',
    '/profile/syncSettings',
    '/rules',
    '/rules/alerts',
    '/rules/alerts/{alertId}',
    '/rules/{ruleId}',
    '/rules/{ruleId}/alerts',
    '/webhooks',
    '/webhooks/{webhookId}',
  ]);
  for (const [path, operations] of Object.entries<Record<string, Operation>>(body.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const told = `${method} ${path}`;
      expect(operation.summary, told).toBeTruthy();
      const statuses = Object.keys(operation.responses);
      expect(statuses, told).toEqual(expect.arrayContaining(['401', '402', '403', '429', '500', '503']));
      expect(
        statuses.some((code) => code.startsWith('2')),
        told,
      ).toBe(true);
      if (path.includes('Id}')) expect(statuses, told).toContain('404');
      if (operation.requestBody !== undefined)
        expect(statuses, told).toEqual(expect.arrayContaining(['400', '413', '415']));
      expect(Boolean(operation.deprecated), told).toBe(path.includes('/alerts'));
    }
  }
});

interface Operation {
  summary?: string;
  deprecated?: boolean;
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

test('the document is valid OpenAPI 3.1', async () => {
  const { inject } = await testApi();
  const { body } = await inject({ url: '/openapi.json' });
  expect(await new Validator().validate(body)).toEqual({ valid: true });
});

test('the document has each event type as a webhook, with a valid example, its headers and responses', async () => {
  const { inject } = await testApi();
  const { body } = await inject({ url: '/openapi.json' });
  expect(Object.keys(body.webhooks)).toEqual(eventTypes);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(body, 'api');
  const any = ajv.compile({ $ref: 'api#/components/schemas/Event' });
  const headers = Object.values<{ name: string; required: boolean; schema: object; example: string }>(
    body.components.parameters,
  );
  expect(headers.map(({ name, required }) => [name, required])).toEqual([
    ['webhook-id', true],
    ['webhook-timestamp', true],
    ['webhook-signature', true],
    ['x-sandbox-time', false],
  ]);
  for (const { name, schema, example } of headers) expect(ajv.validate(schema, example), name).toBe(true);
  for (const [eventType, { post }] of Object.entries<{ post: Sent }>(body.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    const reference = { $ref: `api${schema.$ref}` };
    expect(ajv.validate(reference, example), `${eventType}: ${ajv.errorsText()}`).toBe(true);
    expect(any(example), eventType).toBe(true);
    expect(ajv.validate(reference, { ...example, eventType: 'other' }), eventType).toBe(false);
    expect(post.summary, eventType).toBeTruthy();
    expect(post.parameters, eventType).toHaveLength(headers.length);
    expect(Object.keys(post.responses).sort(), eventType).toEqual(['2XX', '410', 'default']);
  }
});

test('what the document says of retries is the schedule', async () => {
  const { inject } = await testApi();
  const { body } = await inject({ url: '/openapi.json' });
  const { MessageDelivered, MessageRetried } = body.components.responses;
  const waits = deliverySchedule.slice(1).map((waitMs) => formatDuration(waitMs));
  expect(MessageRetried.description).toContain(`${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`);
  expect(MessageDelivered.description).toContain(formatDuration(attemptDeadlineMs));
});

interface Sent {
  summary: string;
  parameters: unknown[];
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: object } } };
  responses: object;
}

test('every reference of the document leads somewhere', async () => {
  const { inject } = await testApi();
  const { text, body } = await inject({ url: '/openapi.json' });
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(50);
  for (const [, kind, name] of references)
    expect(body.components[kind as string]).toHaveProperty(name as string);
});

test('the readable page is public, complete, and loads nothing from elsewhere', async () => {
  const { inject } = await testApi();
  const page = await inject({ url: '/docs' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Carryover API');
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url as string);
  expect(loaded.length).toBeGreaterThanOrEqual(5);
  for (const url of loaded) {
    expect(url.startsWith('/docs/')).toBe(true);
    expect((await inject({ url })).status).toBe(200);
  }
  const setUp = await inject({ url: '/docs/static/swagger-initializer.js' });
  expect(setUp.text).toMatch(/"validatorUrl":\s*null/);
});
