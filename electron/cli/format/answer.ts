import { oneLine } from '#base/terminal-text.ts';
import { columns } from '#cli/output.ts';
import { answerOutcomeLabels, answerPartLabels } from '#contract/answer-labels.ts';
import type { AnswerImportResult } from '#contract/exchange.ts';
import { formatInstant, formatList } from '#contract/format.ts';
import { formatImport } from './import.ts';

/** The import of a filled-in form as a person reads it. */
export const formatAnswer = (result: AnswerImportResult, all: boolean): string => {
  const { name, by, digest, exportedAt, before, parts, leftOut, tokens } = result;
  const about = [
    `Filled in by ${oneLine(by.name)} (${oneLine(by.role)}) on ${formatInstant(by.at)}, in the form of ${formatInstant(exportedAt)}.`,
    `SHA-256 of ${oneLine(name)}: ${digest}. Compare it with the one that the integrator told you.`,
    ...(before === undefined
      ? []
      : [`The same file was imported on ${formatInstant(before.at)} by ${oneLine(before.by)}.`]),
  ];
  const table = columns([
    ['PART', 'OUTCOME', ''],
    ...parts.map(({ part, outcome, text }) => [
      answerPartLabels[part],
      answerOutcomeLabels[outcome],
      oneLine(text),
    ]),
  ]);
  return [
    about.join('\n'),
    table,
    ...(leftOut.length === 0
      ? []
      : [`Left out by the integrator: ${formatList(leftOut.map((part) => answerPartLabels[part]))}.`]),
    ...(tokens === undefined || tokens.problemCount === 0 ? [] : [formatImport(tokens, all)]),
    endOf(result),
  ].join('\n\n');
};

const endOf = ({ dryRun, parts }: AnswerImportResult): string => {
  if (dryRun) return 'Dry run: nothing was recorded.';
  if (parts.some(({ outcome }) => outcome === 'waiting')) {
    return 'Import the same file again once the steps before are done: only what waits is recorded then.';
  }
  return parts.every(({ outcome }) => outcome === 'already')
    ? 'No change: everything in this file is on record.'
    : 'Everything in this file is on record.';
};
