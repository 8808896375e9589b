import { expect, test } from 'vitest';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';
import { access, csv, line } from './fixture.ts';

test('a list is pasted over the desk API, and a template is given', async () => {
  const { desk } = await testHost();
  const { body: opened } = await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  const path = `/api/cases/${opened.id}/tokens/imports`;
  const started = await desk('POST', path, {
    content: csv(line(1), line(2, { tenantId: 'x' })),
    name: 'paste',
  });
  expect(started).toMatchObject({ status: 200, body: { kind: 'tokens-import', caseId: opened.id } });
  const job = await until(async () => {
    const { body } = await desk('GET', `/api/jobs/${started.body.id}`);
    return body.state !== 'running' && body;
  });
  expect(job).toMatchObject({ state: 'done', result: { name: 'paste', rows: 2, ready: 1, invalid: 1 } });
  expect(JSON.stringify(job)).not.toContain(access(1));
  const rows = await desk('GET', `/api/cases/${opened.id}/tokens/rows`);
  expect(rows.body.results).toMatchObject([
    { ref: 'cust-1', state: 'ready', secretsKept: true },
    { ref: 'cust-2', state: 'invalid', secretsKept: false },
  ]);
  const removal = await desk('GET', `/api/cases/${opened.id}/removal`);
  expect(removal.body).toMatchObject({ tokenRows: 2, tokenRuns: 0, ledgerEntries: 0, keptCredentials: 1 });
  const large = await desk('POST', path, { content: 'x'.repeat(2_000_000), dryRun: true });
  expect(large.status).toBe(200);

  const template = await desk('GET', '/api/tokens/templates/gbol?format=jsonl');
  expect(template.body).toMatchObject({
    platformKey: 'gbol',
    format: 'jsonl',
    fileName: 'tokens-gbol.jsonl',
  });
  expect(JSON.parse(template.body.content)).toMatchObject({ platform: 'gbol', tenantId: expect.any(String) });
  expect((await desk('GET', '/api/tokens/templates/zzzz')).status).toBe(404);
  expect((await desk('GET', '/api/tokens/templates/nonsense')).status).toBe(400);
  expect((await desk('POST', path, { content: 'x', other: 1 })).body.error).toMatch(/other is not known/);
  const typed = await desk('POST', path, { content: { token: access(1) } });
  expect([typed.status, JSON.stringify(typed.body).includes(access(1))]).toEqual([400, false]);

  // Whatever ends it: nothing can be sent of a case that is not open.
  const { revision } = (await desk('GET', `/api/cases/${opened.id}`)).body;
  expect((await desk('POST', `/api/cases/${opened.id}/close`, { revision })).status).toBe(200);
  const left = await desk('GET', `/api/cases/${opened.id}/tokens/rows`);
  expect(left.body.results).toMatchObject([{ secretsKept: false }, { secretsKept: false }]);
});
