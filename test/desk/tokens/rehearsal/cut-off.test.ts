import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { updateRun } from '#desk/store/token-runs.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createTokens } from '#desk/tokens/index.ts';
import { checkLedgers } from '#desk/tokens/run/check-ledgers.ts';
import { openTestVault } from '#test/support/test-desk-store.ts';
import { someRows, startFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** The tokens module as a desk has it, over that of rehearsals. */
const tokensOf = async ({ context, cases, targets, service }: Fixture) => {
  const vaultStore = await openTestVault(context.dataDir, context.store);
  onTestFinished(() => vaultStore.close());
  const refuse = (): never => {
    throw new Error('Nothing is asked for.');
  };
  const tokens = createTokens(context, {
    vaultStore,
    cases,
    targets,
    jobs: { define: () => refuse, show: refuse, cancel: refuse, list: refuse } as never,
    control: service.control,
    instances: { create: refuse },
    confirm: confirmCalls,
    gateOf: async () => ({ refused: undefined, held: () => undefined }),
  });
  onTestFinished(() => tokens.stop());
  return tokens;
};

/** A rehearsal whose end could not be put on record. */
const cutOff = async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { upvr: 12 }));
  const { id } = await fixture.rehearsals.start(fixture.caseId, { concurrency: 1 }, 'Ada');
  const { act } = fixture.cases;
  fixture.cases.act = async () => {
    throw new CatalogueError('store.full', { path: 'desk.db' });
  };
  await fixture.runs.cancel(fixture.caseId, 'Ada').catch(() => {});
  fixture.cases.act = act;
  return {
    ...fixture,
    id,
    onTarget: async () => (await fixture.service.api('GET', '/companies')).totalResults,
  };
};

test('a rehearsal that was cut off never continues on the real target, and a cancel ends it', async () => {
  const { runs, engine, caseId, id, onTarget, cases, context } = await cutOff();
  await expect(runs.resume(caseId, 'Ada')).rejects.toMatchObject({
    code: 'tokens.noRun',
    message: expect.stringContaining('rehearse again'),
  });
  expect(engine.active(caseId)).toBeUndefined();
  expect(await runs.cancel(caseId, 'Ada')).toMatchObject({ id, kind: 'rehearsal', state: 'cancelled' });
  expect(await onTarget()).toBe(0);
  const state = await cases.state(caseId);
  expect(state.tokenRuns.map((run) => run.state)).toEqual(['cancelled']);
  expect(await checkLedgers(context.store, state)).toEqual([]);
});

test('one whose results alone could not be kept is ended without them', async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { upvr: 12 }));
  const { id } = await fixture.rehearsals.start(fixture.caseId, { concurrency: 1 }, 'Ada');
  const { act } = fixture.cases;
  fixture.cases.act = async () => {
    fixture.cases.act = act;
    throw new CatalogueError('store.full', { path: 'desk.db' });
  };
  expect(await fixture.runs.cancel(fixture.caseId, 'Ada')).toMatchObject({ id, state: 'cancelled' });
  expect((await fixture.cases.state(fixture.caseId)).tokenRuns[0]?.ended?.results).toBeUndefined();
});

test('every rehearsal that was cut off is ended by the next start, also one that an earlier start left', async () => {
  const fixture = await cutOff();
  const { context, caseId, id } = fixture;
  await context.store.write((tx) => updateRun(tx, id, { state: 'interrupted' }));
  const tokens = await tokensOf(fixture);
  await tokens.start();
  expect(await fixture.runs.show(caseId, id)).toMatchObject({
    state: 'cancelled',
    remark: expect.stringContaining('Cut off'),
  });
});

test('a run that begins while its case is being closed keeps it open; a damaged case waits only for one that runs', async () => {
  const fixture = await startFixture();
  const { cases, caseId, context } = fixture;
  const tokens = await tokensOf(fixture);
  await fixture.rows(await someRows(fixture.service, { upvr: 2 }));
  const refuse = await tokens.refuseUnfinished(caseId);
  await fixture.runs.start(caseId, {}, 'Ada');
  const close = cases.act(caseId, 'Grace', { kind: 'case.closed', content: {} }, { also: refuse });
  await expect(close).rejects.toMatchObject({ code: 'tokens.runActive' });
  const { digest } = await cases.removal(caseId);
  await expect(cases.remove(caseId, digest, 'Grace', refuse)).rejects.toMatchObject({
    code: expect.stringMatching(/^tokens\.runActive$/),
  });
  await fixture.runs.pause(caseId, 'Ada');
  await expect(tokens.refuseUnfinished(caseId)).rejects.toThrow('is paused');

  const sqlite = new Database(join(context.dataDir, 'desk.db'));
  sqlite.exec(`update case_heads set digest = '${'0'.repeat(64)}'`);
  sqlite.close();
  await expect(cases.state(caseId)).rejects.toMatchObject({ code: 'case.damaged' });
  await cases.remove(
    caseId,
    (await cases.removal(caseId)).digest,
    'Grace',
    await tokens.refuseUnfinished(caseId),
  );
});
