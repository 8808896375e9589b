import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { testContext } from '#test/support/service-context.ts';
import { testApi } from '#test/support/test-api.ts';

test('what may have been written is looked for before it is written again', async () => {
  const context = await testContext();
  const { write } = context.store;
  let outcomes: ('committed' | 'lost')[] = [];
  const store = {
    ...context.store,
    write: (async (work) => {
      const outcome = outcomes.shift();
      if (outcome === undefined) return write(work);
      if (outcome === 'committed') await write(work);
      throw new CatalogueError('store.uncertain', { server: 'db.example' });
    }) as typeof write,
  };
  const made = await testApi({ context: { ...context, store } });
  for (const outcome of ['committed', 'lost'] as const) {
    await made.call('GET', `/companies/${outcome}`);
    outcomes = [outcome];
    await expect(made.api.flushRequests()).rejects.toThrow();
    expect(outcomes).toEqual([]);
  }
  await made.call('GET', '/companies/after');
  await made.api.flushRequests();
  expect((await made.api.requests({})).results.map(({ path }) => path)).toEqual([
    '/companies/after',
    '/companies/lost',
    '/companies/committed',
  ]);
});
