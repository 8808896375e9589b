import { expect, test } from 'vitest';
import type { ReportDocument, ReportTable } from '#contract/report.ts';
import { causeLabels } from '#contract/token-causes.ts';
import { createCases } from '#desk/cases/index.ts';
import { createReports } from '#desk/reports/index.ts';
import { deleteAttachment, writeAttachment } from '#desk/store/case-contents.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { companyNumber, putRun, type RunOnRecord, unsent } from '#test/support/run-on-record.ts';

const desk = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const reports = createReports({ cases, signer: context.identity });
  return {
    context,
    cases,
    caseId: id,
    put: (run: RunOnRecord) => putRun(cases, id, run),
    document: async () =>
      JSON.parse(
        (await reports.render(id, { kind: 'tokens', format: 'json' })).content.toString(),
      ) as ReportDocument,
    markdown: async () => (await reports.render(id, { kind: 'tokens', format: 'md' })).content.toString(),
  };
};

const tableOf = ({ sections }: ReportDocument, id: string): ReportTable['rows'] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.block === 'table' && block.id === id ? block.rows : [])),
  );

const companies = [
  companyNumber(0),
  companyNumber(1, { platformKey: 'qhyg', datasets: { Complete: 17 } }),
  companyNumber(2, {
    state: 'failed',
    cause: 'needs-reauthorization',
    step: 'verify',
    message: 'The refresh token was revoked.',
    datasets: { Complete: 1, AuthError: 27 },
    connectionStatus: 'Deauthorized',
    correlationId: 'f'.repeat(32),
  }),
  unsent(3, {
    state: 'invalid',
    cause: 'bad-credentials',
    step: 'import',
    message: 'accessToken is missing.',
  }),
  unsent(4, { held: 'Syncing is not confirmed to be disabled.' }),
];

test('every company is told with its state and the right cause; those that nothing was sent of, too', async () => {
  const { put, document } = await desk();
  await put({ companies });
  const report = await document();
  expect(report.summary).toEqual({
    tone: 'bad',
    text: '2 of 5 companies migrated; 1 failed, 1 invalid and 1 held. Causes: Bad credentials (1) and Needs reauthorization (1).',
  });
  expect(tableOf(report, 'companies')).toMatchObject([
    { ref: 'customer-0', state: 'done', datasets: '28 of 28', calls: 7, durationMs: 4000 },
    { ref: 'customer-1', platformKey: 'qhyg', datasetsComplete: 17, datasetsAll: 17 },
    { state: 'failed', cause: 'needs-reauthorization', datasets: '1 of 28', otherDatasets: '27 AuthError' },
    { state: 'invalid', cause: 'bad-credentials', message: 'accessToken is missing.' },
    { state: 'ready', held: 'Syncing is not confirmed to be disabled.' },
  ]);
  expect(tableOf(report, 'causes')).toEqual(
    (['bad-credentials', 'needs-reauthorization'] as const).map((cause) => {
      const { title, meaning, action, responsible } = causeLabels[cause];
      return { title, cause, companies: 1, meaning, action, responsible, passing: 'does not help' };
    }),
  );
  expect(tableOf(report, 'failures').map(({ ref }) => ref)).toEqual(['customer-2', 'customer-3']);
  expect(tableOf(report, 'held-back')).toMatchObject([{ ref: 'customer-4' }]);
  expect(tableOf(report, 'platforms')).toMatchObject([
    { platformKey: 'gbol', companies: 4, migrated: 1, failed: 1, stopped: 1, held: 1, open: 0 },
    { platformKey: 'qhyg', companies: 1, migrated: 1 },
  ]);
  expect(tableOf(report, 'datasets')).toEqual([
    { status: 'AuthError', datasets: 27, companies: 1 },
    { status: 'Complete', datasets: 46, companies: 3 },
  ]);
});

