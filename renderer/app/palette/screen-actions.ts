import type { Entry } from './arrange.ts';

/** Buttons, and links that look like them. */
const acting = '#main button, #main a.mantine-Button-root';
/** Of one row of many, of a text or a tree, and those whose keys the registry of shortcuts has. */
const elsewhere =
  '[role="row"], tr, [role="listbox"], [role="menu"], [role="tree"], [role="tablist"], pre, nav, [aria-hidden="true"], [aria-keyshortcuts], [data-in-palette="no"]';

/**
 * Everything that the buttons of the present screen do, so that the palette offers no less and nothing else; those that
 * are disabled with the reason that they give. Names that stand for several buttons are left out.
 */
export const screenActions = (document: Document): readonly Entry[] => {
  if (document.querySelector('[aria-modal="true"]') !== null) return [];
  const buttons = [...document.querySelectorAll<HTMLElement>(acting)].filter(isOffered);
  const named = Map.groupBy(buttons, nameOf);
  return [...named].flatMap(([name, [button, ...others]]) =>
    button === undefined || others.length > 0 || name === '' ? [] : [entryOf(name, button)],
  );
};

const isOffered = (button: HTMLElement): boolean =>
  button.tabIndex >= 0 &&
  ['button', null].includes(button.getAttribute('role')) &&
  button.closest(elsewhere) === null &&
  button.checkVisibility({ visibilityProperty: true });

const nameOf = (button: HTMLElement): string =>
  (button.getAttribute('aria-label') ?? button.textContent).replace(/\s+/g, ' ').trim();

const longestReason = 160;

/** A disabled button of a form has its reason in the text that follows it. */
const besideIt = (button: HTMLElement): string => {
  const text = button.nextElementSibling?.textContent?.trim() ?? '';
  return text.length <= longestReason ? text : '';
};

/** "Start run: import a list first" is an action and its reason. */
const entryOf = (name: string, button: HTMLElement): Entry => {
  const isDisabled = button.matches(':disabled, [data-disabled], [aria-disabled="true"]');
  const [label = name, ...why] = isDisabled ? name.split(': ') : [name];
  const reason = why.join(': ') || button.title || besideIt(button) || 'not possible now';
  return {
    id: `screen-action:${label}`,
    group: 'actions',
    label,
    ...(isDisabled && { reason }),
    run: () => {
      button.focus();
      button.click();
    },
  };
};
