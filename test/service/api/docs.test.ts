import { expect, test } from 'vitest';
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
    '/companies/{companyId}/connections',
    '/companies/{companyId}/connections/{connectionId}',
    '/companies/{companyId}/connections/{connectionId}/authorization',
    '/companies/{companyId}/data/all',
    '/companies/{companyId}/data/history',
    '/companies/{companyId}/data/history/{datasetId}',
    '/companies/{companyId}/data/queue/{dataType}',
    '/companies/{companyId}/dataStatus',
    '/integrations',
    '/integrations/{platformKey}',
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

test('every reference of the document leads somewhere', async () => {
  const { inject } = await testApi();
  const { text, body } = await inject({ url: '/openapi.json' });
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(50);
  for (const name of references) expect(body.components.schemas).toHaveProperty(name as string);
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