test('every source row is accounted for, by import and as a whole, and what is open is said to be', async () => {
  const { cases, caseId, put, document } = await desk();
  const importId = crypto.randomUUID();
  const imported = (id: string, rows: number, restated: number) =>
    cases.act(caseId, 'Ada', {
      kind: 'tokens.imported',
      content: {
        ...{ importId: id, name: `${rows}.csv`, format: 'csv', fingerprint: 'ff', byPlatform: {} },
        ...{ rows, ready: rows, invalid: 0, replaced: 0, unchanged: 0, restated },
      },
    });
  await imported(importId, 5, 0);
  const sectionOf = async () => {
    const report = await document();
    const blocks = report.sections.find(({ id }) => id === 'reconciliation')?.blocks ?? [];
    const notes = blocks.flatMap((block) => (block.block === 'note' ? [`${block.tone}: ${block.text}`] : []));
    return { notes, byImport: tableOf(report, 'reconciliation'), summary: report.summary };
  };
  expect((await sectionOf()).notes).toEqual([
    'warn: 5 source rows ≠ 0 migrated + 0 failed + 0 excluded + 0 held = 0. Open: 5 rows (5 not in the results of a run yet).',
  ]);
  const rows = companies.slice(0, 4).map((one) => ({ ...one, importId }));
  const done = companyNumber(5, { importId });
  await put({ companies: [...rows, done] });
  const parts = { source: 5, migrated: 3, failed: 2, excluded: 0, held: 0, open: 0 };
  expect(await sectionOf()).toMatchObject({
    notes: ['ok: 5 source rows = 3 migrated + 2 failed + 0 excluded + 0 held.'],
    byImport: [
      { name: '5.csv', importId, rows: 5, elsewhere: 0, ...parts, sum: 'whole' },
      { name: 'All imports', ...parts, sum: 'whole' },
    ],
  });
  // Two rows more, one of which was there before; a company that is gone; a run that has not ended.
  await imported(crypto.randomUUID(), 2, 1);
  const gone = { companyId: done.companyId as string, state: 'deleted' as const };
  const observed = { targetId: 'local', companies: [{ ...gone, connectionId: done.connectionId }] };
  await cases.act(caseId, 'Ada', { kind: 'companies.observed', content: observed as never });
  await cases.act(caseId, 'Ada', {
    kind: 'tokens.runStarted',
    content: {
      ...{ runId: crypto.randomUUID(), kind: 'retry', targetId: 'local', targetName: 'local', rows: 1 },
      ...{ options: {}, ledger: { entries: 0, digest: '0'.repeat(64) } },
    },
  });
  const { notes, byImport, summary } = await sectionOf();
  expect(notes).toEqual([
    'warn: 6 source rows ≠ 2 migrated + 2 failed + 0 excluded + 0 held = 4. Open: 2 rows (1 missing or unlinked on the target since and 1 not in the results of a run yet).',
    'warn: Open: the results of run 2 are not on record, so rows may have changed since these figures.',
    'warn: Open: 1 row was imported again since the last run, and counted as that run left them.',
  ]);
  expect(byImport).toMatchObject([
    { name: '5.csv', source: 5, open: 1 },
    { name: '2.csv', rows: 2, elsewhere: 1, source: 1, open: 1, sum: 'open' },
    { name: 'All imports', source: 6, open: 2 },
  ]);
  expect(summary.text).toContain('Not counted as migrated in the reconciliation: 1 row');
});

test('datasets are told by company and by data type, as far as the results name them', async () => {
  const { put, document } = await desk();
  const dataTypes = { Complete: ['bills', 'items'], NotSupported: ['taxRates'] };
  await put({
    companies: [
      companyNumber(0, { datasets: { Complete: 2, NotSupported: 1 }, dataTypes }),
      companyNumber(1, {
        ...{ state: 'failed', cause: 'platform-trouble', step: 'verify' },
        ...{
          datasets: { Complete: 1, FetchError: 1 },
          dataTypes: { FetchError: ['bills'], Complete: ['items'] },
        },
      }),
      companyNumber(2),
    ],
  });
  const report = await document();
  expect(tableOf(report, 'data-types')).toEqual([
    { dataType: 'bills', expected: 2, complete: 1, failed: 1, notSupported: 0, running: 0 },
    { dataType: 'items', expected: 2, complete: 2, failed: 0, notSupported: 0, running: 0 },
    { dataType: 'taxRates', expected: 1, complete: 0, failed: 0, notSupported: 1, running: 0 },
  ]);
  expect(tableOf(report, 'companies')).toMatchObject([
    { datasetsAll: 3, datasetsComplete: 2, datasetsFailed: 0, dataTypes: 'bills\nitems\ntaxRates' },
    { datasetsAll: 2, datasetsComplete: 1, datasetsFailed: 1, failedTypes: 'FetchError: bills' },
    { datasetsAll: 28 },
  ]);
  expect(JSON.stringify(report)).toContain(
    'The results of 1 company count datasets without naming data types',
  );
});

