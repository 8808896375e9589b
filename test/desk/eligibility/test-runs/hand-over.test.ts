import { expect, test } from 'vitest';
import { type CaseAction, exchangedFileVersion } from '#contract/case.ts';
import { createCases } from '#desk/cases/index.ts';
import { verdictOf } from '#desk/eligibility/grounds.ts';
import { testRun } from '#test/desk/eligibility/evidence.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';

const desk = async () => createCases(await testDeskContext());
const instant = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString();

test('a case takes its test runs and their coverage to another desk, in a file that older versions refuse', async () => {
  const [ada, grace] = [await desk(), await desk()];
  const { id } = await ada.create({ name: 'acme' }, 'Ada');
  const versionOf = (file: string): number => JSON.parse(file).version;
  expect(versionOf(await ada.exportFile(id))).toBeLessThan(exchangedFileVersion);
  const evidence = testRun(instant(10), instant(9));
  const stated = { evidenceId: evidence.id, coverage: 'All jobs.', by: 'Jo', confirmed: true };
  const actions: CaseAction[] = [
    { kind: 'evidence.added', content: { evidence } },
    { kind: 'coverage.stated', content: stated },
  ];
  const state = await ada.act(id, 'Ada', () => actions);
  const file = await ada.exportFile(id);
  expect(versionOf(file)).toBe(exchangedFileVersion);
  await importTrusting(grace, file, 'Grace');
  const there = await grace.state(id);
  expect(there.coverages).toEqual(state.coverages);
  expect(verdictOf(there)).toEqual(verdictOf(state));
  expect(verdictOf(there).rows.find(({ row }) => row === 'alerts-endpoints')?.state).toBe('absent');
});
