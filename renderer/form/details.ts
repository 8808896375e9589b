import type { ExchangeForm } from '#contract/exchange.ts';
import { hasForm, kindOf } from '#renderer/lib/detail-kind.ts';
import { h } from './dom.ts';
import { type Field, field, type Input, textInput } from './field.ts';
import type { Language } from './language.ts';
import { type Section, sectionElement } from './section.ts';

type Detail = ExchangeForm['fields'][number];

/** Step 1: the details that the platform needs, by the rules of the desk. */
export const detailsSection = ({ fields, platformName }: ExchangeForm, language: Language): Section => {
  const { say, count } = language;
  const asked = fields.map((detail) => ({ detail, ...fieldOf(detail, language) }));
  return {
    element: sectionElement(
      'details',
      { title: say('details.title'), intro: say('details.intro', { platform: platformName }) },
      ...asked.map(({ element }) => element),
    ),
    read(mark) {
      const given = asked.map((one) => ({ ...one, ...readField(one, language) }));
      for (const { message, ...one } of given) if (mark) one.say(message);
      const answer = Object.fromEntries(
        given.flatMap(({ detail, value, message }) =>
          value === '' || message !== undefined ? [] : [[detail.name, value]],
        ),
      );
      const supplied = Object.keys(answer).length;
      const lacking = fields.filter(
        (one) => one.required && !one.supplied && !Object.hasOwn(answer, one.name),
      );
      return {
        answer: { fields: answer },
        problems: given.flatMap(({ input, message }) => (message === undefined ? [] : [{ input, message }])),
        holds: supplied === 0 ? [] : [count(supplied, 'details.count')],
        leftOut: lacking.map(({ label }) => say('page.required', { label })),
      };
    },
  };
};

const readField = (
  { detail, input }: { readonly detail: Detail; readonly input: Input },
  { say }: Language,
) => {
  const value = input.value.trim();
  const { name, label, example, pattern } = detail;
  const isWrong = value !== '' && !hasForm(pattern, value);
  return { value, message: isWrong ? say('rule.detail', { name, label, example }) : undefined };
};

const fieldOf = (detail: Detail, language: Language): Field => {
  const { say } = language;
  const { name, label, help, example, required, supplied, secret } = detail;
  const input = inputOf(detail, language);
  const note = supplied ? say('details.supplied') : required ? undefined : say('page.optional');
  const beside = secret ? revealButton(input as HTMLInputElement, name, language) : undefined;
  return field<Input>(input, { label, help, example, note, beside }, language);
};

const inputOf = ({ name, pattern, secret }: Detail, { say }: Language): Input => {
  const id = `detail-${name}`;
  const kind = kindOf(pattern);
  if (kind.kind === 'choice' && !secret) {
    const options = kind.choices.map((value) => h('option', { value }, value));
    return h('select', { id }, h('option', { value: '' }, say('details.choose')), ...options);
  }
  return textInput(id, {
    maxlength: '4000',
    ...(secret ? { type: 'password', autocomplete: 'new-password' } : {}),
  });
};

const revealButton = (input: HTMLInputElement, name: string, { say }: Language): HTMLElement => {
  const label = say('details.showWhat', { name });
  const button = h('button', { type: 'button', class: 'small', 'aria-label': label }, say('details.show'));
  button.addEventListener('click', () => {
    const isHidden = input.type === 'password';
    input.type = isHidden ? 'text' : 'password';
    button.textContent = say(isHidden ? 'details.hide' : 'details.show');
    button.setAttribute('aria-label', say(isHidden ? 'details.hideWhat' : 'details.showWhat', { name }));
  });
  return button;
};
