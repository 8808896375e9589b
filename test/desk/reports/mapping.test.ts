import { parse } from 'csv-parse/sync';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { MappingDocument } from '#contract/mapping.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { createCases } from '#desk/cases/index.ts';
import { createReports } from '#desk/reports/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';

const mappingOf = async (companies: readonly CompanyResult[]) => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  if (companies.length > 0) await putRun(cases, id, { companies });
  const reports = createReports({ cases, signer: context.identity });
  const read = async (at?: number): Promise<MappingDocument> =>
    JSON.parse(String((await reports.mapping(id, { format: 'json', at })).content));
  const csv = async (): Promise<string> => String((await reports.mapping(id, { format: 'csv' })).content);
  return { cases, id, reports, read, csv };
};

test('every row is there with its status, in the same order whatever the order of the import', async () => {
  const companies = [
    companyNumber(2),
    companyNumber(10, { state: 'failed', cause: 'rate-limit', message: 'Too many requests.' }),
    unsent(0, { ref: 'customer-1', platformKey: 'qhyg' }),
    companyNumber(1),
    companyNumber(3, { connectionStatus: 'Deauthorized' }),
    { ...unsent(4, { state: 'invalid', message: 'accessToken is missing.' }), ref: undefined } as never,
  ];
  const { cases, id, read, csv } = await mappingOf(companies);
  const found = await read();
  expect(Value.Check(MappingDocument, found)).toBe(true);
  const { digest, revision } = await cases.state(id);
  expect(found.point).toMatchObject({ seq: revision, digest });
  expect(
    found.rows.map(({ ref, line, platformKey, status, reason }) => [
      ref ?? line,
      platformKey,
      status,
      reason,
    ]),
  ).toEqual([
    ['customer-1', 'gbol', 'migrated', undefined],
    ['customer-1', 'qhyg', 'open', 'not run yet'],
    ['customer-10', 'gbol', 'failed', 'Too many requests.'],
    ['customer-2', 'gbol', 'migrated', undefined],
    ['customer-3', 'gbol', 'open', 'done, verification not on record'],
    [5, 'gbol', 'failed', 'accessToken is missing.'],
  ]);
  expect(found.rows[0]).toMatchObject({
    companyId: companyNumber(1).companyId,
    connectionId: companyNumber(1).connectionId,
    connectionStatus: 'Linked',
  });
  expect(found).toMatchObject({
    counts: { source: 6, migrated: 2, failed: 2, open: 2 },
    missing: 0,
    final: false,
  });
  const other = await mappingOf(companies.toReversed());
  expect((await other.read()).rows).toEqual(found.rows);
  const [head, first] = parse(await csv(), { bom: true }) as string[][];
  expect(head?.slice(0, 6)).toEqual([
    'ref',
    'platformKey',
    'status',
    'companyId',
    'connectionId',
    'connectionStatus',
  ]);
  expect(first?.slice(0, 3)).toEqual(['customer-1', 'gbol', 'migrated']);
  expect(first?.slice(-2)).toEqual([String(revision), digest]);
});

test('references are exact in JSON; in CSV none is a formula and none hides a sign', async () => {
  const refs = ['=1+1', '+cmd|calc', '-2', '@SUM(A1)', '\t=1', 'a\u202eb', '"quoted, text"', "'x"];
  const { read, csv } = await mappingOf(refs.map((ref, n) => companyNumber(n, { ref })));
  expect((await read()).rows.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
  const cells = (parse(await csv(), { bom: true }) as string[][]).slice(1).map(([ref = '']) => ref);
  for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(cells).toContain("'=1+1");
  expect(cells).toContain('a⟨U+202E⟩b');
  expect(cells).toContain('"quoted, text"');
});

test('the same point gives the same bytes; before a run, rows are counted and none is listed', async () => {
  const { cases, id, reports, read, csv } = await mappingOf([companyNumber(0)]);
  const before = await csv();
  const { revision } = await cases.state(id);
  await cases.act(id, 'Ada', {
    kind: 'tokens.imported',
    content: {
      ...{ importId: crypto.randomUUID(), name: 'a.csv', format: 'csv', fingerprint: 'ff', byPlatform: {} },
      ...{ rows: 3, ready: 3, invalid: 0, replaced: 0, unchanged: 0, restated: 0 },
    },
  });
  expect((await reports.mapping(id, { format: 'csv', at: revision })).content).toBe(before);
  expect(await csv()).not.toBe(before);
  const early = await read(1);
  expect(early).toMatchObject({ rows: [], missing: 0, counts: { source: 0 } });
  expect(early).not.toHaveProperty('run');
  expect(await read()).toMatchObject({ missing: 2, final: false, counts: { source: 3, open: 2 } });
});

test('10,000 rows are mapped, each once', async () => {
  const { read, csv } = await mappingOf(Array.from({ length: 10_000 }, (_, n) => companyNumber(n)));
  const { rows, final } = await read();
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(10_000);
  expect([rows.length, final]).toEqual([10_000, true]);
  expect((await csv()).split('\r\n')).toHaveLength(10_002);
});
