import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Role = Parameters<Page['getByRole']>[0];

/** The most controls that any screen should make a person pass on the way to another one. */
const longestWay = 150;

/** Somebody who has no mouse: what is to be pressed is first reached by keys, and must show that it has the focus. */
export const keyboardOf = (page: Page) => {
  const { keyboard } = page;

  /** Presses a key until the control has the focus. */
  const reach = async (role: Role, name: string | RegExp, key = 'Tab'): Promise<Locator> => {
    const wanted = page.getByRole(role, { name, exact: true });
    // The input of a segmented control has no size; its label has.
    await wanted.first().waitFor({ state: 'attached' });
    const passed: string[] = [];
    while (!(await hasFocus(wanted))) {
      if (passed.length >= longestWay) {
        throw new Error(`${key} does not reach the ${role} ${name}, but:\n${passed.join('\n')}`);
      }
      await keyboard.press(key);
      passed.push(await wordsOfFocus(page));
    }
    expect(await inSight(page), `the ${role} ${name} that has the focus`).toBe('in sight');
    return wanted;
  };

  return {
    reach,
    async press(role: Role, name: string | RegExp): Promise<void> {
      await reach(role, name);
      await keyboard.press('Enter');
    },
    async type(name: string | RegExp, text: string): Promise<void> {
      await reach('textbox', name);
      await keyboard.type(text);
    },
    /** Answers the file dialog that a button opens. */
    async choose(button: string, ...paths: string[]): Promise<void> {
      const opened = page.waitForEvent('filechooser');
      let isOpen = false;
      void opened.then(
        () => {
          isOpen = true;
        },
        () => {},
      );
      // A screen that has just come moves the focus to its head, which may happen between the two.
      while (!isOpen) {
        await reach('button', button);
        await keyboard.press('Enter');
        await Promise.race([opened, page.waitForTimeout(1000)]);
      }
      await (await opened).setFiles(paths);
    },
    /** Goes to a screen, or does something, by the palette. */
    async palette(search: string, action: string | RegExp): Promise<void> {
      await keyboard.press('Control+KeyK');
      await page.getByRole('combobox', { name: /^Search or run/ }).waitFor();
      await keyboard.type(search);
      const found = page.getByRole('option').filter({ hasText: action }).first();
      await found.waitFor();
      while ((await found.getAttribute('aria-selected')) !== 'true') await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    },
    keys: async (...keys: string[]): Promise<void> => {
      for (const key of keys) await keyboard.press(key);
    },
    focus: () => wordsOfFocus(page),
  };
};

/** Counts what is pressed; text that is typed is no press. */
export const countedKeys = ({ keyboard }: Page) => {
  let presses = 0;
  return {
    press: async (key: string, times = 1): Promise<void> => {
      for (let n = 0; n < times; n++) await keyboard.press(key);
      presses += times;
    },
    type: (text: string): Promise<void> => keyboard.type(text),
    presses: (): number => presses,
  };
};

const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((all: { ownerDocument: { activeElement: unknown } }[]) =>
    all.some((element) => element === element.ownerDocument.activeElement),
  );

const wordsOfFocus = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: at } = document;
    const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
    return at.tagName.toLowerCase() + ' ' + label.trim().slice(0, 60);
  })()`);

/** The focus is shown, inside the window, and not below something else. */
const inSight = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: at } = document;
    if (!at.matches(':focus-visible')) return 'not shown to have it';
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const seen = document.elementFromPoint(x, y);
    if (seen === null) return 'outside of the window';
    const same = at.contains(seen) || seen.contains(at) || [...(at.labels ?? [])].some((label) => label.contains(seen));
    return same ? 'in sight' : 'below ' + seen.tagName + ' ' + seen.className;
  })()`);
