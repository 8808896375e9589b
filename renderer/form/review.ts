import { formatBytes } from '#contract/format.ts';
import { copyButton, h, show } from './dom.ts';
import type { Problem } from './field.ts';
import type { SealedAnswer } from './seal-answer.ts';

/** What is wrong, as a list of links, at the top of the form. */
export const errorSummary = () => {
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
      const title =
        problems.length === 1 ? '1 answer needs attention' : `${problems.length} answers need attention`;
      element.replaceChildren(h('h2', {}, title), h('ul', {}, ...lines));
      element.focus();
    },
  };
};

const lines = (entries: readonly string[]): HTMLElement =>
  h('ul', {}, ...entries.map((text) => h('li', {}, text)));

/** What the file will hold, as the form is now. */
export const contentsElement = (holds: readonly string[], leftOut: readonly string[]): HTMLElement =>
  h(
    'div',
    { class: 'grid' },
    h('div', {}, h('h3', {}, 'In the file'), holds.length === 0 ? h('p', {}, 'Nothing yet') : lines(holds)),
    h('div', {}, h('h3', {}, 'Left out'), leftOut.length === 0 ? h('p', {}, 'Nothing') : lines(leftOut)),
  );

/** The file that was made, with what to do with it. */
export const sealedElement = (
  { file, digest }: SealedAnswer,
  name: string,
  contents: { readonly holds: readonly string[]; readonly leftOut: readonly string[] },
): HTMLElement => {
  const link = h(
    'a',
    { class: 'button', download: name, href: URL.createObjectURL(file) },
    'Save sealed file',
  );
  return h(
    'section',
    { class: 'result', 'aria-labelledby': 'sealed', tabindex: '-1' },
    h('h2', { id: 'sealed' }, 'File sealed'),
    h(
      'p',
      {},
      'Send the file to support in any way; only support can open it. Then tell support the SHA-256 in another way, such as by mail.',
    ),
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, 'File'),
      h('dd', {}, `${name} (${formatBytes(file.size)})`),
      h('dt', {}, 'SHA-256'),
      h('dd', {}, h('code', { id: 'digest' }, digest), copyButton(digest, 'SHA-256')),
    ),
    contentsElement(contents.holds, contents.leftOut),
    h('p', { class: 'row' }, link),
  );
};
