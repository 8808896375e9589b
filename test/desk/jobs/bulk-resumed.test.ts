import { expect, test } from 'vitest';
import type { CaseBulkItem, CaseBulkResult } from '#contract/case-bulk.ts';
import { caseBulkRoutes } from '#desk/api/case-bulk.ts';
import { createCases } from '#desk/cases/index.ts';
import type { RunningJob, Work } from '#desk/jobs/jobs.ts';
import { stepModules } from '#desk/step-modules.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

test('actions on several cases go on after those that were noted, and keep what each was before', async () => {
  const cases = createCases(await testDeskContext(), stepModules);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.push((await cases.create({ name, parts: ['tokens'] }, 'Ada')).id);
  type Begin = (input: { ids: string[]; action: unknown }, actor: string) => Promise<Work>;
  let begin: Begin | undefined;
  const jobs = {
    define: (_name: string, kind: { begin: Begin }) => {
      begin = kind.begin;
    },
  };
  caseBulkRoutes({ post() {} } as never, { cases, jobs, eligibility: {} } as never);
  const notes: CaseBulkItem[][] = [];
  const run = async (noted: unknown, signal = new AbortController().signal): Promise<CaseBulkResult> => {
    const work = await begin?.({ ids, action: { kind: 'assign', owner: 'Bo' } }, 'Ada');
    const note = async (items: unknown) => void notes.push(structuredClone(items) as CaseBulkItem[]);
    const job = { signal, noted, note, progress() {}, async done() {} };
    return (await work?.(job satisfies RunningJob)) as CaseBulkResult;
  };

  const first = await run(undefined);
  expect(notes.map((items) => items.length)).toEqual([1, 2, 3]);
  const seqs = await Promise.all(ids.map(async (id) => (await cases.state(id)).revision));
  // Killed after the note of the first: the other two are as they are to be, and nothing is recorded again.
  const resumed = await run(notes[0]);
  expect(resumed.items.find(({ id }) => id === notes[0]?.[0]?.id)).toEqual(notes[0]?.[0]);
  expect([first.done, resumed.done, resumed.unchanged]).toEqual([3, 1, 2]);
  expect(await Promise.all(ids.map(async (id) => (await cases.state(id)).revision))).toEqual(seqs);
});
