import { expect, test } from 'vitest';
import { makeFourRules, planFor, startFixture } from './fixture.ts';

const expected = [
  'AlertId',
  'ClientId',
  'ClientName',
  'CompanyId',
  'Data.dataConnectionId',
  'Data.dataType',
  'Data.datasetId',
  'Data.newStatus',
  'Data.oldStatus',
  'Data.platformKey',
  'Data.pushOperationKey',
  'Data.status',
  'DataConnectionId',
  'Message',
  'RuleId',
  'RuleType',
];

test('a correct plan holds, with the differences that the mapping names and no other', async () => {
  const { service, desk, caseId, freeze, rehearse, folders } = await startFixture();
  const { rules, company, connection } = await makeFourRules(service);
  const digest = await freeze(planFor(caseId, rules));
  const report = await rehearse();
  expect([report.verdict, report.why, report.findings]).toEqual(['holds', [], []]);
  expect([...new Set(report.differences.map(({ property }) => property))].sort()).toEqual(expected);
  expect(report.differences.every(({ kind }) => kind === 'expected')).toBe(true);
  expect(report.occurrences).toEqual({ both: 183, legacyOnly: 0, newOnly: 0, twice: 0 });
  const both = Object.fromEntries(
    report.matrix.map((row) => [`${row.ruleType}, ${row.company}`, row.both] as const),
  );
  expect(both).toEqual({
    'DataConnectionStatusChanged, own-rule': 5,
    'Data sync completed, all': 4,
    'Dataset data changed, all': 2,
    'Push Operation Status Changed, all': 172,
  });
  const exampleOf = (name: string) => report.differences.find(({ property }) => property === name)?.example;
  // As the target names them.
  expect(exampleOf('CompanyId')).toEqual({ legacy: company.id, new: company.id });
  expect(exampleOf('Data.dataConnectionId')).toEqual({ legacy: connection.id, new: connection.id });
  expect(folders()).toEqual([]);
  const { comparisons } = await desk.cases.state(caseId);
  expect(comparisons).toMatchObject([{ source: 'rehearsal', planDigest: digest, report }]);
});

test('without a frozen plan there is nothing to rehearse', async () => {
  const { start, freeze, caseId, created } = await startFixture();
  await expect(start()).rejects.toMatchObject({ code: 'cutover.noPlan' });
  await freeze(planFor(caseId, []));
  for (const consumerUrl of ['nowhere', 'http://staging.example.com/', 'https://169.254.169.254/']) {
    await expect(start({ consumerUrl })).rejects.toMatchObject({ code: 'request.invalid' });
  }
  expect(created).toEqual([]);
});
