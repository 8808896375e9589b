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

/** A disabled one is described by its reason, which its name may end with too: "Start run: import a list first". */
const entryOf = (name: string, button: HTMLElement): Entry => {
  const isDisabled = button.matches(':disabled, [aria-disabled="true"]');
  const reason = button.getAttribute('aria-description') ?? 'not possible now';
  const label = isDisabled ? name.replace(/: .*/, '') : name;
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
