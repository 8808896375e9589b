import { hash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import type { Attachment } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { RunResults } from '#contract/token-runs.ts';
import type { Cases } from './cases.ts';
import type { CaseState, TokenRunRecord } from './state.ts';

/** The results of one ended run, or the reason there are none. */
export interface FoundResults {
  /** The attachment, as far as the chain still names it. */
  readonly attachment?: Attachment;
  readonly results?: RunResults;
  readonly problem?: string;
}
/** By run id. */
export type ResultsByRun = ReadonlyMap<string, FoundResults>;

/**
 * Reads the results of ended runs. An attachment that was removed, is missing or is damaged is a problem of its run only.
 * @param wanted all runs, if left out
 */
export const readResults = async (
  cases: Pick<Cases, 'attachment'>,
  state: CaseState,
  wanted: readonly TokenRunRecord[] = state.tokenRuns,
): Promise<ResultsByRun> => {
  const found = new Map<string, FoundResults>();
  const ended = wanted.flatMap((run) => run.ended ?? []);
  if (ended.length === 0) return found;
  // Compiled, as thousands of companies are looked through.
  const shape = Compile(RunResults);
  for (const end of ended) found.set(end.runId, await resultsOf(cases, state, end, shape));
  return found;
};

const resultsOf = async (
  cases: Pick<Cases, 'attachment'>,
  { id: caseId, attachments }: CaseState,
  { results: attachmentId, runId }: NonNullable<TokenRunRecord['ended']>,
  shape: Shape,
): Promise<FoundResults> => {
  if (attachmentId === undefined) return { problem: 'The run ended without results.' };
  const attachment = attachments.find(({ id }) => id === attachmentId);
  if (attachment === undefined) {
    return { problem: 'The attachment with the results was removed from the case.' };
  }
  const content = await contentOf(cases, caseId, attachmentId);
  if (content === undefined) {
    return {
      attachment,
      problem: 'The content of the attachment was erased or not imported.',
    };
  }
  if (hash('sha256', content) !== attachment.digest) {
    return {
      attachment,
      problem: 'The attachment was changed (digest mismatch).',
    };
  }
  const results = parsed(content, shape);
  return results?.runId === runId
    ? { attachment, results }
    : { attachment, problem: 'The attachment has no results of this run.' };
};

/** undefined where it was removed or erased later, left out of an import, or sealed under a key that is lost. */
const contentOf = async (
  cases: Pick<Cases, 'attachment'>,
  caseId: string,
  attachmentId: string,
): Promise<Buffer | undefined> => {
  try {
    return await cases.attachment(caseId, attachmentId);
  } catch (error) {
    const gone: readonly string[] = ['attachment.notFound', 'attachment.leftOut', 'attachment.erased'];
    if (error instanceof CatalogueError && gone.includes(error.code)) return undefined;
    throw error;
  }
};

type Shape = { Check(value: unknown): value is RunResults };

const parsed = (content: Buffer, shape: Shape): RunResults | undefined => {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    return shape.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
