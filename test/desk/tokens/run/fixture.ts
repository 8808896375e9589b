import { expect } from 'vitest';
import type { Log } from '#base/log.ts';
import type { Company } from '#contract/company.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { localTargetId } from '#contract/target.ts';
import type { CompanyResult, Run, RunResults } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { readRowsWithProgress } from '#desk/store/token-rows.ts';
import { readLedger, type TokenProgress } from '#desk/store/token-runs.ts';
import { checkLedgers } from '#desk/tokens/run/check-ledgers.ts';
import type { LedgerEntry } from '#desk/tokens/run/recorder.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { TestRow } from '#test/support/desk-fixture.ts';
import { faultyRemote } from '#test/support/faulty-remote.ts';
import { mortalDesks } from '#test/support/mortal-desk.ts';
import { startTestService } from '#test/support/test-service.ts';

/** How the token of a row behaves, where it belongs, and what the import gave. */
export interface Wanted extends Pick<TestRow, 'ref' | 'name' | 'companyId' | 'connectionId' | 'id'> {
  readonly behaviour?: TokenBehaviour;
  readonly platformKey?: string;
  readonly credentials?: TestRow['credentials'];
}

/** Few data types: syncs are quick to work out. */
export const platform = 'upvr';
export const otherPlatform = 'suuo';

export type Desk = Awaited<ReturnType<ReturnType<typeof mortalDesks>['start']>>;

/** A real service behind a remote that can be made faulty, and desks that migrate to it. */
export const startFixture = async () => {
  const service = await startTestService();
  const remote = await faultyRemote(service.apiUrl);
  const { control } = service;
  await control.sandbox.setSettings({
    ...(await control.sandbox.settings()),
    rateLimit: false,
  });
  let count = 0;

  const tokens = async (behaviour: TokenBehaviour = 'good', platformKey = platform) => {
    const [set] = await control.sandbox.issueTokens({ platformKey, behaviour });
    return (set as NonNullable<typeof set>).credentials;
  };
  const rowsOf = (wanted: readonly Wanted[]): Promise<TestRow[]> =>
    Promise.all(
      wanted.map(async ({ behaviour, platformKey = platform, credentials, ...row }) => ({
        ...row,
        platformKey,
        credentials: credentials ?? (await tokens(behaviour, platformKey)),
      })),
    );

  /** Desks over a data folder of their own, the first of them with a case and its rows. */
  const migration = async (wanted: readonly Wanted[], about: { log?: Log } = {}) => {
    const desks = mortalDesks({ service: { ...service, apiUrl: remote.url }, ...about });
    const desk = await desks.start();
    count += 1;
    const { id: caseId } = await desk.newCase({ name: `case ${count}` });
    const rows = await rowsOf(wanted);
    const rowIds = await desk.addRows(caseId, rows);
    return { desks, desk, caseId, rows, rowIds };
  };

  return {
    service,
    remote,
    control,
    tokens,
    rowsOf,
    migration,
    /** A word that no other migration of the fixture has used. */
    word: () => {
      count += 1;
      return `w${count}`;
    },
    companies: async (ref: string): Promise<Company[]> => {
      const query = encodeURIComponent(`tags.migrationRef="${ref}"`);
      return (await service.api('GET', `/companies?query=${query}&pageSize=500`)).results;
    },
  };
};
export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** Starts a run, lets it end, and answers what became of it. */
export const carryOut = async (
  desk: Desk,
  caseId: string,
  request: Parameters<Desk['runs']['start']>[1] = {},
): Promise<Run> => {
  const { id } = await desk.runs.start(caseId, request, 'tester');
  await desk.settled(caseId);
  return desk.runs.show(caseId, id);
};

export const undo = async (
  desk: Desk,
  caseId: string,
  request: Parameters<Desk['runs']['undo']>[1] = {},
): Promise<Run> => {
  const { id } = await desk.runs.undo(caseId, request, 'tester');
  await desk.settled(caseId);
  return desk.runs.show(caseId, id);
};

/** The results that the last run of the case which has ended left behind. */
export const lastResults = async (cases: Cases, caseId: string): Promise<RunResults> => {
  const { tokenRuns } = await cases.state(caseId);
  const { results } = tokenRuns.findLast(({ ended }) => ended !== undefined)?.ended ?? {};
  return JSON.parse((await cases.attachment(caseId, results ?? '')).toString());
};

export const resultOf = async (desk: Desk, caseId: string, line = 1): Promise<CompanyResult> => {
  const { companies } = await lastResults(desk.cases, caseId);
  return companies[line - 1] as CompanyResult;
};

/** What is the same however often a run was broken off. */
export const essence = ({ companies }: RunResults) =>
  companies.map((company) => {
    const { state, cause, step, datasets, connectionStatus, companyOrigin, connectionOrigin, note } = company;
    return { state, cause, step, datasets, connectionStatus, companyOrigin, connectionOrigin, note };
  });

export const progressOf = async ({ context }: Desk, caseId: string): Promise<TokenProgress[]> => {
  const page = { caseId, scope: scopeOf(localTargetId) };
  const rows = await context.store.read((reader) => readRowsWithProgress(reader, page));
  return rows.flatMap(({ progress }) => (progress === undefined ? [] : [progress]));
};

export const ledgerOf = async ({ context }: Desk, runId: string): Promise<LedgerEntry[]> => {
  const rows = await context.store.read((reader) => readLedger(reader, runId, 0, 100_000));
  return rows.map(({ entry }) => JSON.parse(entry));
};

/** The chain holds, the ledgers are those that it stands for, and no answer is without its call. */
export const expectConsistent = async (desk: Desk, caseId: string): Promise<void> => {
  expect((await desk.cases.verify(caseId)).problems).toEqual([]);
  const state = await desk.cases.state(caseId);
  expect(await checkLedgers(desk.context.store, state)).toEqual([]);
  for (const { id, ledger } of await desk.runs.list(caseId)) {
    const entries = await ledgerOf(desk, id);
    expect(entries).toHaveLength(ledger.entries);
    const open = new Set<number>();
    for (const { what, row } of entries) {
      if (what === 'answer') expect(open.has(row)).toBe(true);
      if (what === 'call') open.add(row);
      else open.delete(row);
    }
    const ended = state.tokenRuns.find(({ started }) => started.runId === id)?.ended;
    if (ended !== undefined) expect(ended.ledger).toEqual(ledger);
  }
};

const lanes = 3;

/** Does something with each, several at a time, as most of it waits for the disk; each lane has a fixture of its own. */
export const inLanes = async <T>(
  first: Fixture,
  all: readonly T[],
  work: (fixture: Fixture, one: T) => Promise<void>,
): Promise<void> => {
  const fixtures = [first, ...(await Promise.all(Array.from({ length: lanes - 1 }, () => startFixture())))];
  let next = 0;
  await Promise.all(
    fixtures.map(async (fixture) => {
      for (let n = next++; n < all.length; n = next++) await work(fixture, all[n] as T);
    }),
  );
};
