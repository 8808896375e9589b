import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenBehaviours } from '#contract/sandbox.ts';
import { someRows, startFixture } from './fixture.ts';

test('rows of each behaviour end in the state and with the cause that it has', async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { gbol: 6, pbtz: 3 }));
  const mix = Object.fromEntries(tokenBehaviours.map((behaviour) => [behaviour, 1]));
  const { run, outcome, results } = await fixture.rehearse({ mix, again: 'P1D', seed: 3 });
  expect([run.kind, run.state, run.counts.rows]).toEqual(['rehearsal', 'done', 9]);
  const done = { rows: 1, done: 1, failed: {}, left: 0 };
  const failed = (cause: string) => ({ rows: 1, done: 0, failed: { [cause]: 1 }, left: 0 });
  expect(outcome.behaviours).toEqual([
    { behaviour: 'good', ...done },
    { behaviour: 'expired-refreshable', ...done },
    { behaviour: 'refresh-token-used', ...failed('token-replaced') },
    { behaviour: 'revoked', ...failed('needs-reauthorization') },
    { behaviour: 'scope-missing', ...failed('needs-reauthorization') },
    { behaviour: 'rate-limited', ...failed('rate-limit') },
    { behaviour: 'slow', ...done },
    { behaviour: 'one-data-type-fails', ...failed('platform-trouble') },
    { behaviour: 'used-by-old-application', ...failed('token-replaced') },
  ]);
  const byBehaviour = new Map(results.companies.map((company) => [company.behaviour, company]));
  expect(byBehaviour.get('used-by-old-application')?.message).toMatch(/another application/);
  expect(byBehaviour.get('used-by-old-application')?.connectionStatus).toBe('Deauthorized');
  expect(byBehaviour.get('good')?.connectionStatus).toBe('Linked');
});

test('without a second pass, nobody sees that the old application goes on', async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { gbol: 2 }));
  const { outcome } = await fixture.rehearse({ mix: { 'used-by-old-application': 1 } });
  expect(outcome.behaviours.map(({ behaviour, done }) => [behaviour, done])).toEqual([
    ['good', 1],
    ['used-by-old-application', 1],
  ]);
});

test('the target is only read, the rows are as they were, and nothing is left of the instance', async () => {
  const fixture = await startFixture();
  const ids = await fixture.rows(await someRows(fixture.service, { gbol: 3 }));
  await fixture.rehearse({});
  const requests = await fixture.service.control.sandbox.requests({ limit: 500 });
  expect(requests.results.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await fixture.service.api('GET', '/companies')).totalResults).toBe(0);
  expect([...(await fixture.vault.open(ids)).keys()].sort()).toEqual(ids);
  const folder = join(fixture.dataDir, 'rehearsals');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  // The rows are to be begun on the target yet, so that they can be rehearsed again.
  expect((await fixture.rehearse({})).run.counts).toMatchObject({ rows: 3, done: 3 });
});

test('the same seed gives the same rows the same fate, another one others', async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { suuo: 12, exgd: 12 }));
  const fates = async (seed: number) => {
    const mix = { revoked: 2, 'scope-missing': 3, 'one-data-type-fails': 3 };
    const { results } = await fixture.rehearse({ mix, seed });
    return results.companies.map(({ ref, behaviour, state, cause, datasets }) => {
      return { ref, behaviour, state, cause, datasets };
    });
  };
  const first = await fates(1);
  expect(await fates(1)).toEqual(first);
  expect((await fates(2)).map(({ behaviour }) => behaviour)).not.toEqual(
    first.map(({ behaviour }) => behaviour),
  );
  // Spread, not the first ones.
  const bad = first.flatMap(({ behaviour }, n) => (behaviour === 'good' ? [] : [n]));
  expect(bad).toHaveLength(8);
  expect(bad.some((n) => n >= 12) && bad.some((n) => n < 12)).toBe(true);
});