test('a sample is told as it is recorded, also that there is none, and that it is older than a run', async () => {
  const { cases, caseId, put, document } = await desk();
  const { runId } = await put({ companies: [companyNumber(0), companyNumber(1)] });
  const notesOf = async () =>
    ((await document()).sections.find(({ id }) => id === 'sample')?.blocks ?? []).flatMap((block) =>
      block.block === 'note' ? [`${block.tone}: ${block.text}`] : [],
    );
  expect(await notesOf()).toEqual(['warn: No sample was read back from the target.']);
  const rowOf = (n: number, outcome: 'as-expected' | 'differs' | 'unread', ...details: string[]) => ({
    ...{ ref: `customer-${n}`, platformKey: 'gbol', outcome, details },
    companyId: companyNumber(n).companyId as string,
    connectionId: companyNumber(n).connectionId as string,
  });
  const sampled = (...rows: ReturnType<typeof rowOf>[]) =>
    cases.act(caseId, 'Grace', {
      kind: 'tokens.sampleChecked',
      content: { runId, targetId: 'local', targetName: 'local', seed: 'x', of: 2, rows },
    });
  await sampled(rowOf(0, 'as-expected'), rowOf(1, 'unread', 'It did not answer.'));
  expect(await notesOf()).toEqual([
    'warn: 2 rows of 2 migrated read back: 1 as expected and 1 could not be read.',
  ]);
  await sampled(rowOf(0, 'differs', 'The connection is Unlinked.'));
  const report = await document();
  expect(tableOf(report, 'sample')).toMatchObject([
    { ref: 'customer-0', outcome: 'differs', details: 'The connection is Unlinked.' },
  ]);
  expect(tableOf(report, 'samples')).toMatchObject([
    { actor: 'Grace', rows: 2, 'as-expected': 1, unread: 1 },
  ]);
  expect(report.summary.text).toContain('1 different when a sample was read back since');
  await put({ companies: [companyNumber(0), companyNumber(1)] });
  expect(await notesOf()).toEqual([
    'bad: 1 row of 2 migrated read back: 1 differs.',
    'warn: Older than run 2: rows may have changed since this sample.',
  ]);
  // The run has verified it again.
  expect((await document()).summary.text).toBe('All 2 companies migrated.');
});

test('runs are told with their pauses, their ledgers and their ends; the last on the target counts', async () => {
  const { put, document, markdown } = await desk();
  await put({ kind: 'pilot', companies: [companyNumber(0), unsent(1, {})] });
  const duplicates = [
    { ref: 'customer-1', what: 'company' as const, others: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] },
  ];
  await put({ companies: [companyNumber(0), companyNumber(1)], breaks: true, duplicates });
  const report = await document();
  expect(report.summary).toEqual({ tone: 'ok', text: 'All 2 companies migrated.' });
  const digest = /^[0-9a-f]{64}$/;
  expect(tableOf(report, 'runs')).toMatchObject([
    { number: 1, kind: 'pilot', state: 'done', done: 1, entries: 20, ledger: expect.stringMatching(digest) },
    { number: 2, kind: 'run', state: 'done', done: 2, rows: 2, actor: 'Ada' },
  ]);
  expect(tableOf(report, 'breaks')).toMatchObject([
    { number: 2, what: 'paused', why: 'Ctrl-C', entries: 10, ledger: expect.stringMatching(digest) },
    { number: 2, what: 'resumed', why: 'After a pause.' },
  ]);
  expect(tableOf(report, 'duplicates')).toMatchObject([{ ref: 'customer-1', number: 2 }]);
  expect(tableOf(report, 'sources')).toHaveLength(2);
  expect(await markdown()).toContain('resumed');
});

test('rows that were imported after the last run are not hidden by what it came to', async () => {
  const { cases, caseId, put, document } = await desk();
  const imported = (ready: number, invalid: number, unchanged: number) =>
    cases.act(caseId, 'Ada', {
      kind: 'tokens.imported',
      content: {
        ...{ importId: crypto.randomUUID(), name: 'more.csv', format: 'csv', fingerprint: 'ff' },
        ...{ rows: ready + invalid + unchanged, ready, invalid, replaced: 0, unchanged },
        byPlatform: { gbol: ready },
      },
    });
  await imported(2, 0, 0);
  await put({ companies: [companyNumber(0), companyNumber(1)] });
  await imported(0, 0, 2);
  expect((await document()).summary).toEqual({ tone: 'ok', text: 'All 2 companies migrated.' });
  await imported(2, 1, 2);
  expect((await document()).summary).toEqual({
    tone: 'warn',
    text: 'At the end of run 1: all 2 companies migrated. 3 rows were imported since that run and are not in these numbers.',
  });
  const failed = companyNumber(2, { state: 'failed', cause: 'token-replaced' });
  await put({ kind: 'rehearsal', companies: [companyNumber(0)] });
  await put({ companies: [companyNumber(0), companyNumber(1), failed] });
  expect((await document()).summary).toMatchObject({ tone: 'bad', text: expect.stringMatching(/^2 of 3/) });
});

