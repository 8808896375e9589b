import PQueue from 'p-queue';
import { runTask } from '#base/worker/run-task.ts';
import { Closed, Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { AnswerImportRequest, type AnswerImportResult } from '#contract/exchange.ts';
import { TokenImportRequest, type TokenImportResult } from '#contract/token-rows.ts';
import type { JobHandle, Work } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type AnswerPlace, isAnswer } from '#desk/tokens/answer-pieces.ts';
import { answerSource } from '#desk/tokens/import/source.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerInHand, ExchangeParts } from './parts.ts';
import type { ReadAnswer, ReadAnswerTask } from './read-answer.ts';
import { recordAnswer } from './record-answer.ts';

/** Of a list of 200,000 rows, no more than a few pieces are held. */
const bounds = { timeMs: 60_000, heapMb: 256, isLong: true };

type Asked = Pick<AnswerInHand, 'caseId' | 'actor' | 'from' | 'dryRun' | 'only'> & {
  /** Of the file, as people know it. */
  readonly fileName: string | undefined;
};

export const createAnswerImports = (
  context: DeskContext,
  parts: ExchangeParts,
): Pick<Exchange, 'importAnswer' | 'importTokens'> => {
  const { jobs, cases, imports } = parts;
  // Two of the same file would both find that nothing of it is on record.
  const turns = new PQueue({ concurrency: 1 });

  const workOf = async (
    { fileName, ...asked }: Asked,
    resultOf: (result: AnswerImportResult) => AnswerImportResult | TokenImportResult,
  ): Promise<Work> => {
    const { caseId, from, dryRun } = asked;
    const { state } = await cases.state(caseId);
    if (state !== 'open' && !dryRun) throw new CatalogueError('case.notOpen', { state });
    const name = await answerSource(from, fileName, context.dataDir);
    const work = async (job: JobHandle) => {
      job.progress({ done: 0, unit: 'steps', text: `Reading ${name}` });
      const { keys, recipients } = context.sealingKeys;
      const task: ReadAnswerTask = { from, name, keys, recipients };
      const read = await runTask<ReadAnswer>('answer-file', task, {
        what: name,
        ...bounds,
        signal: job.signal,
      });
      const { formId, name: by, role } = read.answer;
      const given = { formId, digest: read.digest, name: by, role };
      return resultOf(await recordAnswer(parts, { ...read, ...asked, name, given, job }));
    };
    return (job) => turns.add(() => work(job), { signal: job.signal });
  };

  // Each part is on record with the form that it came with: one that is resumed completes what was cut off.
  const startAnswer = jobs.define('answer', {
    kind: 'answer',
    input: Closed({ caseId: Uuid, request: AnswerImportRequest }),
    caseOf: ({ caseId }) => caseId,
    filesOf: ({ request: { path } }) => [path],
    begin: ({ caseId, request: { path, name, dryRun = false } }, actor) =>
      workOf({ caseId, actor, from: { path }, dryRun, fileName: name }, (result) => result),
  });
  const startList = jobs.define('answer-list', {
    kind: 'tokens-import',
    input: Closed({ caseId: Uuid, request: TokenImportRequest }),
    caseOf: ({ caseId }) => caseId,
    filesOf: ({ request: { path } }) => (path === undefined ? [] : [path]),
    once: ({ request: { content } }) =>
      content === undefined ? undefined : 'What was pasted for it is not kept: paste it again.',
    begin({ caseId, request }, actor) {
      const { name: fileName, dryRun = false } = request;
      const from = placeOf(request) as AnswerPlace;
      return workOf({ caseId, actor, from, dryRun, fileName, only: onlyList(request) }, listOf);
    },
  });

  return {
    importAnswer: (caseId, request, actor) => startAnswer({ caseId, request }, actor),
    async importTokens(caseId, request, actor) {
      const from = placeOf(request);
      const isForm = from !== undefined && (await isAnswer({ from, keys: context.sealingKeys.keys }));
      return isForm ? startList({ caseId, request }, actor) : imports.start(caseId, request, actor);
    },
  };
};

/** Undefined for what the imports of tokens refuse. */
const placeOf = ({ path, content, armored }: TokenImportRequest): AnswerPlace | undefined => {
  if (path === undefined) {
    return content === undefined ? undefined : { content, ...(armored === undefined ? {} : { armored }) };
  }
  return content === undefined ? { path } : undefined;
};

/** The list has a name of its own, which tells more than that of the file it was sealed in. */
const onlyList = ({
  name,
  format,
  platformKey,
  mapping,
}: TokenImportRequest): NonNullable<AnswerInHand['only']> => ({
  ...(name === undefined || /\.age$/i.test(name) ? {} : { name }),
  ...(format === undefined ? {} : { format }),
  ...(platformKey === undefined ? {} : { platformKey }),
  ...(mapping === undefined ? {} : { mapping }),
});

const listOf = ({ tokens, remarks, parts, ...form }: AnswerImportResult): TokenImportResult => {
  const { digest, formId, exportedAt, by } = form;
  const others = parts.filter(({ part }) => part !== 'tokens');
  const list = tokens as TokenImportResult;
  return {
    ...list,
    remarks: [...remarks, ...list.remarks],
    form: { digest, formId, exportedAt, by, parts: others },
  };
};
