import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { recipientFingerprint } from '#base/age/recipient.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { answerVersion } from '#contract/answer-format.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ExchangeForm, type ExportedForm, formFormat, listedCompanies } from '#contract/exchange.ts';
import type { FormExportRequest } from '#contract/form-language.ts';
import { nearestLanguage } from '#contract/languages.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import { formPage } from './form-page.ts';
import { type FormTexts, readFormTexts, translated } from './form-texts.ts';
import type { ExchangeParts } from './parts.ts';

/** Makes the form of a case, and records that it was exported before it leaves the desk. */
export const exportForm = async (
  context: DeskContext,
  { cases, runbooks, templateFile, textsFolder }: ExchangeParts,
  caseId: string,
  request: FormExportRequest,
  actor: string,
): Promise<ExportedForm> => {
  const state = await cases.state(caseId);
  const view = await runbooks.show(caseId);
  // As the last mail to the integrator.
  const language = request.language ?? nearestLanguage(state.mails.at(-1)?.language);
  const texts = readFormTexts(textsFolder, language);
  const { recipient } = context.sealingKeys;
  const fingerprint = recipientFingerprint(recipient);
  const form: ExchangeForm = {
    format: formFormat,
    version: answerVersion,
    formId: context.newId(),
    caseId,
    caseName: state.name,
    integrator: state.integrator,
    language,
    exportedAt: toIso(systemTime.now()),
    exportedBy: actor,
    recipient,
    fingerprint,
    ...askedIn(state, view, texts),
    ...(await openCompanies(runbooks, view)),
  };
  const content = formPage(await template(templateFile), form, texts);
  const { formId } = form;
  const digest = hash('sha256', content);
  await cases.act(caseId, actor, {
    kind: 'exchange.formExported',
    content: { formId, digest, recipient },
  });
  const fileName = `form-${formId.slice(0, 8)}.html`;
  return { formId, fileName, language, digest, recipient, fingerprint, content };
};

const template = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CatalogueError('exchange.notBuilt');
    throw error;
  }
};

/** @throws CatalogueError `runbook.none` */
const askedIn = (
  { runbook }: CaseState,
  { details, window, estimate, callbackUrl }: RunbookView,
  texts: FormTexts,
) => {
  if (runbook === undefined) throw new CatalogueError('runbook.none');
  const { platformKey, platformName, companyFields } = runbook.form;
  return {
    platformKey,
    platformName,
    companyFields: translated(companyFields, texts),
    // Values stay here.
    fields: translated(
      details.map(({ state, value: _value, kept: _kept, ...field }) => ({
        ...field,
        supplied: state === 'given',
      })),
      texts,
    ),
    ...(window === undefined ? {} : { window: windowOf(window) }),
    ...(estimate === undefined ? {} : { estimate: estimateOf(estimate) }),
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  };
};

const windowOf = ({
  id,
  start,
  end,
  zone,
  otherZone,
  local,
  agreements,
}: NonNullable<RunbookView['window']>) => ({
  id,
  start,
  end,
  zone,
  ...(otherZone === undefined ? {} : { otherZone }),
  local,
  agreed: agreements.some(({ party }) => party === 'integrator'),
});

const estimateOf = ({ companies, likelyMs, worstMs }: NonNullable<RunbookView['estimate']>) => ({
  companies,
  likelyMs,
  worstMs,
});

/** Names are only in the rows. */
const openCompanies = async (
  runbooks: Pick<Runbooks, 'companies'>,
  { caseId, syncing: { heldBack, heldBackCount } }: RunbookView,
): Promise<Pick<ExchangeForm, 'companies' | 'companiesOpen'>> => {
  if (heldBackCount > listedCompanies || heldBackCount > heldBack.length) {
    return { companies: [], companiesOpen: heldBackCount };
  }
  const names = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = await runbooks.companies(caseId, {
      limit: 10_000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { ref, name } of page.results) names.set(ref, name);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return {
    companies: heldBack.map((ref) => ({ ref, name: names.get(ref) ?? ref })),
    companiesOpen: heldBackCount,
  };
};
