import type { AnswerPart } from '#contract/answered-form.ts';
import type { CaseAction } from '#contract/case.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { CaseState, Changes } from './state.ts';

type Kind = Extract<CaseAction['kind'], `exchange.${string}`>;

/** What entries about the exchange with the integrator change. */
export const foldExchange: Changes<Kind> = {
  'exchange.formExported': ({ forms }, { formId, ...form }, record) => ({
    forms: new Map([...forms, [formId, { ...form, ...record }]]),
  }),
  'exchange.answerReceived': ({ formAnswers }, { given, ...answer }, record) => ({
    formAnswers: new Map([
      ...formAnswers,
      [
        given.digest,
        { ...answer, ...given, ...record, recorded: formAnswers.get(given.digest)?.recorded ?? new Set() },
      ],
    ]),
  }),
};

/** The part of an answer that an entry puts on record. */
const partOf: Partial<Record<CaseAction['kind'], AnswerPart>> = {
  'runbook.detailsSupplied': 'details',
  'runbook.windowProposed': 'window',
  'runbook.windowAgreed': 'window',
  'runbook.callbackChecked': 'callback',
  'tokens.imported': 'tokens',
  'runbook.syncingConfirmed': 'syncing',
};

/** Any entry may be given by an answer: so the chain tells which parts of it are on record, also after a crash. */
export const foldGiven = ({ formAnswers }: CaseState, { kind, content }: CaseAction): Partial<CaseState> => {
  const { given } = content as { readonly given?: GivenBy };
  const part = partOf[kind];
  const answer = given && formAnswers.get(given.digest);
  if (part === undefined || answer === undefined) return {};
  const recorded = new Set([...answer.recorded, part]);
  return { formAnswers: new Map([...formAnswers, [answer.digest, { ...answer, recorded }]]) };
};
