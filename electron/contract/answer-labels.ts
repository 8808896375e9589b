import type { AnsweredForm, AnswerPart } from './answered-form.ts';

/** The parts of a filled-in form, and their results. */

export const answerPartLabels: Readonly<Record<AnswerPart, string>> = {
  details: 'Details',
  window: 'Migration window',
  callback: 'Callback URLs',
  tokens: 'Token list',
  syncing: 'Disabled syncing',
};
export const answerOutcomeLabels: Readonly<Record<AnsweredForm['parts'][number]['outcome'], string>> = {
  recorded: 'recorded',
  already: 'on record',
  waiting: 'waiting',
  ready: 'would be recorded',
};
