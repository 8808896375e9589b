import { expect, test } from 'vitest';
import { reportFormats, reportKinds } from '#contract/report.ts';
import { createCases } from '#desk/cases/index.ts';
import { createReports } from '#desk/reports/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';

const desk = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  return { cases, reports: createReports({ cases, signer: context.identity }) };
};

const withRuns = async ({ cases }: Awaited<ReturnType<typeof desk>>) => {
  const parts: ('webhooks' | 'tokens')[] = ['webhooks', 'tokens'];
  const { id } = await cases.create({ name: 'Ácme & Söhne / 1', integrator: 'Acme', parts }, 'Ada');
  await putRun(cases, id, { kind: 'rehearsal', companies: [companyNumber(0), companyNumber(1)] });
  await putRun(cases, id, { kind: 'pilot', companies: [companyNumber(0), unsent(1, {})] });
  await putRun(cases, id, { companies: [companyNumber(0), companyNumber(1)] });
  return id;
};

/** Each PDF takes half a second: one kind of them is enough, and pdf.test.ts has the rest. */
const every = reportKinds
  .flatMap((kind) => reportFormats.map((format) => ({ kind, format })))
  .filter(({ kind, format }) => format !== 'pdf' || kind === 'tokens');

test('the same point gives the same bytes: again, later, and on the desk of a colleague', async () => {
  const [here, there] = [await desk(), await desk()];
  const caseId = await withRuns(here);
  const at = (await here.cases.state(caseId)).revision;
  const before = await Promise.all(every.map((one) => here.reports.render(caseId, one)));
  await here.cases.act(caseId, 'Ada', { kind: 'case.changed', content: { changes: { name: 'later' } } });
  await importTrusting(there.cases, await here.cases.exportFile(caseId), 'Grace');
  for (const [index, one] of every.entries()) {
    expect(await here.reports.render(caseId, { ...one, at })).toEqual(before[index]);
    expect(await there.reports.render(caseId, { ...one, at })).toEqual(before[index]);
  }
});

test('its head says which point of the chain it is of, and verify knows that digest', async () => {
  const { cases, reports } = await desk();
  const caseId = await withRuns({ cases, reports });
  const entries = await cases.entries(caseId, 0, 100);
  const early = await reports.render(caseId, { kind: 'case', format: 'html', at: 2 });
  expect(early).toMatchObject({ name: 'a-cme-so-hne-1-case-2.html', seq: 2, digest: entries[1]?.digest });
  for (const format of ['html', 'md', 'json', 'csv'] as const) {
    const { content, digest } = await reports.render(caseId, { kind: 'tokens', format });
    expect(content).toContain(digest);
    expect(digest).toBe(entries.at(-1)?.digest);
    if (format === 'csv') continue;
    for (const told of ['Acme', 'Carryover', (entries.at(-1)?.at ?? '').slice(0, 10)]) {
      expect(content).toContain(told);
    }
  }
  await cases.act(caseId, 'Ada', { kind: 'case.archived', content: {} });
  expect((await cases.verify(caseId, early.digest)).whole).toBe(true);
});

test('an earlier point knows nothing of what came later; a point that is not there is refused', async () => {
  const { cases, reports } = await desk();
  const caseId = await withRuns({ cases, reports });
  const { content } = await reports.render(caseId, { kind: 'tokens', format: 'md', at: 1 });
  expect(content).toContain('No companies imported yet.');
  expect(content).not.toContain('customer-0');
  const last = (await cases.state(caseId)).revision;
  for (const at of [0, last + 1]) {
    await expect(reports.render(caseId, { kind: 'case', format: 'json', at })).rejects.toMatchObject({
      code: 'case.noSuchEntry',
    });
  }
  const nowhere = reports.render(crypto.randomUUID(), { kind: 'case', format: 'json' });
  await expect(nowhere).rejects.toMatchObject({ code: 'case.notFound' });
});
