import { expect, test } from 'vitest';
import { tokenBehaviours } from '#contract/sandbox.ts';
import type { CompanyResult, RunResults } from '#contract/token-runs.ts';
import { clientOf } from '#test/support/desk-client.ts';
import type { TestRow } from '#test/support/desk-fixture.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { type RecordedCall, recordingProxy } from '#test/support/recording-proxy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { someRows, startFixture } from './fixture.ts';

const secrets: ReadonlySet<string> = new Set(['accessToken', 'refreshToken']);
/** What is different each time: tokens, and the mark of the run. */
const shownAsDots = new Set([...secrets, 'migrationDesk']);

/** What a call says, with companies and connections by the rows that they are of, and without tokens. */
const wordsOf = ({ method, path, body }: RecordedCall, names: ReadonlyMap<string, string>): string => {
  const named = decodeURIComponent(path).replace(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => names.get(id) ?? id,
  );
  const shown =
    body && JSON.stringify(JSON.parse(body), (key, value) => (shownAsDots.has(key) ? '…' : value));
  return `${method} ${named} ${shown}`.trimEnd();
};

/** What was said of each company and of each connection, in order; what only repeats what was just said is a poll. */
const conversations = (calls: readonly RecordedCall[], companies: readonly CompanyResult[]) => {
  const names = new Map<string, string>();
  for (const { ref = '', companyId, connectionId, platformKey } of companies) {
    if (companyId !== undefined) names.set(companyId, `{company ${ref}}`);
    if (connectionId !== undefined) names.set(connectionId, `{connection ${ref} ${platformKey}}`);
  }
  const all = calls.map((call) => wordsOf(call, names));
  const company = (words: string): string => /(?:company |migrationRef":")([^}"]+)/.exec(words)?.[1] ?? 'all';
  const connection = (words: string): string => /connection ([^}]+)/.exec(words)?.[1] ?? company(words);
  const said = (by: (words: string) => string, some: readonly string[]) =>
    Object.fromEntries(
      [...Map.groupBy(some, by)]
        .map(([of, words]) => [of, words.filter((one, n) => one !== words[n - 1])] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    writes: said(
      company,
      all.filter((words) => !words.startsWith('GET')),
    ),
    all: said(connection, all),
  };
};

test('a rehearsal says to its instance, row by row, what a run says to another service', async () => {
  const host = await startHostProcess(['--data', temporaryFolder(), '--clock', 'virtual']);
  const { api, desk } = clientOf(host);
  const fixture = await startFixture();
  const production = await recordingProxy(host.ready.apiUrl);
  const target = await fixture.targets.add({
    name: 'production',
    baseUrl: production.url,
    apiKey: host.ready.apiKey,
    concurrency: 20,
    perSecond: 1000,
  });
  await fixture.changeTarget(target.id);

  const given = await api('POST', '/companies', { name: 'Given' });
  const waiting = await api('POST', `/companies/${given.id}/connections`, { platformKey: 'gbol' });
  await api('POST', '/companies', { name: 'Found', tags: { migrationRef: 'found' } });
  const plain = await someRows(fixture.service, { gbol: 10, pbtz: 4 });
  const rows = plain.map((row, n) => {
    if (n === 0)
      return { ...row, ref: 'given', name: 'Given', companyId: given.id, connectionId: waiting.id };
    if (n === 1) return { ...row, ref: 'found', name: 'Found' };
    // Two platforms of one company.
    return n === 13 ? { ...row, ref: 'row-5' } : row;
  });
  const ids = await fixture.rows(rows);
  const mix = Object.fromEntries(tokenBehaviours.map((behaviour) => [behaviour, 1]));
  const rehearsed = await fixture.rehearse({ mix, seed: 11 });

  // The same fates for the run: token sets of the other service, with what of the rows is no token.
  const real: TestRow[] = [];
  for (const [n, { behaviour, platformKey }] of rehearsed.results.companies.entries()) {
    const request = { platformKey, behaviour };
    const [set] = (await desk('POST', '/api/simulator/tokens', request)).results;
    const own = Object.entries(rows[n]?.credentials ?? {}).filter(([name]) => !secrets.has(name));
    const credentials = { ...set.credentials, ...Object.fromEntries(own) };
    real.push({ ...(rows[n] as TestRow), id: ids[n] as number, credentials });
  }
  await fixture.rows(real);
  const before = production.calls.length;
  const planned = await fixture.confirmed((confirm) =>
    fixture.runs.start(fixture.caseId, { ...(confirm === undefined ? {} : { confirm }) }, 'tester'),
  );
  await until(async () => {
    await desk('POST', '/api/clock/advance', { by: 'PT2M' });
    return fixture.engine.active(fixture.caseId) === undefined;
  }, 200);
  const run = await fixture.runs.show(fixture.caseId, planned.id);
  expect(run.state).toBe('done');
  const results: RunResults = await fixture.resultsOf(run.id);

  const ends = (companies: readonly CompanyResult[]) =>
    companies.map(({ ref, platformKey, state, cause, datasets }) => ({
      ref,
      platformKey,
      state,
      cause,
      datasets: Object.values(datasets).reduce((sum, count) => sum + count, 0),
    }));
  expect(ends(results.companies)).toEqual(ends(rehearsed.results.companies));

  const onInstance = conversations(fixture.calls(), rehearsed.results.companies);
  const onProduction = conversations(production.calls.slice(before), results.companies);
  expect(onProduction.writes).toEqual(onInstance.writes);
  expect(onProduction.all).toEqual(onInstance.all);
  // Four of each row, but for the company and the connection that were given, and two companies that were there.
  expect(Object.values(onInstance.writes).flat()).toHaveLength(14 * 4 - 4);
});
