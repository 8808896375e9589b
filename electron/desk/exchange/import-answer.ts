import { dirname } from 'node:path';
import PQueue from 'p-queue';
import { runTask } from '#base/worker/run-task.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { AnswerImportResult, AnswerPart } from '#contract/exchange.ts';
import { answerParts } from '#contract/exchange.ts';
import type { CaseState, FormAnswer } from '#desk/cases/state.ts';
import type { JobHandle } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { answerSource } from '#desk/tokens/import/source.ts';
import { checkAnswer } from './check-answer.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerInHand, ExchangeParts } from './parts.ts';
import type { ReadAnswer, ReadAnswerTask } from './read-answer.ts';
import { createRecorders, type PartRecorder } from './record-parts.ts';

/** Of a list of 200,000 rows, no more than a few pieces are held. */
const bounds = { timeMs: 60_000, heapMb: 256, isLong: true };

export const createAnswerImport = (context: DeskContext, parts: ExchangeParts): Exchange['importAnswer'] => {
  const { jobs, cases } = parts;
  // Two of the same file would both find that nothing of it is on record.
  const turns = new PQueue({ concurrency: 1 });
  return async (caseId, request, actor) => {
    const { state } = await cases.state(caseId);
    if (state !== 'open' && !request.dryRun) throw new CatalogueError('case.notOpen', { state });
    const name = await answerSource(request, dirname(context.store.path));
    const work = async (job: JobHandle): Promise<AnswerImportResult> => {
      job.progress({ done: 0, unit: 'steps', text: `Reading ${name}` });
      const { keys, recipients } = context.sealingKeys;
      const task: ReadAnswerTask = { path: request.path, name, keys, recipients };
      const read = await runTask<ReadAnswer>('answer-file', task, {
        what: name,
        ...bounds,
        signal: job.signal,
      });
      const { formId, name: by, role } = read.answer;
      const given = { formId, digest: read.digest, name: by, role };
      const hand = {
        ...read,
        caseId,
        actor,
        name,
        path: request.path,
        given,
        dryRun: request.dryRun ?? false,
        job,
      };
      return carryOut(parts, hand);
    };
    return jobs.start('answer', (job) => turns.add(() => work(job), { signal: job.signal }), caseId);
  };
};

const carryOut = async (parts: ExchangeParts, hand: AnswerInHand): Promise<AnswerImportResult> => {
  const { cases } = parts;
  const { caseId, answer, digest, given, dryRun, name } = hand;
  const before = await cases.state(caseId);
  const { form, remarks } = checkAnswer(before, hand);
  const recorders = createRecorders(parts, hand);
  const included = answerParts.filter((part) => recorders[part] !== undefined);
  // The list as a whole, too, is in order before anything is recorded.
  const looked = await recorders.tokens?.check();
  const known = before.formAnswers.get(digest);
  if (!dryRun && known === undefined) await receive(parts, hand, included);
  const outcomes: AnswerImportResult['parts'] = [];
  for (const part of included) {
    const recorder = recorders[part] as PartRecorder;
    hand.job.signal.throwIfAborted();
    hand.job.progress({
      done: outcomes.length,
      total: included.length,
      unit: 'steps',
      text: recorder.progress,
    });
    const answered = (await cases.state(caseId)).formAnswers.get(digest);
    outcomes.push({ part, ...(await outcomeOf(recorder, part, dryRun, answered)) });
  }
  const { at, actor: by } = known ?? {};
  return {
    dryRun,
    name,
    digest,
    formId: given.formId,
    exportedAt: form.at,
    by: { name: given.name, role: given.role, at: answer.at },
    ...(at === undefined || by === undefined ? {} : { before: { at, by } }),
    parts: outcomes,
    leftOut: answerParts.filter((part) => !included.includes(part)),
    remarks,
    ...tokensOf(looked, recorders.tokens?.result()),
  };
};

const tokensOf = (...results: readonly (AnswerImportResult['tokens'] | undefined)[]) => {
  const tokens = results.findLast((one) => one !== undefined);
  return tokens === undefined ? {} : { tokens };
};

/** On record before anything that it says, so that what was cut off is known. */
const receive = async (
  { cases }: ExchangeParts,
  { caseId, actor, answer, given }: AnswerInHand,
  included: readonly AnswerPart[],
): Promise<CaseState> => {
  const { tokens, at } = answer;
  const list = tokens && { name: tokens.name, digest: tokens.digest, rows: tokens.rows };
  return cases.act(caseId, actor, {
    kind: 'exchange.answerReceived',
    content: { given, answered: at, parts: [...included], ...(list === undefined ? {} : { list }) },
  });
};

/** Reasons for which a part waits: the others are recorded, and the file can be imported again. */
const waits: ReadonlySet<string> = new Set([
  'runbook.stepBefore',
  'runbook.noWindow',
  'runbook.windowChanged',
  'runbook.windowAgreed',
  'runbook.noCallbackUrl',
]);

const outcomeOf = async (
  { ready, record }: PartRecorder,
  part: AnswerPart,
  dryRun: boolean,
  answered: FormAnswer | undefined,
): Promise<Omit<AnswerImportResult['parts'][number], 'part'>> => {
  if (answered?.recorded.has(part)) return { outcome: 'already', text: ready };
  if (dryRun) return { outcome: 'ready', text: ready };
  try {
    return await record(answered);
  } catch (error) {
    if (!(error instanceof CatalogueError) || !waits.has(error.code)) throw error;
    return { outcome: 'waiting', text: error.message };
  }
};
