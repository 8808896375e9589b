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
export const copyButton = (text: string, what: string): HTMLButtonElement => {
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => button.replaceChildren('Copied'),
      () => button.replaceChildren('Select the text to copy it'),
    );
  });
  return button;
};