test('the rehearsal stands beside the run: by platform, by call, and each company that ended otherwise', async () => {
  const { put, document, markdown } = await desk();
  await put({
    kind: 'rehearsal',
    companies: [
      companyNumber(0, { behaviour: 'good' }),
      companyNumber(1, { behaviour: 'revoked', state: 'failed', cause: 'needs-reauthorization' }),
      companyNumber(2, { behaviour: 'good', durationMs: 9000 }),
    ],
    calls: { 'POST /companies': 3, 'GET /companies/{id}/data/history': 9 },
  });
  expect(await markdown()).toContain('No run on a target to compare with');
  await put({ kind: 'pilot', companies: [companyNumber(0)], calls: { 'POST /companies': 1 } });
  const failed = { state: 'failed', cause: 'token-replaced', datasets: { AuthError: 28 } } as const;
  await put({
    companies: [companyNumber(0), companyNumber(1), companyNumber(2, failed)],
    calls: { 'POST /companies': 2 },
  });
  const report = await document();
  // A rehearsal lasts as long on its own clock, so that its durations are named apart.
  const text = await markdown();
  expect(text).toContain('Durations of a rehearsal are virtual.');
  expect(text).toContain('Median virtual duration in the rehearsal');
  expect(tableOf(report, 'platforms-compared')).toMatchObject([
    { platformKey: 'gbol', companiesRehearsed: 3, companiesRun: 3, migratedRehearsed: 2, migratedRun: 2 },
  ]);
  expect(tableOf(report, 'calls-compared')).toEqual([
    { call: 'GET /companies/{id}/data/history', rehearsed: 9, run: 0, more: -9 },
    { call: 'POST /companies', rehearsed: 3, run: 3, more: 0 },
  ]);
  expect(tableOf(report, 'companies-compared')).toMatchObject([
    { ref: 'customer-1', stateRehearsed: 'failed', stateRun: 'done', behaviour: 'revoked' },
    {
      ref: 'customer-2',
      causeRun: 'token-replaced',
      durationRehearsed: 9000,
      differences: 'state, cause and datasets',
    },
  ]);
  expect(await markdown()).toContain('1 of 3 companies had the same result');
});

test('results that are missing or were changed are told, and fail nothing', async () => {
  const { context, cases, caseId, put, document, markdown } = await desk();
  await put({ kind: 'pilot', companies: [companyNumber(0), unsent(1, {})] });
  await put({ companies: [companyNumber(0), companyNumber(1)] });
  const digest = (await cases.state(caseId)).attachments.at(-1)?.digest;
  const file = { case_id: caseId, digest: digest as string, sealed: 0, content: Buffer.from('{}') };
  await context.store.write((tx) => writeAttachment(tx, file));
  expect(await markdown()).toContain('The attachment was changed');
  await context.store.write((tx) => deleteAttachment(tx, caseId, file.digest));
  expect(await markdown()).toContain('was erased or not imported');
  const report = await document();
  expect(tableOf(report, 'sources')).toMatchObject([
    { number: 1 },
    { number: 2, problem: expect.stringContaining('was erased or not imported') },
  ]);
  expect(tableOf(report, 'companies')).toMatchObject([{ state: 'done' }, { state: 'ready' }]);
  expect(await markdown()).toContain('Changes by run 2 are not included.');
});

test('a run that has not ended tells nothing of the companies, and says so', async () => {
  const { cases, caseId, markdown } = await desk();
  const ledger = { entries: 0, digest: '0'.repeat(64) };
  const runId = crypto.randomUUID();
  await cases.act(caseId, 'Ada', {
    kind: 'tokens.runStarted',
    content: { runId, kind: 'run', targetId: 'local', targetName: 'local', rows: 3, options: {}, ledger },
  });
  expect(await markdown()).toContain('No results of a run on a target.');
  expect(await markdown()).toContain('not ended');
});
