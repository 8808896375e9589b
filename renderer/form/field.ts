import { h } from './dom.ts';
import type { Language } from './language.ts';

export type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Something to correct, at the place where it is. */
export interface Problem {
  readonly input: HTMLElement;
  readonly message: string;
}

/** A labelled input with its help, and a place for what is wrong with it. */
export interface Field<T extends Input = Input> {
  readonly element: HTMLElement;
  readonly input: T;
  say(problem: string | undefined): void;
}

interface FieldOptions {
  readonly label: string;
  readonly help?: string | undefined;
  readonly example?: string | undefined;
  /** Behind the label, such as "optional". */
  readonly note?: string | undefined;
  /** Behind the input. */
  readonly beside?: HTMLElement | undefined;
}

export const field = <T extends Input>(
  input: T,
  options: FieldOptions,
  { say: text }: Language,
): Field<T> => {
  const { label, help, example, note, beside } = options;
  const { id } = input;
  const helpId = `${id}-help`;
  const problemId = `${id}-problem`;
  const problem = h('p', { class: 'problem', id: problemId, hidden: true });
  const hint = [help, example === undefined ? undefined : text('page.example', { example })]
    .filter(Boolean)
    .join(' ');
  if (hint !== '') input.setAttribute('aria-describedby', helpId);
  return {
    input,
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label, note !== undefined && h('span', { class: 'note' }, ` ${note}`)),
      hint !== '' && h('p', { class: 'help', id: helpId }, hint),
      beside === undefined ? input : h('div', { class: 'row' }, input, beside),
      problem,
    ),
    say(message) {
      problem.textContent = message ?? '';
      problem.hidden = message === undefined;
      if (message === undefined) input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      const describedBy = [hint === '' ? [] : helpId, message === undefined ? [] : problemId]
        .flat()
        .join(' ');
      if (describedBy === '') input.removeAttribute('aria-describedby');
      else input.setAttribute('aria-describedby', describedBy);
    },
  };
};

export const textInput = (id: string, attributes: Readonly<Record<string, string>> = {}): HTMLInputElement =>
  h('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false', ...attributes });

/** A choice with its label behind it. */
export const choice = (
  attributes: Readonly<Record<string, string | boolean>>,
  label: string,
): { readonly element: HTMLLabelElement; readonly input: HTMLInputElement } => {
  const input = h('input', attributes);
  return { input, element: h('label', { class: 'choice' }, input, h('span', {}, label)) };
};
