import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { Failure } from '#contract/token-causes.ts';
import type { CompanyResult, RunKind, RunResults } from '#contract/token-runs.ts';
import { createCases } from '#desk/cases/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import { readTokenRows, writeTokenRows } from '#desk/store/token-rows.ts';
import { writeProgress } from '#desk/store/token-runs.ts';
import { createRunbooks } from '#desk/tokens/managed/index.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { loadCatalogue } from '#service/platform/catalogue.ts';
import { testTargets } from '#test/support/test-targets.ts';

export const wave = 'pbtz';
export const both = ['integrator', 'support'] as const;

/** The catalogue that comes with the program. */
export const catalogue = async (): Promise<readonly CatalogueIntegration[]> =>
  (await loadCatalogue({ resourcesDir: join(packageRoot(), 'resources') })).all;

const digest = '0'.repeat(64);
const ledger = { entries: 0, digest };
let lastRowId = 0;
const nextRowId = (): number => {
  lastRowId += 1;
  return lastRowId;
};

/** The runbook on a real desk database, with a case that migrates tokens. */
export const runbookFixture = async () => {
  const { targets, context, logged } = await testTargets();
  const cases = createCases(context, stepModules);
  const runbooks = createRunbooks(context, { cases, targets, catalogue });
  const { id } = await cases.create({ name: 'acme', integrator: 'Acme Ltd', parts: ['tokens'] }, 'Ada');

  /** Rows that are in order, as an import leaves them. */
  const addRows = (
    refs: readonly string[],
    platformKey = wave,
    names: readonly string[] = [],
    problems: string | null = null,
  ) =>
    context.store.write((tx) =>
      writeTokenRows(
        tx,
        refs.map((ref, at) => ({
          id: nextRowId(),
          case_id: id,
          import_id: id,
          source: 'test',
          line: at + 2,
          ref,
          name: names[at] ?? `Company ${ref}`,
          description: null,
          platform_key: platformKey,
          company_id: null,
          connection_id: null,
          fields: '{}',
          mark: null,
          problems,
        })),
      ),
    );

  const addInvalid = (refs: readonly string[]) =>
    addRows(refs, wave, [], JSON.stringify([{ line: 2, field: 'accessToken', message: 'It is missing.' }]));

  /** Rows that are done on the target, have failed there, or were undone. */
  const settleRows = async (
    state: 'done' | 'failed' | 'undone',
    refs: readonly string[],
    failure: Failure | null = null,
    runId: string = id,
  ) => {
    const rows = await context.store.read((reader) => readTokenRows(reader, id));
    const wanted = rows.filter(({ ref }) => ref !== null && refs.includes(ref));
    const about = { runId, caseId: id, scope: scopeOf('local'), options: {} };
    await context.store.write((tx) =>
      writeProgress(
        tx,
        wanted.map((row) => ({
          ...notBegun(about, row),
          step: 'verify' as const,
          state,
          failure: failure && JSON.stringify(failure),
        })),
      ),
    );
  };

  /** A run that was begun and came to its end, as the chain has it. */
  const ranTo = async (
    kind: RunKind,
    counts: { done: number; failed?: number; left?: number; undone?: number },
    more: { failures?: Record<string, number>; companies?: readonly CompanyResult[]; targetId?: string } = {},
  ): Promise<string> => {
    const { done, failed = 0, left = 0, undone = 0 } = counts;
    const runId = context.newId();
    const { failures = {}, companies = [], targetId = 'local' } = more;
    const results: RunResults = {
      format: 'carryover-run-results',
      version: 1,
      runId,
      kind,
      targetName: 'local',
      companies: [...companies],
      calls: {},
      duplicates: [],
    };
    const content = Buffer.from(JSON.stringify(results)).toString('base64');
    const view = await cases.attach(id, { name: 'results.json', content }, 'Ada');
    const rows = done + failed + left + undone;
    const only = companies.find(({ state }) => state === 'done' || state === 'failed');
    const company =
      kind === 'pilot' && only?.ref !== undefined ? { company: { ref: only.ref, platformKey: wave } } : {};
    const entries: CaseAction[] = [
      {
        kind: 'tokens.runStarted',
        content: { runId, kind, targetId, targetName: targetId, rows, ...company, options: {}, ledger },
      },
      {
        kind: 'tokens.runEnded',
        content: {
          runId,
          state: 'done',
          counts: { rows, ready: left, running: 0, syncing: 0, done, failed, undone },
          failures,
          calls: {},
          duplicates: 0,
          ledger,
          results: view.attachments.at(-1)?.id as string,
        },
      },
    ];
    await cases.act(id, 'Ada', () => entries);
    return runId;
  };

  const stateOf = async (step: string) =>
    (await runbooks.show(id)).steps.find((one) => one.id === step)?.state;
  const supplyAll = async () => {
    const { details } = await runbooks.show(id);
    const fields = Object.fromEntries(details.map(({ name, example }) => [name, example]));
    return runbooks.supply(id, { fields }, 'Kim');
  };
  const scheduleAll = async () => {
    await runbooks.estimate(id, { companies: 3 }, 'Ada');
    await runbooks.proposeWindow(
      id,
      { zone: 'Europe/Berlin', start: '2098-01-10T22:00', end: '2098-01-13T06:00' },
      'Ada',
    );
    for (const party of both) {
      await runbooks.agreeWindow(id, { party, name: `of ${party}`, quote: 'Fine with us' }, 'Ada');
    }
  };
  const updateAll = async () => {
    const { callbackUrl } = await runbooks.show(id);
    return runbooks.checkCallback(id, `https://other.example/cb\n${callbackUrl}`, 'Kim');
  };
  return {
    id,
    cases,
    targets,
    context,
    logged,
    runbooks,
    addRows,
    addInvalid,
    settleRows,
    ranTo,
    stateOf,
    supplyAll,
    scheduleAll,
    updateAll,
  };
};
