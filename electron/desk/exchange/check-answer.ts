import { systemTime } from '#base/clock.ts';
import { registeredUrls } from '#contract/callback-list.ts';
import { CatalogueError } from '#contract/errors.ts';
import { FieldError } from '#contract/field-error.ts';
import { formatList } from '#contract/format.ts';
import { windowTimes } from '#contract/window-rules.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { checkDetails } from '#desk/tokens/managed/form.ts';
import type { AnswerInHand } from './parts.ts';
import { malformed } from './read-answer.ts';

type Form = CaseState['forms'] extends ReadonlyMap<string, infer One> ? One : never;

/**
 * Checks an answer against the case, before anything is recorded; of the token list alone, that it belongs to the case.
 * @throws CatalogueError `exchange.otherCase`, `exchange.formUnknown`, `runbook.none`, `request.invalid` for details,
 *   `exchange.malformed`
 */
export const checkAnswer = (
  state: CaseState,
  { answer, digest, name, only }: Pick<AnswerInHand, 'answer' | 'digest' | 'name' | 'only'>,
): { readonly form: Form; readonly remarks: string[] } => {
  const { caseId, formId, fields, window, callbackUrls } = answer;
  if (caseId !== state.id) throw new CatalogueError('exchange.otherCase', { name, other: caseId });
  const form = state.forms.get(formId);
  if (form === undefined) throw new CatalogueError('exchange.formUnknown', { name });
  const { runbook } = state;
  if (runbook === undefined) throw new CatalogueError('runbook.none');
  if (only !== undefined) return { form, remarks: [] };
  checkDetails(runbook.form.fields, fields);
  const received = state.formAnswers.get(digest);
  if (window !== undefined && 'proposed' in window) {
    checkWindow(window.proposed, name, received?.recorded.has('window') ?? false);
  }
  if (callbackUrls !== undefined && registeredUrls(callbackUrls).length === 0) {
    throw malformed(name, 'its list of callback URLs has no URL');
  }
  // What came on record after the file was received is not replaced by it.
  const since = Object.keys(fields).filter((field) => {
    const seq = runbook.details.get(field)?.seq ?? 0;
    return seq > form.seq && seq < (received?.seq ?? Number.POSITIVE_INFINITY);
  });
  return {
    form,
    remarks:
      since.length === 0 || received?.recorded.has('details')
        ? []
        : [
            `Changed on record after the form was exported, and replaced by this answer: ${formatList(since)}.`,
          ],
  };
};

/** One that was recorded may be over when its file is imported again. */
const checkWindow = (proposed: Parameters<typeof windowTimes>[0], name: string, isKnown: boolean): void => {
  try {
    windowTimes(proposed, isKnown ? 0 : systemTime.now());
  } catch (error) {
    throw error instanceof FieldError
      ? malformed(name, `of its window, ${error.message.replace(/\.$/, '')}`)
      : error;
  }
};
