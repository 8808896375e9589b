import { answerFormat, answerVersion } from '#contract/answer-format.ts';
import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import { formatInstant } from '#contract/format.ts';
import { callbackSection } from './callback.ts';
import { detailsSection } from './details.ts';
import { copyButton, h, show } from './dom.ts';
import { choice, type Problem } from './field.ts';
import type { Language } from './language.ts';
import { personSection } from './person.ts';
import { contentsElement, errorSummary, sealedElement } from './review.ts';
import { sealAnswer } from './seal-answer.ts';
import type { Section } from './section.ts';
import { syncingSection } from './syncing.ts';
import { tokenSection } from './tokens.ts';
import { windowSection } from './window.ts';

/** The whole form, as the elements of the page. */
export const createForm = (form: ExchangeForm, language: Language): HTMLElement[] => {
  const { say } = language;
  const { callbackUrl, integrator } = form;
  document.title = say('page.titleOf', { integrator });
  const refresh = (): void => {
    contents.replaceChildren(contentsElement(readAll(false), language));
  };
  const tokens = tokenSection(form, language, () => refresh());
  const sections: readonly Section[] = [
    personSection(language),
    detailsSection(form, language),
    windowSection(form, language),
    ...(callbackUrl === undefined ? [] : [callbackSection({ ...form, callbackUrl }, language)]),
    tokens,
    syncingSection(form, language),
  ];
  const recipient = recipientSection(form, language);
  const summary = errorSummary(language);
  const contents = h('div', {});
  const result = h('div', { 'aria-live': 'polite' });
  const button = h('button', { type: 'submit', class: 'primary' }, say('seal.button'));
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h(
    'form',
    { novalidate: true, autocomplete: 'off' },
    ...sections.map((section) => section.element),
    recipient.element,
    h(
      'section',
      { 'aria-labelledby': 'review' },
      h('h2', { id: 'review' }, say('review.title')),
      contents,
      failure,
      h('p', { class: 'row' }, button),
    ),
  );
  const readAll = (mark: boolean) => {
    const readings = [...sections.map((section) => section.read(mark)), recipient.read(mark)];
    const all = <T>(of: (reading: (typeof readings)[number]) => readonly T[]): T[] => readings.flatMap(of);
    return {
      answer: Object.assign({}, ...readings.map(({ answer }) => answer)) as Partial<ExchangeAnswer>,
      problems: all<Problem>(({ problems }) => problems),
      holds: all(({ holds }) => holds),
      leftOut: all(({ leftOut }) => leftOut),
    };
  };
  const seal = async (): Promise<void> => {
    const { answer, problems, holds, leftOut } = readAll(true);
    summary.show(problems);
    show(failure, false);
    if (problems.length > 0) return;
    const { formId, caseId } = form;
    const at = new Date().toISOString();
    const whole = {
      format: answerFormat,
      version: answerVersion,
      formId,
      caseId,
      ...(answer as Pick<ExchangeAnswer, 'name' | 'role' | 'fields'>),
      at,
    } satisfies ExchangeAnswer;
    button.disabled = true;
    button.textContent = say('seal.busy');
    try {
      const sealed = await sealAnswer(whole, tokens.file(), form.recipient);
      const shown = sealedElement(sealed, fileName(form, at), { holds, leftOut }, language);
      result.replaceChildren(shown);
      shown.focus();
      isSealed = true;
    } catch (error) {
      const isFile = error instanceof DOMException;
      failure.textContent = isFile ? say('seal.listGone') : say('seal.failed', { problem: String(error) });
      show(failure, true);
    } finally {
      button.disabled = false;
      button.textContent = say('seal.button');
    }
  };
  let isTouched = false;
  let isSealed = false;
  const touch = (): void => {
    isTouched = true;
    isSealed = false;
    result.replaceChildren();
    refresh();
  };
  element.addEventListener('input', touch);
  element.addEventListener('change', touch);
  element.addEventListener('drop', touch);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    void seal();
  });
  addEventListener('beforeunload', (event) => {
    if (isTouched && !isSealed) event.preventDefault();
  });
  refresh();
  return [heading(form, language), h('main', {}, summary.element, element, result)];
};

const heading = (
  { integrator, platformName, caseName, exportedAt, exportedBy }: ExchangeForm,
  { say, dates }: Language,
): HTMLElement =>
  h(
    'header',
    {},
    h('h1', {}, say('page.heading', { platform: platformName })),
    h(
      'dl',
      { class: 'facts' },
      ...[
        [say('page.integrator'), integrator],
        [say('page.case'), caseName],
        [say('page.from'), say('page.fromText', { name: exportedBy, at: dates(formatInstant(exportedAt)) })],
      ].flatMap(([term, text]) => [h('dt', {}, term), h('dd', {}, text)]),
    ),
    h('p', {}, say('page.intro')),
  );

/** Whom the file is sealed for: compared by a person, as a page that was exchanged would say its own. */
const recipientSection = ({ recipient, fingerprint }: ExchangeForm, language: Language): Section => {
  const { say } = language;
  const compared = choice({ type: 'checkbox', id: 'compared' }, say('recipient.compared'));
  return {
    element: h(
      'section',
      { 'aria-labelledby': 'recipient' },
      h('h2', { id: 'recipient' }, say('recipient.title')),
      h('p', { class: 'intro' }, say('recipient.intro')),
      h(
        'dl',
        { class: 'facts' },
        h('dt', {}, say('recipient.fingerprint')),
        h('dd', {}, h('code', { id: 'fingerprint' }, fingerprint)),
        h('dt', {}, say('recipient.key')),
        h('dd', {}, h('code', {}, recipient), copyButton(recipient, say('recipient.copy'), language)),
      ),
      compared.element,
    ),
    read(mark) {
      const message = compared.input.checked ? undefined : say('recipient.notCompared');
      if (mark) compared.input.toggleAttribute('aria-invalid', message !== undefined);
      return {
        answer: {},
        problems: message === undefined ? [] : [{ input: compared.input, message }],
        holds: [],
        leftOut: [],
      };
    },
  };
};

const fileName = ({ caseName }: ExchangeForm, at: string): string => {
  const plain = caseName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'case'}-${at.slice(0, 10)}.age`;
};
