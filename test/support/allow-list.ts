import { expect } from 'vitest';
import type { AllowListFormat } from '#contract/allow-list.ts';
import { CatalogueError } from '#contract/errors.ts';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';

const at = '2026-01-15T09:00:00.000Z';
const open = 'Whether it applies is not in the text, and the other rules decide differently.';

export interface Asked {
  readonly format?: AllowListFormat;
  readonly port?: number;
}

/**
 * What a person is told of a text: a line for each address, or one if both are answered alike; then the remarks that say
 * more. A rule is shown only where it is not the line itself.
 */
export const told = (text: string, asked: Asked = {}): string[] => {
  try {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const { answers, remarks } = checkAllowList({ text, ...asked }, at);
    const all = answers.map(({ result, line, text: rule, because }) => {
      const isRemark = remarks.some((one) => one.line === line && one.text === because);
      const place = line === undefined ? '' : ` by ${line}`;
      const shown = rule === undefined || rule === lines[(line ?? 0) - 1] ? '' : ` (${rule})`;
      return `${result}${place}${shown}${isRemark ? ', remarked' : ''}: ${because.replace(open, '…')}`;
    });
    const [one, other] = all;
    const more = remarks.filter(
      (remark) => !answers.some(({ line, because }) => line === remark.line && because === remark.text),
    );
    return [
      ...(one === other ? [`both ${one}`] : all),
      ...more.map(({ line, text: remark }) => `remark${line === undefined ? '' : ` ${line}`}: ${remark}`),
    ];
  } catch (error) {
    if (error instanceof CatalogueError) return [`refused: ${error.message.split('. ')[0]}`];
    throw error;
  }
};

/**
 * Whether a rule with a condition that would let an address in does so, for the first address and the second: one word if
 * alike. Where it may, with the reason.
 * @param text in which the rule, and nothing else, accepts in line 4
 */
export const matched = (text: string): string => {
  const { answers } = checkAllowList({ text }, at);
  const [one, other] = answers.map(({ result, line, because }) => {
    if (result === 'allowed' && line === 4) return 'yes';
    if (result === 'denied' && line === 3) return 'no';
    return `maybe: ${/\)\.(.*) Whether/.exec(because)?.[1]?.trim()}`;
  });
  return one === other ? String(one) : `${one}, ${other}`;
};

/** A text, what is told of it, and what was asked with it. */
export type Told = readonly [text: string, lines: readonly string[], asked?: Asked];

export const expectTold = (table: readonly Told[]): void => {
  for (const [text, lines, asked] of table) expect(told(text, asked), text).toEqual(lines);
};
