import type { Language } from './language.ts';

type Child = Node | string | undefined | false;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes and children. Text stays text, whatever is in it. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
};

/** Whether anything can be seen of an element's content. */
export const show = (element: HTMLElement, isShown: boolean): void => {
  element.hidden = !isShown;
};

/** A button that copies a text, and says so. */
export const copyButton = (text: string, what: string, { say }: Language): HTMLButtonElement => {
  const label = say('page.copyWhat', { what });
  const button = h('button', { type: 'button', class: 'small', 'aria-label': label }, say('page.copy'));
  button.addEventListener('click', () => {
    copy(text).then(
      () => button.replaceChildren(say('page.copied')),
      () => button.replaceChildren(say('page.notCopied')),
    );
  });
  return button;
};

/** Rejects, too, where a browser gives a page from a disk no clipboard. */
const copy = async (text: string): Promise<void> => navigator.clipboard.writeText(text);
