import { malformedDetail } from '#contract/detail-rules.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { formatCount } from '#contract/format.ts';
import { kindOf } from '#renderer/lib/detail-kind.ts';
import { h } from './dom.ts';
import { type Field, field, type Input, textInput } from './field.ts';
import { type Section, sectionElement } from './section.ts';

type Detail = ExchangeForm['fields'][number];

/** Step 1: the details that the platform needs, by the rules of the desk. */
export const detailsSection = ({ fields, platformName }: ExchangeForm): Section => {
  const asked = fields.map((detail) => ({ detail, ...fieldOf(detail) }));
  return {
    element: sectionElement(
      'Application details',
      `Support needs these for your application at ${platformName}. Secret values are sealed with the rest.`,
      ...asked.map(({ element }) => element),
    ),
    read(mark) {
      const given = asked.map((one) => ({ ...one, ...readField(one) }));
      for (const { say, message } of given) if (mark) say(message);
      const answer = Object.fromEntries(
        given.flatMap(({ detail, value, message }) =>
          value === '' || message !== undefined ? [] : [[detail.name, value]],
        ),
      );
      const count = Object.keys(answer).length;
      const lacking = fields.filter(
        ({ name, required, supplied }) => required && !supplied && !Object.hasOwn(answer, name),
      );
      return {
        answer: { fields: answer },
        problems: given.flatMap(({ input, message }) => (message === undefined ? [] : [{ input, message }])),
        holds: count === 0 ? [] : [formatCount(count, 'application detail')],
        leftOut: lacking.map(({ label }) => `${label} (required)`),
      };
    },
  };
};

const readField = ({ detail, input }: { readonly detail: Detail; readonly input: Input }) => {
  const value = input.value.trim();
  const isWrong = value !== '' && !fits(detail.pattern, value);
  return { value, message: isWrong ? malformedDetail(detail).message : undefined };
};

const fits = (pattern: string, value: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(value);

const fieldOf = (detail: Detail): Field => {
  const { name, label, help, example, required, supplied, secret } = detail;
  const input = inputOf(detail);
  return field<Input>(input, {
    label,
    help,
    example,
    note: supplied ? 'on record: leave empty to keep it' : required ? undefined : 'optional',
    beside: secret ? revealButton(input as HTMLInputElement, name) : undefined,
  });
};

const inputOf = ({ name, pattern, secret }: Detail): Input => {
  const id = `detail-${name}`;
  const kind = kindOf(pattern);
  if (kind.kind === 'choice' && !secret) {
    const options = kind.choices.map((value) => h('option', { value }, value));
    return h('select', { id }, h('option', { value: '' }, 'Choose…'), ...options);
  }
  return textInput(id, {
    maxlength: '4000',
    ...(secret ? { type: 'password', autocomplete: 'new-password' } : {}),
  });
};

const revealButton = (input: HTMLInputElement, name: string): HTMLElement => {
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `Show ${name}` }, 'Show');
  button.addEventListener('click', () => {
    const isHidden = input.type === 'password';
    input.type = isHidden ? 'text' : 'password';
    button.textContent = isHidden ? 'Hide' : 'Show';
    button.setAttribute('aria-label', `${isHidden ? 'Hide' : 'Show'} ${name}`);
  });
  return button;
};
