import type { ErrorInfo } from '#contract/errors.ts';
import { CommandError } from './command-error.ts';

/**
 * What was answered instead of doing it, as an error for a person: its sentence, and both sides of a conflict.
 * @param called who answered, as the beginning of a sentence
 */
export const refusal = (statusCode: number, answer: string, called: string): CommandError => {
  try {
    const { error, detailedErrorCode, unconfirmed, conflict, signers } = JSON.parse(answer) as {
      error: string;
      detailedErrorCode?: number;
    } & ErrorInfo;
    if (typeof error !== 'string') return unexpected(statusCode, answer, called);
    const both = conflict === undefined ? [] : conflictLines(conflict);
    return new CommandError([error, ...both].join('\n'), 1, {
      ...(detailedErrorCode === undefined ? {} : { errorCode: detailedErrorCode }),
      ...(unconfirmed === undefined ? {} : { unconfirmed }),
      ...(signers === undefined ? {} : { signers }),
    });
  } catch {
    return unexpected(statusCode, answer, called);
  }
};

/** An answer that is none of ours, such as a proxy's page. */
export const unexpected = (statusCode: number, answer: string, called: string): CommandError =>
  new CommandError(
    `${called} responded ${statusCode} in an unexpected format: ${answer.slice(0, shownLength).trim() || 'an empty body'}`,
  );

const conflictLines = ({ yours, theirs }: NonNullable<ErrorInfo['conflict']>): string[] => [
  `  yours:  ${start(yours)}`,
  ...theirs.map(
    ({ seq, kind, actor, at, content }) =>
      `  theirs: entry ${seq}, ${kind}, ${actor}, ${at}: ${start(content)}`,
  ),
];

const shownLength = 400;

const start = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
};
