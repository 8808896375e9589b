import { copyButton, h, show } from './dom.ts';
import type { Problem } from './field.ts';
import type { Language } from './language.ts';
import type { SealedAnswer } from './seal-answer.ts';

/** What is wrong, as a list of links, at the top of the form. */
export const errorSummary = ({ count }: Language) => {
  const element = h('div', { class: 'summary', role: 'alert', tabindex: '-1', hidden: true });
  return {
    element,
    show(problems: readonly Problem[]): void {
      show(element, problems.length > 0);
      if (problems.length === 0) return;
      const lines = problems.map(({ input, message }) => {
        const link = h('a', { href: `#${input.id}` }, message);
        link.addEventListener('click', (event) => {
          event.preventDefault();
          input.focus();
        });
        return h('li', {}, link);
      });
      const title = count(problems.length, 'review.problems');
      element.replaceChildren(h('h2', {}, title), h('ul', {}, ...lines));
      element.focus();
    },
  };
};

const lines = (entries: readonly string[]): HTMLElement =>
  h('ul', {}, ...entries.map((text) => h('li', {}, text)));

export interface Contents {
  readonly holds: readonly string[];
  readonly leftOut: readonly string[];
}

/** What the file will hold, as the form is now. */
export const contentsElement = ({ holds, leftOut }: Contents, { say }: Language): HTMLElement =>
  h(
    'div',
    { class: 'grid' },
    h(
      'div',
      {},
      h('h3', {}, say('review.inFile')),
      holds.length === 0 ? h('p', {}, say('review.nothingYet')) : lines(holds),
    ),
    h(
      'div',
      {},
      h('h3', {}, say('review.leftOut')),
      leftOut.length === 0 ? h('p', {}, say('review.nothing')) : lines(leftOut),
    ),
  );

/** The file that was made, with what to do with it. */
export const sealedElement = (
  { file, digest }: SealedAnswer,
  name: string,
  contents: Contents,
  language: Language,
): HTMLElement => {
  const { say, bytes } = language;
  const link = h(
    'a',
    { class: 'button', download: name, href: URL.createObjectURL(file) },
    say('sealed.save'),
  );
  return h(
    'section',
    { class: 'result', 'aria-labelledby': 'sealed', tabindex: '-1' },
    h('h2', { id: 'sealed' }, say('sealed.title')),
    h('p', {}, say('sealed.next')),
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, say('sealed.file')),
      h('dd', {}, `${name} (${bytes(file.size)})`),
      h('dt', {}, 'SHA-256'),
      h('dd', {}, h('code', { id: 'digest' }, digest), copyButton(digest, 'SHA-256', language)),
    ),
    contentsElement(contents, language),
    h('p', { class: 'row' }, link),
  );
};
