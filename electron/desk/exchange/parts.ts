import type { GivenBy } from '#contract/given-by.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { JobHandle, Jobs } from '#desk/jobs/jobs.ts';
import type { AnswerPlace } from '#desk/tokens/answer-pieces.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import type { AnsweredList, Imports } from '#desk/tokens/tokens.ts';
import type { ReadAnswer } from './read-answer.ts';

export interface ExchangeParts {
  readonly cases: Cases;
  readonly jobs: Jobs;
  readonly runbooks: Runbooks;
  readonly imports: Pick<Imports, 'start' | 'take'>;
  /** `form.html` as it was built; may not be there. */
  readonly templateFile: string;
  /** Its texts, a file a language. */
  readonly textsFolder: string;
}

/** What an import works with: the file as it was read, and whom it is from. */
export interface AnswerInHand extends ReadAnswer {
  readonly caseId: string;
  readonly actor: string;
  readonly name: string;
  readonly from: AnswerPlace;
  readonly given: GivenBy;
  readonly dryRun: boolean;
  /** Of an import of the token list alone: its name, if another is wanted, and how to read it. */
  readonly only?: { readonly name?: string } & Omit<AnsweredList['request'], 'dryRun'>;
  readonly job: JobHandle;
}
