import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { AnswerImportResult } from '#contract/exchange.ts';
import { createExchange } from '#desk/exchange/index.ts';
import { createImports } from '#desk/tokens/import/index.ts';
import { createRunbooks } from '#desk/tokens/managed/index.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { answerTo, formIn, listOf, sealedAnswer } from '#test/support/exchange-form.ts';
import { until } from '#test/support/host-process.ts';
import { type FatalCommit, mortalDesks } from '#test/support/mortal-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

type Life = Awaited<ReturnType<ReturnType<typeof mortalDesks>['start']>>;

const wire = ({ context, cases, jobs, targets, vault }: Life) => {
  const integrations = async () => catalogue;
  const runbooks = createRunbooks(context, { cases, targets, catalogue: integrations });
  const imports = createImports(context, { cases, jobs, vault, catalogue: integrations });
  const templateFile = join(packageRoot(), 'out', 'renderer', 'form.html');
  const textsFolder = join(packageRoot(), 'resources', 'form');
  return {
    runbooks,
    exchange: createExchange(context, { cases, jobs, runbooks, imports, templateFile, textsFolder }),
  };
};

const kindsOf = async ({ cases }: Life, caseId: string): Promise<string[]> =>
  (await cases.entries(caseId, 0, 1000)).map(({ kind }) => kind).filter((kind) => kind !== 'step.changed');

/** Imports the file; undefined if the desk died of it. */
const importing = async (
  life: Life,
  caseId: string,
  path: string,
): Promise<AnswerImportResult | undefined> => {
  const { exchange } = wire(life);
  const { id } = await exchange.importAnswer(caseId, { path }, 'Ada');
  const ended = await until(async () => {
    if (life.isDead()) return 'dead' as const;
    const job = life.jobs.show(id);
    return job.state === 'running' ? undefined : job;
  });
  if (ended === 'dead' || life.isDead()) return undefined;
  expect([ended.state, ended.error]).toEqual(['done', undefined]);
  return ended.result as AnswerImportResult;
};

/** A case whose form was filled in: nothing of it has to wait. */
const filledIn = async (life: Life) => {
  const { runbooks, exchange } = wire(life);
  const { id } = await life.newCase({ name: 'acme' });
  await runbooks.open(id, 'pbtz', 'Ada');
  const form = formIn((await exchange.exportForm(id, {}, 'Ada')).content);
  for (const step of ['schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'By phone' }, 'Ada');
  }
  const list = 'ref,accessToken,refreshToken,businessId\na-1,access-token-1,refresh-token-1,business-1\n';
  const answer = answerTo(form, {
    fields: Object.fromEntries(form.fields.map(({ name, example }) => [name, example])),
    window: { proposed: { zone: 'UTC', start: '2098-03-29T22:00', end: '2098-03-31T06:00' } },
    tokens: listOf(list),
    syncing: { refs: [], list: true },
  });
  const path = join(temporaryFolder(), 'a.age');
  writeFileSync(path, await sealedAnswer(form.recipient, answer, list));
  return { id, path };
};

const expected = [
  ...['exchange.answerReceived', 'runbook.detailsSupplied', 'runbook.windowProposed', 'runbook.windowAgreed'],
  ...['tokens.imported', 'runbook.syncingConfirmed'],
];

test('a desk that dies while it imports an answer completes it the next time, and records nothing twice', async () => {
  const service = await startTestService();
  let life = await mortalDesks({ service }).start();
  const whole = await filledIn(life);
  const known = (await kindsOf(life, whole.id)).length;
  const before = life.commits();
  await importing(life, whole.id, whole.path);
  const commits = life.commits() - before;
  expect((await kindsOf(life, whole.id)).slice(known)).toEqual(expected);
  expect(commits).toBeGreaterThan(5);
  await life.stop();

  // To die before a commit is to die after the one before it.
  const deaths = Array.from({ length: commits }, (_, at): FatalCommit => ({ commit: at + 1, when: 'after' }));
  for (const fatal of deaths) {
    const folder = mortalDesks({ service });
    life = await folder.start();
    const { id, path } = await filledIn(life);
    life.doom(fatal);
    await importing(life, id, path);
    expect([fatal, life.isDead()]).toEqual([fatal, true]);
    await life.end();
    life = await folder.start();
    const completed = await importing(life, id, path);
    expect(completed?.parts.map(({ part }) => part)).toEqual(['details', 'window', 'tokens', 'syncing']);
    expect([fatal, (await kindsOf(life, id)).slice(known)]).toEqual([fatal, expected]);
    await life.stop();
  }
});
