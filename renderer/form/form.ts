import { answerFormat, answerVersion } from '#contract/answer-format.ts';
import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import { formatInstant } from '#contract/format.ts';
import { callbackSection } from './callback.ts';
import { detailsSection } from './details.ts';
import { copyButton, h, show } from './dom.ts';
import { choice, type Problem } from './field.ts';
import { personSection } from './person.ts';
import { contentsElement, errorSummary, sealedElement } from './review.ts';
import { sealAnswer } from './seal-answer.ts';
import type { Section } from './section.ts';
import { syncingSection } from './syncing.ts';
import { tokenSection } from './tokens.ts';
import { windowSection } from './window.ts';

/** The whole form, as the elements of the page. */
export const createForm = (form: ExchangeForm): HTMLElement[] => {
  document.title = `Migration form: ${form.integrator}`;
  const { callbackUrl } = form;
  const refresh = (): void => {
    const { holds, leftOut } = readAll(false);
    contents.replaceChildren(contentsElement(holds, leftOut));
  };
  const tokens = tokenSection(form, () => refresh());
  const sections: readonly Section[] = [
    personSection(),
    detailsSection(form),
    windowSection(form),
    ...(callbackUrl === undefined ? [] : [callbackSection({ ...form, callbackUrl })]),
    tokens,
    syncingSection(form),
  ];
  const recipient = recipientSection(form);
  const summary = errorSummary();
  const contents = h('div', {});
  const result = h('div', { 'aria-live': 'polite' });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Seal file');
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h(
    'form',
    { novalidate: true, autocomplete: 'off' },
    ...sections.map((section) => section.element),
    recipient.element,
    h(
      'section',
      { 'aria-labelledby': 'review' },
      h('h2', { id: 'review' }, 'Contents'),
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
    button.textContent = 'Sealing…';
    try {
      const sealed = await sealAnswer(whole, tokens.file(), form.recipient);
      const shown = sealedElement(sealed, fileName(form, at), { holds, leftOut });
      result.replaceChildren(shown);
      shown.focus();
      isSealed = true;
    } catch (error) {
      const isFile = error instanceof DOMException;
      failure.textContent = isFile
        ? 'The token list can’t be read any more. Choose it again, then seal the file.'
        : `The file was not sealed: ${String(error)}. Nothing was saved. Tell support.`;
      show(failure, true);
    } finally {
      button.disabled = false;
      button.textContent = 'Seal file';
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
  return [heading(form), h('main', {}, summary.element, element, result)];
};

const heading = ({ integrator, platformName, caseName, exportedAt, exportedBy }: ExchangeForm): HTMLElement =>
  h(
    'header',
    {},
    h('h1', {}, `Migration of ${platformName} connections`),
    h(
      'dl',
      { class: 'facts' },
      ...[
        ['Integrator', integrator],
        ['Case', caseName],
        ['From', `${exportedBy} (support), ${formatInstant(exportedAt)}`],
      ].flatMap(([term, text]) => [h('dt', {}, term), h('dd', {}, text)]),
    ),
    h(
      'p',
      {},
      'This page works without a network: it loads nothing, sends nothing and stores nothing. Fill in what you can, seal the file, and send it to support. You can fill in the rest later with the same page.',
    ),
  );

/** Whom the file is sealed for: compared by a person, as a page that was exchanged would say its own. */
const recipientSection = ({ recipient, fingerprint }: ExchangeForm): Section => {
  const compared = choice(
    { type: 'checkbox', id: 'compared' },
    'I compared this fingerprint with the one that support told me in another way, and they are the same',
  );
  return {
    element: h(
      'section',
      { 'aria-labelledby': 'recipient' },
      h('h2', { id: 'recipient' }, 'Recipient'),
      h('p', { class: 'intro' }, 'Only the holder of this key can open the file.'),
      h(
        'dl',
        { class: 'facts' },
        h('dt', {}, 'Fingerprint'),
        h('dd', {}, h('code', { id: 'fingerprint' }, fingerprint)),
        h('dt', {}, 'Key'),
        h('dd', {}, h('code', {}, recipient), copyButton(recipient, 'key')),
      ),
      compared.element,
    ),
    read(mark) {
      const message = compared.input.checked
        ? undefined
        : 'Compare the fingerprint with the one from support.';
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
