import { answerPartLabels } from '#contract/answer-labels.ts';
import { type AnsweredForm, type AnswerPart, answerParts } from '#contract/answered-form.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { AnswerImportResult } from '#contract/exchange.ts';
import { formatList } from '#contract/format.ts';
import type { CaseState, FormAnswer } from '#desk/cases/state.ts';
import type { JobHandle } from '#desk/jobs/jobs.ts';
import { checkAnswer } from './check-answer.ts';
import type { AnswerInHand, ExchangeParts } from './parts.ts';
import { createRecorders, type PartRecorder } from './record-parts.ts';

/**
 * Checks an answer, and puts on record what is not on record already: all of it, or its token list alone.
 * @throws CatalogueError as `checkAnswer`; `exchange.noList`, `tokens.…`
 */
export const recordAnswer = async (parts: ExchangeParts, hand: AnswerInHand): Promise<AnswerImportResult> => {
  const { cases } = parts;
  const { caseId, answer, digest, given, dryRun, name, only } = hand;
  const before = await cases.state(caseId);
  const { form, remarks } = checkAnswer(before, hand);
  const recorders = createRecorders(parts, hand);
  const included = answerParts.filter((part) => recorders[part] !== undefined);
  if (only !== undefined && recorders.tokens === undefined) throw noList(name, included);
  // The list as a whole, too, is in order before anything is recorded.
  const looked = await recorders.tokens?.check();
  const known = before.formAnswers.get(digest);
  if (!dryRun && known === undefined) await receive(parts, hand, included);
  const outcomes: AnsweredForm['parts'] = [];
  for (const part of included) {
    const recorder = recorders[part] as PartRecorder;
    const answered = (await cases.state(caseId)).formAnswers.get(digest);
    const step = { done: outcomes.length, total: included.length, unit: 'steps' } as const;
    outcomes.push({ part, ...(await outcomeOf(part, recorder, { hand, answered, step })) });
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

const noList = (name: string, included: readonly AnswerPart[]): CatalogueError => {
  const parts =
    included.length === 0 ? 'nothing' : formatList(included.map((part) => answerPartLabels[part]));
  return new CatalogueError('exchange.noList', { name, parts });
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

interface OutcomeNow {
  readonly hand: AnswerInHand;
  readonly answered: FormAnswer | undefined;
  readonly step: Omit<Parameters<JobHandle['progress']>[0], 'text'>;
}

const outcomeOf = async (
  part: AnswerPart,
  { ready, record, progress }: PartRecorder,
  { hand, answered, step }: OutcomeNow,
): Promise<Omit<AnsweredForm['parts'][number], 'part'>> => {
  const { job, only, dryRun } = hand;
  // Whoever asks for the list alone has it read again, as any other list.
  const isAlone = only !== undefined && part === 'tokens';
  if (answered?.recorded.has(part) && !isAlone) return { outcome: 'already', text: ready };
  if (dryRun || (only !== undefined && !isAlone)) return { outcome: 'ready', text: ready };
  job.signal.throwIfAborted();
  job.progress({ ...step, text: progress });
  try {
    return await record(answered);
  } catch (error) {
    if (!(error instanceof CatalogueError) || !waits.has(error.code)) throw error;
    return { outcome: 'waiting', text: error.message };
  }
};
