import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataTypes } from '#contract/data-types.ts';
import { idsOf, operationsOf, search, sent, text, unknown } from '#test/support/random-requests.ts';
import { runs } from '#test/support/runs.ts';
import { basic, testApi } from '#test/support/test-api.ts';

const requests = runs(1000);

test(`${requests} random bodies against every route give only documented answers`, async () => {
  const made = await testApi();
  const operations = operationsOf(made);
  let ids = await idsOf(made);
  let count = 0;
  const statuses = new Map<string, Set<number>>();
  const idFor = (name: string, odd: string | undefined): string => {
    if (name === 'dataType') return odd ?? (dataTypes[count % dataTypes.length] as string);
    if (name === 'platformKey') return odd ?? 'gbol';
    return odd ?? ids[name] ?? unknown;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      sent,
      search,
      fc.option(text, { nil: undefined, freq: 8 }),
      async ({ method, template }, { payload, type }, query, odd) => {
        // What was deleted is made anew now and then.
        if (count++ % 100 === 99) ids = await idsOf(made);
        const path = template.replace(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent(idFor(name, odd?.toWellFormed())),
        );
        const parameters = new URLSearchParams(query as Record<string, string>).toString();
        const url = parameters === '' ? path : `${path}?${parameters}`;
        const headers = {
          authorization: basic(made.apiKey),
          ...(type !== undefined && { 'content-type': type }),
        };
        // The answer is held to the document by inject itself.
        const hasBody = method !== 'GET' && payload !== '';
        const { status, headers: answered } = await made.inject({
          method: method as 'GET',
          url,
          headers,
          ...(hasBody && { payload }),
        });
        expect(status).toBeLessThan(500);
        expect(answered['content-type'] ?? 'application/json').toContain('application/json');
        const operation = `${method} ${template}`;
        statuses.set(operation, (statuses.get(operation) ?? new Set()).add(status));
      },
    ),
    { numRuns: requests },
  );
  // The bodies are good enough to reach every operation, and the successes of most.
  expect(statuses.size).toBe(operations.length);
  const succeeded = [...statuses.values()].filter((seen) => [...seen].some((status) => status < 300));
  expect(succeeded.length).toBeGreaterThan(operations.length * 0.5);
}, 120_000);
