import { oneLine } from '#base/terminal-text.ts';
import { columns } from '#cli/output.ts';
import { answerOutcomeLabels, answerPartLabels } from '#contract/answer-labels.ts';
import type { AnsweredForm } from '#contract/answered-form.ts';
import type { AnswerImportResult } from '#contract/exchange.ts';
import { formatInstant, formatList } from '#contract/format.ts';
import { formatImport } from './import.ts';

/** The import of a filled-in form as a person reads it. */
export const formatAnswer = (result: AnswerImportResult, all: boolean): string => {
  const { name, before, parts, leftOut, tokens } = result;
  const about = [
    ...formatSource(name, result),
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

const formatSource = (name: string, { by, digest, exportedAt }: AnsweredForm): string[] => [
  `Filled in by ${oneLine(by.name)} (${oneLine(by.role)}) on ${formatInstant(by.at)}, in the form of ${formatInstant(exportedAt)}.`,
  `SHA-256 of ${oneLine(name)}: ${digest}. Compare it with the one that the integrator told you.`,
];

/**
 * What a form holds besides the list that was imported from it.
 * @param command that puts the rest on record
 */
export const formatForm = (name: string, form: AnsweredForm, command: string): string => {
  const about = formatSource(name, form).join('\n');
  const { parts } = form;
  if (parts.length === 0) return `${about}\nThe form holds nothing else.`;
  const table = columns([
    ['PART', 'STATE', ''],
    ...parts.map(({ part, outcome, text }) => [
      answerPartLabels[part],
      outcome === 'already' ? 'on record' : 'not on record',
      oneLine(text),
    ]),
  ]);
  const rest = parts.every(({ outcome }) => outcome === 'already')
    ? 'All of that is on record.'
    : `\`${command}\` puts the rest on record.`;
  return `${about}\nThe form holds besides the token list:\n\n${table}\n\n${rest}`;
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
