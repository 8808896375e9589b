import type { CaseAction } from '#contract/case.ts';
import type { Failure } from '#contract/token-causes.ts';
import type { CompanyResult, RunKind, RunResults } from '#contract/token-runs.ts';
import { createRunbooks } from '#desk/tokens/managed/index.ts';
import { emptyLedger as ledger } from '#desk/tokens/run/recorder.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { testTargets } from '#test/support/test-targets.ts';

export const wave = 'pbtz';
export const both = ['integrator', 'support'] as const;

/** The runbook on a real desk database, with a case that migrates tokens. */
export const runbookFixture = async () => {
  const { targets, context, logged } = await testTargets();
  const desk = await deskFixture({ targets, context });
  const { cases } = desk;
  const runbooks = createRunbooks(context, desk);
  const { id } = await cases.create({ name: 'acme', integrator: 'Acme Ltd', parts: ['tokens'] }, 'Ada');

  const addRows = (refs: readonly string[], platformKey = wave, names: readonly string[] = []) =>
    desk.addRows(
      id,
      refs.map((ref, at) => ({ ref, name: names[at] ?? `Company ${ref}`, platformKey, credentials: {} })),
    );

  const addInvalid = (refs: readonly string[]) => {
    const problems = [{ row: 2, field: 'accessToken', message: 'It is missing.' }];
    return desk.addRows(
      id,
      refs.map((ref) => ({ ref, platformKey: wave, credentials: {}, problems })),
    );
  };

  /** Rows that are done on the target, have failed there, or were undone. */
  const settleRows = async (
    state: 'done' | 'failed' | 'undone',
    refs: readonly string[],
    failure: Failure | null = null,
    runId: string = id,
  ) => {
    const wanted = (await desk.rowsOf(id)).filter(({ ref }) => ref !== null && refs.includes(ref));
    await desk.setProgress(
      id,
      wanted.map((row) => row.id),
      { run_id: runId, step: 'verify', state, failure: failure && JSON.stringify(failure) },
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
